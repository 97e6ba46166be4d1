-- The design of the cards, of a server and of a player; NULL: as the rules of the table have it.

ALTER TABLE guild ADD COLUMN faces TEXT CHECK (faces IN ('four', 'french', 'cyrillic', 'german'));
ALTER TABLE person ADD COLUMN faces TEXT CHECK (faces IN ('four', 'french', 'cyrillic', 'german'));
