-- As bot/store/sqlite/migrations/0011_daily_deals.sql.
CREATE TABLE daily_event (
    day    bigint           NOT NULL,
    preset text COLLATE "C" NOT NULL,
    seed   text COLLATE "C" NOT NULL CHECK (length(seed) = 64 AND seed !~ '[^0-9a-f]'),
    robots text COLLATE "C" NOT NULL DEFAULT '',
    seal   bigint,
    PRIMARY KEY (day, preset)
);

CREATE TABLE daily_deal (
    day        bigint           NOT NULL,
    preset     text COLLATE "C" NOT NULL,
    user_id    bigint           NOT NULL,
    number     smallint         NOT NULL CHECK (number BETWEEN 1 AND 6),
    guild_id   bigint           NOT NULL,
    course     text COLLATE "C" NOT NULL,
    points     bigint,
    touched_at bigint           NOT NULL,
    seal       bigint,
    PRIMARY KEY (day, preset, user_id, number),
    FOREIGN KEY (day, preset) REFERENCES daily_event (day, preset)
);

CREATE INDEX daily_deal_user ON daily_deal (user_id, day);

CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON daily_event
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON daily_deal
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
