-- Where a server's recap of a season is posted, and the last season of which it was.
ALTER TABLE guild ADD COLUMN recap_channel [integer];
ALTER TABLE guild ADD COLUMN recap_season [text] NOT NULL DEFAULT '';
