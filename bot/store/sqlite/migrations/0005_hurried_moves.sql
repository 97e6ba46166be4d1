-- The lines of robots that are plain moves, because the machine was too busy for their level.
CREATE TABLE hurried (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    version INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;
