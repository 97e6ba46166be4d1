-- The cloth that cards are drawn on.  NULL: as the server has it.
ALTER TABLE guild ADD COLUMN cloth TEXT NOT NULL DEFAULT 'green'
    CHECK (cloth IN ('green', 'blue', 'night', 'paper'));
ALTER TABLE person ADD COLUMN cloth TEXT CHECK (cloth IN ('green', 'blue', 'night', 'paper'));
