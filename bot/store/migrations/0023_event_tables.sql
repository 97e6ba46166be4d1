-- Tables that are dealt the same cards (bot/model/table_events.py).
--   daily_event.tables  the tables of the event, 0 where everybody plays alone against robots
--   daily_event.deals   the deals of the event
--   game.event          the event of a table: code, first day, last day, deals; '' without one
ALTER TABLE daily_event ADD COLUMN tables [integer] NOT NULL DEFAULT 0 CHECK (tables IN (0, 2, 3));
ALTER TABLE daily_event ADD COLUMN deals [integer] NOT NULL DEFAULT 6
    CHECK (deals BETWEEN 1 AND 12);
ALTER TABLE game ADD COLUMN event [text] NOT NULL DEFAULT '';
CREATE INDEX game_event ON game (event) WHERE event <> '';
