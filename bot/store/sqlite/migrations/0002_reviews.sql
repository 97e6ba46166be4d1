-- Reviews of closed deals, problems, and tables that do not count.

ALTER TABLE game ADD COLUMN friendly INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1));

-- problems --------------------------------------------------------------------------------

-- One player's work on one problem.  guild_id 0 and day 0: practice, anywhere; otherwise the
-- problem of a server on a day (days since 1970-01-01, UTC).  line: the cards played, by name.
-- lost: the declarer's tricks after a mistake at the end of the line.  tries: mistakes and new
-- starts before it was solved, and one.  helped: the solution was shown before that.
CREATE TABLE etude (
    user_id    INTEGER NOT NULL,
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL CHECK (day >= 0),
    key        TEXT NOT NULL,
    line       TEXT NOT NULL,
    lost       INTEGER CHECK (lost BETWEEN 0 AND 10),
    tries      INTEGER NOT NULL DEFAULT 1 CHECK (tries >= 1),
    helped     INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1)),
    shared     INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    touched_at INTEGER NOT NULL,
    solved_at  INTEGER,
    PRIMARY KEY (user_id, guild_id, day, key),
    CHECK ((guild_id = 0) = (day = 0))
) STRICT, WITHOUT ROWID;

CREATE INDEX etude_day ON etude (guild_id, day) WHERE day > 0;

-- reviews ---------------------------------------------------------------------------------

-- The value of a closed deal by best play.  hidden: its cards were never all revealed.
CREATE TABLE review (
    game_id INTEGER NOT NULL,
    deal    INTEGER NOT NULL,
    kind    TEXT NOT NULL
            CHECK (kind IN ('contract', 'misere', 'all_pass', 'unplayed', 'hidden')),
    PRIMARY KEY (game_id, deal),
    FOREIGN KEY (game_id, deal) REFERENCES deal (game_id, deal)
) STRICT, WITHOUT ROWID;

-- One seat of it.  worth, made: tricks by best play of all and in fact.  Points are units of the
-- settlement: par by best play of all from the first lead, given away by own cards, received by
-- the cards of others, agreed by a claim; earned is what the deal brought.
CREATE TABLE review_seat (
    game_id      INTEGER NOT NULL,
    deal         INTEGER NOT NULL,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id      INTEGER,
    robot        TEXT,
    family       TEXT NOT NULL,
    declared     INTEGER NOT NULL CHECK (declared IN (0, 1)),
    fulfilled    INTEGER NOT NULL CHECK (fulfilled IN (0, 1) AND fulfilled <= declared),
    worth        INTEGER NOT NULL CHECK (worth BETWEEN 0 AND 10),
    made         INTEGER NOT NULL CHECK (made BETWEEN 0 AND 10),
    decisions    INTEGER NOT NULL CHECK (decisions >= 0),
    tricks_given INTEGER NOT NULL CHECK (tricks_given >= 0),
    par          INTEGER NOT NULL,
    given        INTEGER NOT NULL,
    received     INTEGER NOT NULL,
    agreed       INTEGER NOT NULL,
    earned       INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal, seat),
    FOREIGN KEY (game_id, deal) REFERENCES review (game_id, deal),
    CHECK ((user_id IS NULL) <> (robot IS NULL)),
    CHECK (earned = par - given + received + agreed)
) STRICT, WITHOUT ROWID;

CREATE INDEX review_seat_user ON review_seat (user_id) WHERE user_id IS NOT NULL;
