-- Who wants drawn sheets and charts: a server for all, a player for himself; NULL: as the server.

ALTER TABLE guild ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1 CHECK (pictures IN (0, 1));
ALTER TABLE person ADD COLUMN pictures INTEGER CHECK (pictures IN (0, 1));
