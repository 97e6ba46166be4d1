-- The origin of each deck: a seed that is drawn before the cut, and the words of the players.

-- words: a line "seat word" for each player who cut, seats from 1 in order (docs/fairness.md).
CREATE TABLE shuffle (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    deal    INTEGER NOT NULL CHECK (deal >= 1),
    seed    BLOB NOT NULL CHECK (length(seed) = 32),
    words   TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, deal)
) STRICT, WITHOUT ROWID;

-- Tables that wait for a deck get a seed here, and are painted with its commitment.
-- The deck of an open deal predates all seeds; the next seed is drawn when the deal closes.
INSERT INTO shuffle (game_id, deal, seed)
SELECT game_id, 1 + (SELECT coalesce(max(deal), 0) FROM deal WHERE deal.game_id = game.game_id),
       randomblob(32)
FROM game WHERE status IN ('lobby', 'playing', 'paused') AND NOT EXISTS (
    SELECT 1 FROM line WHERE line.game_id = game.game_id AND text LIKE 'deck %'
    AND version > (SELECT coalesce(max(last_version), -1) FROM deal
                   WHERE deal.game_id = game.game_id)
);

UPDATE game SET painted = -1 WHERE game_id IN (SELECT game_id FROM shuffle);
