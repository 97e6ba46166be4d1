-- House rules a server has given a name to.

-- key: the name with small letters, so that no two differ in capitals alone.
-- code: the rules as one line, as they are pasted.  Who saved them is not kept.
CREATE TABLE agreement (
    guild_id INTEGER NOT NULL,
    key      TEXT NOT NULL CHECK (key <> ''),
    name     TEXT NOT NULL,
    code     TEXT NOT NULL,
    seal     INTEGER,
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;
