-- Roles that managers have chosen as titles: of the best quarter by rating, of the next one, of the
-- last season's first; the day on which they were last given, and what stood in the way.
ALTER TABLE guild ADD COLUMN first_title INTEGER;
ALTER TABLE guild ADD COLUMN second_title INTEGER;
ALTER TABLE guild ADD COLUMN champion_title INTEGER;
ALTER TABLE guild ADD COLUMN titles_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guild ADD COLUMN titles_trouble TEXT NOT NULL DEFAULT '';

-- Roles that the bot has given, or is about to give, to members as titles; no others are taken.
CREATE TABLE title (
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    role_id  INTEGER NOT NULL,
    seal     INTEGER,
    PRIMARY KEY (guild_id, user_id, role_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX title_user ON title (user_id);
