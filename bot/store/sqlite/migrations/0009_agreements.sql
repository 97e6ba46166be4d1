-- Named house rules of a server.

-- key: the name in lower case, so that no two differ only in capitals.
-- code: the rules as one line, as they are pasted.  The author is not stored.
CREATE TABLE agreement (
    guild_id INTEGER NOT NULL,
    key      TEXT NOT NULL CHECK (key <> ''),
    name     TEXT NOT NULL,
    code     TEXT NOT NULL,
    seal     INTEGER,
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;
