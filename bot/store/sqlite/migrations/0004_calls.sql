-- guild.call_minutes: a player is called when their turn has stood open for so long.
ALTER TABLE guild ADD COLUMN call_minutes INTEGER NOT NULL DEFAULT 10
    CHECK (call_minutes BETWEEN 5 AND 60);

-- The calls of a lobby join those of a match, so that they are deleted when they are obsolete.
-- user_id 0: the message is for nobody alone (a role, or everybody at the table).
CREATE TABLE summons_new (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    user_id    INTEGER NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('start', 'turn', 'late', 'role', 'invited',
                                                'gather', 'free', 'delayed')),
    turn       INTEGER NOT NULL CHECK (turn >= 0),
    place_id   INTEGER,
    message_id INTEGER,
    seal       INTEGER,
    PRIMARY KEY (game_id, user_id, kind, turn),
    CHECK ((place_id IS NULL) = (message_id IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO summons_new SELECT * FROM summons;
DROP TABLE summons;
ALTER TABLE summons_new RENAME TO summons;
