-- The wish that a card without a choice is played for the person.
ALTER TABLE person ADD COLUMN forced_cards [flag] NOT NULL DEFAULT 0
    CHECK (forced_cards IN (0, 1));
