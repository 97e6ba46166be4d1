-- bot/store/sqlite/migrations/0005_hurried_moves.sql says what it is for.
CREATE TABLE hurried (
    game_id bigint NOT NULL REFERENCES game (game_id),
    version bigint NOT NULL CHECK (version >= 0),
    PRIMARY KEY (game_id, version)
);
