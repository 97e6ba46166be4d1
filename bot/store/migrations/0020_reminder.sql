-- The hour at which a person wishes to be reminded of the six deals of a day, by their own clock,
-- and the day of the last reminder.
ALTER TABLE person ADD COLUMN remind_at [integer] CHECK (remind_at BETWEEN 0 AND 23);
ALTER TABLE person ADD COLUMN reminded [integer] NOT NULL DEFAULT 0;
CREATE INDEX person_reminded ON person (reminded) WHERE remind_at IS NOT NULL;
