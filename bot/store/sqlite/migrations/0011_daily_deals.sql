-- The six deals of a day under one preset: the seed of their decks and of the robots' lots, secret
-- until the day (UTC, days since 1970-01-01) is over.  robots: a digest of the code that chooses
-- the robots' moves, '' until somebody has begun.
CREATE TABLE daily_event (
    day    INTEGER NOT NULL,
    preset TEXT    NOT NULL,
    seed   TEXT    NOT NULL CHECK (length(seed) = 64 AND seed NOT GLOB '*[^0-9a-f]*'),
    robots TEXT    NOT NULL DEFAULT '',
    seal   INTEGER,
    PRIMARY KEY (day, preset)
) STRICT, WITHOUT ROWID;

-- One of these deals as one person plays it.  course: its deal code so far.  points: what it
-- brought the person, NULL until it is scored.  guild_id: the server where it was begun, or 0.
CREATE TABLE daily_deal (
    day        INTEGER NOT NULL,
    preset     TEXT    NOT NULL,
    user_id    INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number BETWEEN 1 AND 6),
    guild_id   INTEGER NOT NULL,
    course     TEXT    NOT NULL,
    points     INTEGER,
    touched_at INTEGER NOT NULL,
    seal       INTEGER,
    PRIMARY KEY (day, preset, user_id, number),
    FOREIGN KEY (day, preset) REFERENCES daily_event (day, preset)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_deal_user ON daily_deal (user_id, day);
