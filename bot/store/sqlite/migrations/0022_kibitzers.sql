-- Notes about the kibitzers of open matches; the end of a match deletes them.
--
-- user_id: the kibitzer, 0 for every one.  player_id: whose hand it is about, 0 for all hands.
-- kind: the kibitzer asks; the player shows the hand alone, also beside all others, or not; the
-- kibitzer saw it in the deal.
CREATE TABLE kibitz (
    game_id   INTEGER NOT NULL REFERENCES game (game_id),
    user_id   INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('asks', 'one', 'all', 'no', 'saw')),
    at        INTEGER NOT NULL,
    deal      INTEGER NOT NULL CHECK ((deal > 0) = (kind = 'saw')),
    seal      INTEGER,
    PRIMARY KEY (game_id, user_id, player_id, kind)
) STRICT, WITHOUT ROWID;
