-- Deals that a person keeps under a name or plays again, as deal codes; never part of a match.
-- name '': not kept, only opened lately.  course: the code of the deal as far as it is played
-- again from the action ``start`` on, '' before that.  shared: shown to a channel as a problem.
CREATE TABLE own_deal (
    deal_id    INTEGER PRIMARY KEY,
    user_id    INTEGER NOT NULL,
    code       TEXT    NOT NULL,
    name       TEXT    NOT NULL DEFAULT '',
    origin     TEXT    NOT NULL CHECK (origin IN ('match', 'import', 'form', 'replay')),
    seat       INTEGER NOT NULL DEFAULT 0 CHECK (seat BETWEEN 0 AND 3),
    level      TEXT    NOT NULL DEFAULT '',
    start      INTEGER NOT NULL DEFAULT 0 CHECK (start >= 0),
    course     TEXT    NOT NULL DEFAULT '',
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    shared     INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    touched_at INTEGER NOT NULL,
    seal       INTEGER
) STRICT;
CREATE UNIQUE INDEX own_deal_code ON own_deal (user_id, code);
