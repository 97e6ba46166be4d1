-- As bot/store/sqlite/migrations/0017_private_events.sql.
ALTER TABLE daily_event RENAME TO daily_event_old;
ALTER TABLE daily_deal RENAME TO daily_deal_old;

CREATE TABLE daily_event (
    day      bigint           NOT NULL,
    preset   text COLLATE "C" NOT NULL,
    code     text COLLATE "C" NOT NULL DEFAULT '',
    seed     text COLLATE "C" NOT NULL CHECK (length(seed) = 64 AND seed !~ '[^0-9a-f]'),
    robots   text COLLATE "C" NOT NULL DEFAULT '',
    days     smallint         NOT NULL DEFAULT 1 CHECK (days BETWEEN 1 AND 14),
    guild_id bigint           NOT NULL DEFAULT 0,
    seal     bigint,
    PRIMARY KEY (day, preset, code)
);
INSERT INTO daily_event (day, preset, seed, robots, seal)
    SELECT day, preset, seed, robots, seal FROM daily_event_old;

CREATE TABLE daily_deal (
    day        bigint           NOT NULL,
    preset     text COLLATE "C" NOT NULL,
    code       text COLLATE "C" NOT NULL DEFAULT '',
    user_id    bigint           NOT NULL,
    number     smallint         NOT NULL CHECK (number BETWEEN 1 AND 6),
    guild_id   bigint           NOT NULL,
    course     text COLLATE "C" NOT NULL,
    points     bigint,
    touched_at bigint           NOT NULL,
    seal       bigint,
    PRIMARY KEY (day, preset, code, user_id, number),
    FOREIGN KEY (day, preset, code) REFERENCES daily_event (day, preset, code)
);
INSERT INTO daily_deal
    (day, preset, user_id, number, guild_id, course, points, touched_at, seal)
    SELECT day, preset, user_id, number, guild_id, course, points, touched_at, seal
    FROM daily_deal_old;

DROP TABLE daily_deal_old;
DROP TABLE daily_event_old;
CREATE INDEX daily_deal_user ON daily_deal (user_id, day);
CREATE UNIQUE INDEX daily_event_code ON daily_event (code) WHERE code <> '';

CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON daily_event
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON daily_deal
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
