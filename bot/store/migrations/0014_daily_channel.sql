-- Where the six deals of a day are posted every morning, and the last day that was.
ALTER TABLE guild ADD COLUMN daily_channel [integer];
ALTER TABLE guild ADD COLUMN daily_posted [integer] NOT NULL DEFAULT 0;
