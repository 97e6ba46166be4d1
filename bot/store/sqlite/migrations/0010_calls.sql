-- Notifications that were sent, how each person wants to be notified, and whether a player chose
-- a table's clock.

-- turn: the version of the table that it was for, 0 for the start of a match.
-- message_id NULL: the player was there, and no message was needed.
CREATE TABLE summons (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    user_id    INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('start', 'turn', 'late')),
    turn       INTEGER NOT NULL CHECK (turn >= 0),
    place_id   INTEGER,
    message_id INTEGER,
    seal       INTEGER,
    PRIMARY KEY (game_id, user_id, kind, turn),
    CHECK ((place_id IS NULL) = (message_id IS NULL))
) STRICT, WITHOUT ROWID;

-- People who already play have been notified.
INSERT INTO summons (game_id, user_id, kind, turn)
SELECT game_id, user_id, 'start', 0 FROM sitting JOIN game USING (game_id)
WHERE until IS NULL AND user_id IS NOT NULL AND status IN ('playing', 'paused');

INSERT INTO summons (game_id, user_id, kind, turn)
SELECT game_id, user_id, 'late', version FROM sitting JOIN game USING (game_id)
WHERE until IS NULL AND user_id IS NOT NULL AND status = 'playing' AND wake = deadline;

-- quiet_from NULL: no quiet hours.  zone NULL: that of the server.  refused: a direct message
-- could not be delivered, and the person has not been told yet.
ALTER TABLE person ADD COLUMN summoning TEXT NOT NULL DEFAULT 'always'
    CHECK (summoning IN ('always', 'late', 'never', 'direct'));
ALTER TABLE person ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 23);
ALTER TABLE person ADD COLUMN quiet_until INTEGER NOT NULL DEFAULT 8
    CHECK (quiet_until BETWEEN 0 AND 23);
ALTER TABLE person ADD COLUMN zone TEXT;
ALTER TABLE person ADD COLUMN refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1));
ALTER TABLE person ADD COLUMN spelled INTEGER NOT NULL DEFAULT 0 CHECK (spelled IN (0, 1));

-- 0: nobody chose the clock, and one human among robots plays without.
ALTER TABLE game ADD COLUMN clock_chosen INTEGER NOT NULL DEFAULT 1 CHECK (clock_chosen IN (0, 1));
