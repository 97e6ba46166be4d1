-- Whether a person was offered a language that Discord does not know; it is offered once.

ALTER TABLE person ADD COLUMN offered INTEGER NOT NULL DEFAULT 0 CHECK (offered IN (0, 1));
