-- The cloth that cards are drawn on.  NULL: as the server has it.
ALTER TABLE guild ADD COLUMN cloth [text] NOT NULL DEFAULT 'green'
    CHECK (cloth IN ('green', 'blue', 'night', 'paper'));
ALTER TABLE person ADD COLUMN cloth [text] CHECK (cloth IN ('green', 'blue', 'night', 'paper'));
