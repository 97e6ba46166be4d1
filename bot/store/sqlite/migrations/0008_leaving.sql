-- A player who leaves a running match keeps its result, and may hand their seat over.

-- kept_for: the user who left this seat, which a robot plays on; owner: their player number.
-- left_in: the deal in which they left.  first_deal: the deal from which the owner has the seat;
-- NULL: from the first.
ALTER TABLE sitting ADD COLUMN kept_for INTEGER CHECK (kept_for IS NULL OR robot IS NOT NULL);
ALTER TABLE sitting ADD COLUMN owner INTEGER CHECK (owner IS NULL OR robot IS NOT NULL);
ALTER TABLE sitting ADD COLUMN left_in INTEGER CHECK ((left_in IS NULL) = (owner IS NULL));
ALTER TABLE sitting ADD COLUMN first_deal INTEGER CHECK (first_deal >= 1);

CREATE INDEX sitting_kept ON sitting (kept_for) WHERE kept_for IS NOT NULL;

-- The result of a seat holder in an open match before somebody else took the seat over.
CREATE TABLE share (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    part       INTEGER NOT NULL CHECK (part >= 1),
    player     INTEGER,
    robot      TEXT,
    balance    INTEGER NOT NULL,
    place      INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    mark       TEXT NOT NULL CHECK (mark IN ('left', 'handed')),
    first_deal INTEGER,
    last_deal  INTEGER NOT NULL,
    seal       INTEGER,
    PRIMARY KEY (game_id, seat, part),
    CHECK ((player IS NULL) <> (robot IS NULL))
) STRICT, WITHOUT ROWID;

-- part: 0 is the owner of the seat at the end, 1 and up are the earlier owners in order.
-- mark: set if the owner did not stay; first_deal, last_deal: the deals it covers, NULL: from the
-- first, to the last.
CREATE TABLE result_8 (
    game_id     INTEGER NOT NULL REFERENCES game (game_id),
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    part        INTEGER NOT NULL DEFAULT 0 CHECK (part >= 0),
    user_id     INTEGER,
    player      INTEGER,
    robot       TEXT,
    balance     INTEGER NOT NULL,
    place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    mark        TEXT CHECK (mark IN ('left', 'handed')),
    first_deal  INTEGER,
    last_deal   INTEGER,
    guild_id    INTEGER NOT NULL,
    family      TEXT NOT NULL,
    preset      TEXT NOT NULL,
    season      TEXT NOT NULL,
    with_robots INTEGER NOT NULL CHECK (with_robots IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    seal        INTEGER,
    PRIMARY KEY (game_id, seat, part),
    CHECK ((player IS NULL) <> (robot IS NULL)),
    CHECK (user_id IS NULL OR player IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO result_8
    SELECT game_id, seat, 0, user_id, player, robot, balance, place, NULL, NULL, NULL, guild_id,
        family, preset, season, with_robots, ended_at, seal
    FROM result;
DROP TABLE result;
ALTER TABLE result_8 RENAME TO result;

CREATE INDEX result_guild ON result (guild_id, ended_at);
CREATE INDEX result_user ON result (guild_id, user_id);

-- A seat that is to be handed to somebody else, whose vote is among the others.
ALTER TABLE vote ADD COLUMN seat INTEGER CHECK (seat BETWEEN 0 AND 3);
ALTER TABLE vote ADD COLUMN heir INTEGER CHECK ((heir IS NULL) = (seat IS NULL));
