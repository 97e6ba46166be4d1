-- Old matches keep their lines in one row each, and an index counts take-backs.

-- lines: the columns of ``line`` without links, as JSON and deflated (bot/store/packing.py).  Lines
-- that are read singly stay rows: decks, take-backs, and everything after the last scored deal.
-- link: the link of the last packed line, to which the chain over all of them leads.
CREATE TABLE archive (
    game_id INTEGER PRIMARY KEY REFERENCES game (game_id),
    lines   BLOB NOT NULL,
    link    BLOB NOT NULL CHECK (length(link) = 32)
) STRICT;

CREATE INDEX line_takeback ON line (game_id) WHERE text LIKE 'takeback %';
