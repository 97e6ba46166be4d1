-- The first schema of the file. All times are unix seconds.

CREATE TABLE guild (
    guild_id        INTEGER PRIMARY KEY,
    locale          TEXT,
    preset          TEXT,
    clock           TEXT,
    max_tables      INTEGER NOT NULL DEFAULT 10 CHECK (max_tables >= 0),
    max_user_tables INTEGER NOT NULL DEFAULT 3 CHECK (max_user_tables >= 0),
    use_threads     INTEGER NOT NULL DEFAULT 1 CHECK (use_threads IN (0, 1)),
    min_games       INTEGER NOT NULL DEFAULT 3 CHECK (min_games >= 0)
) STRICT;

CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    locale  TEXT,
    name    TEXT
) STRICT;

-- version: number of lines. revision: rises with every visible change that is no line.
-- painted, painted_revision: what the public message shows; -1 = never painted.
-- wake: when the timer is due, half way to the deadline and then at it.
-- shows: the subject of the newest public message.
CREATE TABLE game (
    game_id          INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    place_id         INTEGER,
    message_id       INTEGER,
    host_id          INTEGER NOT NULL,
    rules            TEXT NOT NULL,
    status           TEXT NOT NULL DEFAULT 'lobby'
                     CHECK (status IN ('lobby', 'playing', 'paused', 'frozen', 'over', 'void')),
    clock            TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    started_at       INTEGER,
    ended_at         INTEGER,
    deadline         INTEGER,
    wake             INTEGER,
    shows            TEXT NOT NULL DEFAULT '',
    version          INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    painted          INTEGER NOT NULL DEFAULT -1 CHECK (painted >= -1),
    revision         INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    painted_revision INTEGER NOT NULL DEFAULT -1 CHECK (painted_revision >= -1),
    CHECK ((status IN ('over', 'void')) = (ended_at IS NOT NULL))
) STRICT;

CREATE INDEX game_guild ON game (guild_id, status);
CREATE INDEX game_place ON game (place_id);
CREATE INDEX game_ended ON game (ended_at);
CREATE INDEX game_wake ON game (wake) WHERE wake IS NOT NULL;

-- One holder of one seat for the lines since <= version < until.
CREATE TABLE sitting (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id INTEGER,
    robot   TEXT,
    since   INTEGER NOT NULL CHECK (since >= 0),
    until   INTEGER CHECK (until > since),
    misses  INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0),
    away    INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    PRIMARY KEY (game_id, seat, since),
    CHECK ((user_id IS NULL) <> (robot IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX sitting_now ON sitting (game_id, seat) WHERE until IS NULL;
CREATE UNIQUE INDEX sitting_user ON sitting (user_id, game_id)
    WHERE until IS NULL AND user_id IS NOT NULL;

-- seat -1: the table itself. "by": who caused the line.
CREATE TABLE line (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    version INTEGER NOT NULL CHECK (version >= 0),
    deal    INTEGER NOT NULL CHECK (deal >= 0),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN -1 AND 3),
    text    TEXT NOT NULL,
    "by"    TEXT NOT NULL CHECK (
        "by" IN ('table', 'robot', 'clock')
        OR ("by" GLOB '[1-9]*' AND "by" NOT GLOB '*[^0-9]*')
    ),
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;

-- A closed deal. The open deal begins with the line after the newest last_version.
CREATE TABLE deal (
    game_id      INTEGER NOT NULL REFERENCES game (game_id),
    deal         INTEGER NOT NULL CHECK (deal >= 0),
    last_version INTEGER NOT NULL CHECK (last_version >= 0),
    summary      TEXT NOT NULL,
    carry        TEXT NOT NULL,
    closed_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE posting (
    game_id  INTEGER NOT NULL,
    deal     INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    account  TEXT NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    against  INTEGER CHECK (against BETWEEN 0 AND 3),
    amount   INTEGER NOT NULL,
    why      TEXT NOT NULL,
    count    INTEGER NOT NULL,
    unit     INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal, position),
    FOREIGN KEY (game_id, deal) REFERENCES deal (game_id, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE result (
    game_id     INTEGER NOT NULL REFERENCES game (game_id),
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id     INTEGER,
    robot       TEXT,
    balance     INTEGER NOT NULL,
    place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    guild_id    INTEGER NOT NULL,
    family      TEXT NOT NULL,
    preset      TEXT NOT NULL,
    season      TEXT NOT NULL,
    with_robots INTEGER NOT NULL CHECK (with_robots IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat),
    CHECK ((user_id IS NULL) <> (robot IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX result_guild ON result (guild_id, ended_at);
CREATE INDEX result_user ON result (guild_id, user_id);

CREATE TABLE vote (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    user_id INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
