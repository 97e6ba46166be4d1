-- Whether all members of a server may open its old matches, or only their players.

ALTER TABLE guild ADD COLUMN open_history INTEGER NOT NULL DEFAULT 0 CHECK (open_history IN (0, 1));
