-- Tables that begin at an agreed time.

-- Unix seconds; NULL once the time has come, and for every other table.
ALTER TABLE game ADD COLUMN starts_at INTEGER;

-- Tables that open by themselves every week, in their channel, by the server's time zone.
-- weekday: 0 is Monday.  minute: of the day.  opens_at: the next time, in unix seconds.  missed:
-- why the last one was not opened (bot/model/enums.py), '' if it was.
CREATE TABLE weekly (
    weekly_id  INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    weekday    INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    minute     INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    rules      TEXT NOT NULL,
    clock      TEXT NOT NULL,
    opens_at   INTEGER NOT NULL,
    missed     TEXT NOT NULL DEFAULT '',
    seal       INTEGER
) STRICT;

CREATE INDEX weekly_guild ON weekly (guild_id);
CREATE INDEX weekly_opens ON weekly (opens_at);

-- The role that is notified of open tables; NULL: none.
ALTER TABLE guild ADD COLUMN role INTEGER;
