-- A seed is hexadecimal text: a checksum ends at a zero byte, which one seed in eight contains.

-- A damaged seed is padded to the full length; its checksum or chain detects it as before.
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
