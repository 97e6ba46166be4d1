-- Preference for drawn sheets and charts, of a server and of a player; NULL: as the server.

ALTER TABLE guild ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1 CHECK (pictures IN (0, 1));
ALTER TABLE person ADD COLUMN pictures INTEGER CHECK (pictures IN (0, 1));
