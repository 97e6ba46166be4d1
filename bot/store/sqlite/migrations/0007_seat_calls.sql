-- The offer of a seat and the word about a freed seat are calls, deleted when they are obsolete.
CREATE TABLE summons_new (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    user_id    INTEGER NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('start', 'turn', 'late', 'role', 'invited',
                                                'gather', 'free', 'delayed', 'offered',
                                                'removed')),
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
