-- A server whose public boards are edited once a trick, and not after every card.
ALTER TABLE guild ADD COLUMN quiet_board [flag] NOT NULL DEFAULT 0 CHECK (quiet_board IN (0, 1));
