-- bot/store/sqlite/migrations/0006_forced_cards.sql says what it is for.
ALTER TABLE person ADD COLUMN forced_cards smallint NOT NULL DEFAULT 0
    CHECK (forced_cards IN (0, 1));
