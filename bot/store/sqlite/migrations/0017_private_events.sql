-- Six deals for the people of one server who know a code, over some days.  code: '' for those of
-- everybody.  guild_id: the server of a code, or 0.
CREATE TABLE daily_event_new (
    day      INTEGER NOT NULL,
    preset   TEXT    NOT NULL,
    code     TEXT    NOT NULL DEFAULT '',
    seed     TEXT    NOT NULL CHECK (length(seed) = 64 AND seed NOT GLOB '*[^0-9a-f]*'),
    robots   TEXT    NOT NULL DEFAULT '',
    days     INTEGER NOT NULL DEFAULT 1 CHECK (days BETWEEN 1 AND 14),
    guild_id INTEGER NOT NULL DEFAULT 0,
    seal     INTEGER,
    PRIMARY KEY (day, preset, code)
) STRICT, WITHOUT ROWID;
INSERT INTO daily_event_new (day, preset, seed, robots, seal)
    SELECT day, preset, seed, robots, seal FROM daily_event;

CREATE TABLE daily_deal_new (
    day        INTEGER NOT NULL,
    preset     TEXT    NOT NULL,
    code       TEXT    NOT NULL DEFAULT '',
    user_id    INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number BETWEEN 1 AND 6),
    guild_id   INTEGER NOT NULL,
    course     TEXT    NOT NULL,
    points     INTEGER,
    touched_at INTEGER NOT NULL,
    seal       INTEGER,
    PRIMARY KEY (day, preset, code, user_id, number),
    FOREIGN KEY (day, preset, code) REFERENCES daily_event_new (day, preset, code)
) STRICT, WITHOUT ROWID;
INSERT INTO daily_deal_new
    (day, preset, user_id, number, guild_id, course, points, touched_at, seal)
    SELECT day, preset, user_id, number, guild_id, course, points, touched_at, seal
    FROM daily_deal;

DROP TABLE daily_deal;
DROP TABLE daily_event;
ALTER TABLE daily_event_new RENAME TO daily_event;
ALTER TABLE daily_deal_new RENAME TO daily_deal;
CREATE INDEX daily_deal_user ON daily_deal (user_id, day);
CREATE UNIQUE INDEX daily_event_code ON daily_event (code) WHERE code <> '';
