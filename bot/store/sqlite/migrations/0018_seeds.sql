-- A seed is hexadecimal text: a seal ends where a byte is zero, and one seed in eight has such a byte.

-- A seed that is damaged becomes as long as it has to be; its seal or its chain notices it as before.
CREATE TABLE shuffle_18 (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    deal    INTEGER NOT NULL CHECK (deal >= 1),
    seed    TEXT NOT NULL CHECK (length(seed) = 64 AND seed NOT GLOB '*[^0-9a-f]*'),
    words   TEXT NOT NULL DEFAULT '',
    seal    INTEGER,
    PRIMARY KEY (game_id, deal)
) STRICT, WITHOUT ROWID;

INSERT INTO shuffle_18
    SELECT game_id, deal, substr(lower(hex(seed)) || printf('%064d', 0), 1, 64), words, seal
    FROM shuffle ORDER BY game_id, deal;
DROP TABLE shuffle;
ALTER TABLE shuffle_18 RENAME TO shuffle;
