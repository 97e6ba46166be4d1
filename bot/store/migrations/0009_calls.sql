-- Whether a table's clock was asked for.

-- 0: nobody chose the clock, and one human among robots plays without.
ALTER TABLE game ADD COLUMN clock_chosen INTEGER NOT NULL DEFAULT 1 CHECK (clock_chosen IN (0, 1));
