-- Old matches keep their lines in one row each, and taking back is counted by an index.

-- lines: the columns of ``line`` without links, as JSON and deflated (bot/store/packing.py).  What
-- is asked for by itself stays a line: decks, what was taken back, and all after the last scored
-- deal.  link: that of the last line in it, which the chain over all of them leads to.
CREATE TABLE archive (
    game_id INTEGER PRIMARY KEY REFERENCES game (game_id),
    lines   BLOB NOT NULL,
    link    BLOB NOT NULL CHECK (length(link) = 32)
) STRICT;

CREATE INDEX line_takeback ON line (game_id) WHERE text LIKE 'takeback %';
