-- Closed deals in an ordinary table, and an index for the query which ones lack a review.
--
-- WITHOUT ROWID keeps a quarter of a page of a row in place: summary and carry of most deals were
-- a little longer, and took a page of their own.

CREATE TABLE deal_13 (
    game_id      INTEGER NOT NULL REFERENCES game (game_id),
    deal         INTEGER NOT NULL CHECK (deal >= 0),
    last_version INTEGER NOT NULL CHECK (last_version >= 0),
    summary      TEXT NOT NULL,
    carry        TEXT NOT NULL,
    closed_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal)
) STRICT;

INSERT INTO deal_13 SELECT game_id, deal, last_version, summary, carry, closed_at FROM deal
    ORDER BY game_id, deal;
DROP TABLE deal;
ALTER TABLE deal_13 RENAME TO deal;

CREATE INDEX deal_closed ON deal (closed_at);
