-- As bot/store/sqlite/migrations/0018_titles.sql.
ALTER TABLE guild ADD COLUMN first_title bigint;
ALTER TABLE guild ADD COLUMN second_title bigint;
ALTER TABLE guild ADD COLUMN champion_title bigint;
ALTER TABLE guild ADD COLUMN titles_day bigint NOT NULL DEFAULT 0;
ALTER TABLE guild ADD COLUMN titles_trouble text COLLATE "C" NOT NULL DEFAULT '';

CREATE TABLE title (
    guild_id bigint NOT NULL,
    user_id  bigint NOT NULL,
    role_id  bigint NOT NULL,
    seal     bigint,
    PRIMARY KEY (guild_id, user_id, role_id)
);
CREATE INDEX title_user ON title (user_id);

CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON title
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
