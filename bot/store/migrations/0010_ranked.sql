-- The wish to be on leaderboards: 0 hides the person from others.
ALTER TABLE person ADD COLUMN ranked [flag] NOT NULL DEFAULT 1 CHECK (ranked IN (0, 1));
CREATE INDEX person_unranked ON person (user_id) WHERE ranked = 0;
