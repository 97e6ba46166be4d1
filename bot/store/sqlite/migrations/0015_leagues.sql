-- Leagues of a server.  plan: its settings as JSON (bot/features/leagues/formats.py).  wake: when
-- something is due next, NULL once it is over.  posted: the version up to which its news were
-- posted.
CREATE TABLE league (
    league_id  INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    plan       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    wake       INTEGER,
    posted     INTEGER NOT NULL DEFAULT 0,
    seal       INTEGER
) STRICT;
CREATE INDEX league_guild ON league (guild_id);

-- The number that stands for a person in the lines of a league; user_id NULL: they were erased.
CREATE TABLE league_member (
    league_id INTEGER NOT NULL REFERENCES league (league_id),
    number    INTEGER NOT NULL CHECK (number > 0),
    user_id   INTEGER,
    seal      INTEGER,
    PRIMARY KEY (league_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX league_member_user ON league_member (league_id, user_id);

-- The log of a league, only ever added to.  author_id: the person behind a line, 0 for the bot.
CREATE TABLE league_line (
    league_id INTEGER NOT NULL REFERENCES league (league_id),
    version   INTEGER NOT NULL CHECK (version >= 0),
    at        INTEGER NOT NULL,
    author_id     INTEGER NOT NULL DEFAULT 0,
    text      TEXT    NOT NULL,
    seal      INTEGER,
    PRIMARY KEY (league_id, version)
) STRICT, WITHOUT ROWID;

-- The games that a league has opened.
CREATE TABLE league_game (
    game_id   INTEGER PRIMARY KEY REFERENCES game (game_id),
    league_id INTEGER NOT NULL REFERENCES league (league_id),
    seal      INTEGER
) STRICT;
