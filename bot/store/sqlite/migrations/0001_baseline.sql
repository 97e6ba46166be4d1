-- The schema of a file of games, as version 1.0.0 creates it.
--
-- The header of the file holds application_id, which tells that the file is ours, and user_version,
-- the number of the last step in this folder that was applied (docs/releases.md).  A change of the
-- schema is the next step, in a file of its own: this one stays as it was released.
--
-- Common to all tables:
--   * All times are unix seconds.  A flag is 0 or 1.  Ids of users, servers, channels, roles and
--     messages are those of Discord.
--   * seal is a checksum of the other columns of the row.  The program maintains it; NULL means
--     that it has failed (bot/store/integrity/checksums.py).
--   * PostgreSQL has the same tables (bot/store/postgres/migrations/0001_baseline.sql).

-- servers and users -----------------------------------------------------------------------

-- The settings of a server.  NULL: the default of the bot.
--   max_tables, max_user_tables   open tables in the server, and for each user
--   use_threads                   each table gets a thread of its own
--   min_games                     finished matches a user needs for a place on the leaderboard
--   zone                          a name from the IANA database
--   role                          the role that is notified of open tables, NULL for none
--   open_history                  every member may open the server's old matches
--   pictures, faces               drawn sheets and charts, and the design of the cards
CREATE TABLE guild (
    guild_id        INTEGER PRIMARY KEY,
    locale          TEXT,
    preset          TEXT,
    clock           TEXT,
    max_tables      INTEGER NOT NULL DEFAULT 10 CHECK (max_tables >= 0),
    max_user_tables INTEGER NOT NULL DEFAULT 3 CHECK (max_user_tables >= 0),
    use_threads     INTEGER NOT NULL DEFAULT 1 CHECK (use_threads IN (0, 1)),
    min_games       INTEGER NOT NULL DEFAULT 3 CHECK (min_games >= 0),
    zone            TEXT    NOT NULL DEFAULT 'UTC',
    seal            INTEGER,
    role            INTEGER,
    open_history    INTEGER NOT NULL DEFAULT 0 CHECK (open_history IN (0, 1)),
    pictures        INTEGER NOT NULL DEFAULT 1 CHECK (pictures IN (0, 1)),
    faces           TEXT    CHECK (faces IN ('four', 'french', 'cyrillic', 'german'))
) STRICT;

-- The settings of a user.  NULL: as the server has it.
--   name                      the display name, as it was last seen
--   summoning                 when to notify the user of a turn
--   quiet_from, quiet_until   hours without notifications; quiet_from NULL for no such hours
--   refused                   a direct message could not be delivered, and the user does not know
--   spelled                   private messages have words in place of card tiles
--   offered                   a language that Discord does not know was offered, once
CREATE TABLE person (
    user_id     INTEGER PRIMARY KEY,
    locale      TEXT,
    name        TEXT,
    seal        INTEGER,
    summoning   TEXT    NOT NULL DEFAULT 'always'
                CHECK (summoning IN ('always', 'late', 'never', 'direct')),
    quiet_from  INTEGER CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_until INTEGER NOT NULL DEFAULT 8 CHECK (quiet_until BETWEEN 0 AND 23),
    zone        TEXT,
    refused     INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
    spelled     INTEGER NOT NULL DEFAULT 0 CHECK (spelled IN (0, 1)),
    pictures    INTEGER CHECK (pictures IN (0, 1)),
    faces       TEXT    CHECK (faces IN ('four', 'french', 'cyrillic', 'german')),
    offered     INTEGER NOT NULL DEFAULT 0 CHECK (offered IN (0, 1))
) STRICT;

-- House rules that a server has saved under a name.  key: the name in lower case, so that no two
-- names differ only in capitals.  code: the rules as one line, as users paste them.  The author is
-- not stored.
CREATE TABLE agreement (
    guild_id INTEGER NOT NULL,
    key      TEXT    NOT NULL CHECK (key <> ''),
    name     TEXT    NOT NULL,
    code     TEXT    NOT NULL,
    seal     INTEGER,
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

-- A table that opens by itself every week in its channel, in the time zone of the server.
-- weekday: 0 is Monday.  minute: of the day.  opens_at: the next time.  missed: why the last one
-- did not open (bot/model/enums.py), '' if it did.
CREATE TABLE weekly (
    weekly_id  INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    weekday    INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    minute     INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    rules      TEXT    NOT NULL,
    clock      TEXT    NOT NULL,
    opens_at   INTEGER NOT NULL,
    missed     TEXT    NOT NULL DEFAULT '',
    seal       INTEGER
) STRICT;

CREATE INDEX weekly_guild ON weekly (guild_id);
CREATE INDEX weekly_opens ON weekly (opens_at);

-- Facts about the database itself, by name: its identity, the hash of its schema, the heartbeat.
CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    seal  INTEGER
) STRICT, WITHOUT ROWID;

-- tables ----------------------------------------------------------------------------------

-- A table of players with its match, from the lobby to the end.
--   place_id, message_id        the thread or channel of the table, and its public message
--   started_at, ended_at        of the match
--   deadline, wake              when the turn ends; when the timer is due, half way there and then
--                               at the deadline
--   shows                       the subject of the newest public message
--   version                     the number of log lines
--   revision                    rises with every visible change that is no line
--   painted, painted_revision   the version and revision the public message shows, -1 for none
--   friendly                    the match counts in no leaderboard
--   ends_at                     of a match for time: computed once, at its start
--   starts_at                   an agreed time of the start, NULL once it has come
--   clock_chosen                0: nobody chose the clock, and one human among robots has none
--   seal NULL                   the game is damaged and frozen
CREATE TABLE game (
    game_id          INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    place_id         INTEGER,
    message_id       INTEGER,
    host_id          INTEGER NOT NULL,
    rules            TEXT    NOT NULL,
    status           TEXT    NOT NULL DEFAULT 'lobby'
                     CHECK (status IN ('lobby', 'playing', 'paused', 'frozen', 'over', 'void')),
    clock            TEXT    NOT NULL,
    created_at       INTEGER NOT NULL,
    started_at       INTEGER,
    ended_at         INTEGER,
    deadline         INTEGER,
    wake             INTEGER,
    shows            TEXT    NOT NULL DEFAULT '',
    version          INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    painted          INTEGER NOT NULL DEFAULT -1 CHECK (painted >= -1),
    revision         INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    painted_revision INTEGER NOT NULL DEFAULT -1 CHECK (painted_revision >= -1),
    friendly         INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1)),
    ends_at          INTEGER,
    seal             INTEGER,
    starts_at        INTEGER,
    clock_chosen     INTEGER NOT NULL DEFAULT 1 CHECK (clock_chosen IN (0, 1)),
    CHECK ((status IN ('over', 'void')) = (ended_at IS NOT NULL))
) STRICT;

CREATE INDEX game_damaged ON game (game_id) WHERE seal IS NULL;
CREATE INDEX game_ended ON game (ended_at);
CREATE INDEX game_guild ON game (guild_id, status);
CREATE INDEX game_place ON game (place_id);
CREATE INDEX game_wake ON game (wake) WHERE wake IS NOT NULL;

-- The number that stands for a user within one game.  Everything the hash chain covers names users
-- by this number, so deleting a row here erases a user and leaves every link valid.
CREATE TABLE player (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    number  INTEGER NOT NULL CHECK (number > 0),
    user_id INTEGER NOT NULL,
    seal    INTEGER,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX player_user ON player (user_id, game_id);

-- A holder of a seat for the log lines since <= version < until: a player or a robot.
--   user_id      NULL beside a player: the user was erased
--   misses       timeouts of this player; away: a robot plays for them until they return
--   kept_for     the user who left this seat, which a robot plays on; owner: their player number
--   left_in      the deal in which they left
--   first_deal   the deal from which the owner has the seat, NULL for the first
CREATE TABLE sitting (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id    INTEGER,
    player     INTEGER,
    robot      TEXT,
    since      INTEGER NOT NULL CHECK (since >= 0),
    until      INTEGER CHECK (until > since),
    misses     INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0),
    away       INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    seal       INTEGER,
    kept_for   INTEGER CHECK (kept_for IS NULL OR robot IS NOT NULL),
    owner      INTEGER CHECK (owner IS NULL OR robot IS NOT NULL),
    left_in    INTEGER CHECK ((left_in IS NULL) = (owner IS NULL)),
    first_deal INTEGER CHECK (first_deal >= 1),
    PRIMARY KEY (game_id, seat, since),
    CHECK ((player IS NULL) <> (robot IS NULL)),
    CHECK (user_id IS NULL OR player IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX sitting_kept ON sitting (kept_for) WHERE kept_for IS NOT NULL;
CREATE UNIQUE INDEX sitting_now ON sitting (game_id, seat) WHERE until IS NULL;
CREATE UNIQUE INDEX sitting_user ON sitting (user_id, game_id)
    WHERE until IS NULL AND user_id IS NOT NULL;

-- An open vote.  seat, heir: the seat to hand over, and the user who would take it.
CREATE TABLE vote (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    user_id INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    seal    INTEGER,
    seat    INTEGER CHECK (seat BETWEEN 0 AND 3),
    heir    INTEGER CHECK ((heir IS NULL) = (seat IS NULL)),
    PRIMARY KEY (game_id, user_id, kind)
) STRICT, WITHOUT ROWID;

-- A notification that was sent.  turn: the version of the table it was for, 0 for the start of a
-- match.  message_id NULL: the user was present, and no message was needed.
CREATE TABLE summons (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    user_id    INTEGER NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('start', 'turn', 'late')),
    turn       INTEGER NOT NULL CHECK (turn >= 0),
    place_id   INTEGER,
    message_id INTEGER,
    seal       INTEGER,
    PRIMARY KEY (game_id, user_id, kind, turn),
    CHECK ((place_id IS NULL) = (message_id IS NULL))
) STRICT, WITHOUT ROWID;

-- the log ---------------------------------------------------------------------------------

-- The origin of a deck: a seed drawn before the cut, and the words of the players who cut, a line
-- "seat word" each, with seats from 1 in order (docs/fairness.md).  The seed is hexadecimal text,
-- because a checksum of bytes would end at the first zero.
CREATE TABLE shuffle (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    deal    INTEGER NOT NULL CHECK (deal >= 1),
    seed    TEXT    NOT NULL CHECK (length(seed) = 64 AND seed NOT GLOB '*[^0-9a-f]*'),
    words   TEXT    NOT NULL DEFAULT '',
    seal    INTEGER,
    PRIMARY KEY (game_id, deal)
) STRICT, WITHOUT ROWID;

-- A line of the log of a game.  seat: -1 is the table itself.  "by": who caused it, a player by
-- number.  link: SHA-256 over the previous link, the line, the seat holders and the rows the line
-- closes (bot/store/integrity/hash_chain.py).
CREATE TABLE line (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    version INTEGER NOT NULL CHECK (version >= 0),
    deal    INTEGER NOT NULL CHECK (deal >= 0),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN -1 AND 3),
    text    TEXT    NOT NULL,
    "by"    TEXT    NOT NULL CHECK (
        "by" IN ('table', 'robot', 'clock')
        OR ("by" GLOB '[1-9]*' AND "by" NOT GLOB '*[^0-9]*')
    ),
    at      INTEGER NOT NULL,
    link    BLOB    NOT NULL DEFAULT x'',
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX line_takeback ON line (game_id) WHERE text LIKE 'takeback %';

-- The lines of an old match, packed.  lines: the columns of ``line`` without links, as JSON and
-- compressed (bot/store/packing.py).  Lines that are read singly stay rows: decks, take-backs, and
-- everything after the last scored deal.  link: that of the last packed line, to which the chain
-- over all of them leads.
CREATE TABLE archive (
    game_id INTEGER PRIMARY KEY REFERENCES game (game_id),
    lines   BLOB    NOT NULL,
    link    BLOB    NOT NULL CHECK (length(link) = 32)
) STRICT;

-- scores ----------------------------------------------------------------------------------

-- A closed deal.  The open deal begins with the line after the newest last_version.
--
-- An ordinary table: WITHOUT ROWID keeps only a quarter of a page of a row in place, and summary
-- and carry of most deals are a little longer and would take a page of their own.
CREATE TABLE deal (
    game_id      INTEGER NOT NULL REFERENCES game (game_id),
    deal         INTEGER NOT NULL CHECK (deal >= 0),
    last_version INTEGER NOT NULL CHECK (last_version >= 0),
    summary      TEXT    NOT NULL,
    carry        TEXT    NOT NULL,
    closed_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal)
) STRICT;

CREATE INDEX deal_closed ON deal (closed_at);

-- An entry of the score sheet.  version: the line that wrote it, NULL for the line that closed the
-- deal.
CREATE TABLE posting (
    game_id  INTEGER NOT NULL,
    deal     INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    account  TEXT    NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    against  INTEGER CHECK (against BETWEEN 0 AND 3),
    amount   INTEGER NOT NULL,
    why      TEXT    NOT NULL,
    count    INTEGER NOT NULL,
    unit     INTEGER NOT NULL,
    version  INTEGER CHECK (version >= 0),
    PRIMARY KEY (game_id, deal, position),
    FOREIGN KEY (game_id, deal) REFERENCES deal (game_id, deal)
) STRICT, WITHOUT ROWID;

-- The score of an owner of a seat in an open match, before somebody else took the seat over.
CREATE TABLE share (
    game_id    INTEGER NOT NULL REFERENCES game (game_id),
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    part       INTEGER NOT NULL CHECK (part >= 1),
    player     INTEGER,
    robot      TEXT,
    balance    INTEGER NOT NULL,
    place      INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    mark       TEXT    NOT NULL CHECK (mark IN ('left', 'handed')),
    first_deal INTEGER,
    last_deal  INTEGER NOT NULL,
    seal       INTEGER,
    PRIMARY KEY (game_id, seat, part),
    CHECK ((player IS NULL) <> (robot IS NULL))
) STRICT, WITHOUT ROWID;

-- The result of an owner of a seat in a finished match.
--   part                    0 is the owner at the end, 1 and up are the earlier owners in order
--   mark                    set if the owner did not stay
--   first_deal, last_deal   the deals it covers, NULL for the first and the last of the match
--   friendly                as the game had it at its end
--   of_two                  two seats have a result, and no more
CREATE TABLE result (
    game_id     INTEGER NOT NULL REFERENCES game (game_id),
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    part        INTEGER NOT NULL DEFAULT 0 CHECK (part >= 0),
    user_id     INTEGER,
    player      INTEGER,
    robot       TEXT,
    balance     INTEGER NOT NULL,
    place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    mark        TEXT    CHECK (mark IN ('left', 'handed')),
    first_deal  INTEGER,
    last_deal   INTEGER,
    guild_id    INTEGER NOT NULL,
    family      TEXT    NOT NULL,
    preset      TEXT    NOT NULL,
    season      TEXT    NOT NULL,
    with_robots INTEGER NOT NULL CHECK (with_robots IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    seal        INTEGER,
    friendly    INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1)),
    of_two      INTEGER NOT NULL DEFAULT 0 CHECK (of_two IN (0, 1)),
    PRIMARY KEY (game_id, seat, part),
    CHECK ((player IS NULL) <> (robot IS NULL)),
    CHECK (user_id IS NULL OR player IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_guild ON result (guild_id, ended_at);
-- everything a leaderboard reads, so that it reads the index alone
CREATE INDEX result_ranked ON result (
    guild_id, friendly, with_robots, of_two, user_id, balance, place, mark, family, preset, season
) WHERE user_id IS NOT NULL;
CREATE INDEX result_season ON result (guild_id, season, ended_at);
CREATE INDEX result_user ON result (guild_id, user_id);

-- reviews ---------------------------------------------------------------------------------

-- A closed deal that was compared with best play.  hidden: its cards were never all revealed.
CREATE TABLE review (
    game_id INTEGER NOT NULL,
    deal    INTEGER NOT NULL,
    kind    TEXT    NOT NULL
            CHECK (kind IN ('contract', 'misere', 'all_pass', 'unplayed', 'hidden')),
    seal    INTEGER,
    PRIMARY KEY (game_id, deal),
    FOREIGN KEY (game_id, deal) REFERENCES deal (game_id, deal)
) STRICT, WITHOUT ROWID;

-- The review of one seat.
--   worth, made       tricks by best play of all, and in fact
--   decisions         cards with a choice; tricks_given: tricks given away by them
--   par               points by best play of all from the first lead, in units of the settlement
--   given, received   points given away by own cards, and received by the cards of others
--   agreed            points agreed by a claim
--   earned            points the deal brought
CREATE TABLE review_seat (
    game_id      INTEGER NOT NULL,
    deal         INTEGER NOT NULL,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id      INTEGER,
    player       INTEGER,
    robot        TEXT,
    family       TEXT    NOT NULL,
    declared     INTEGER NOT NULL CHECK (declared IN (0, 1)),
    fulfilled    INTEGER NOT NULL CHECK (fulfilled IN (0, 1) AND fulfilled <= declared),
    worth        INTEGER NOT NULL CHECK (worth BETWEEN 0 AND 10),
    made         INTEGER NOT NULL CHECK (made BETWEEN 0 AND 10),
    decisions    INTEGER NOT NULL CHECK (decisions >= 0),
    tricks_given INTEGER NOT NULL CHECK (tricks_given >= 0),
    par          INTEGER NOT NULL,
    given        INTEGER NOT NULL,
    received     INTEGER NOT NULL,
    agreed       INTEGER NOT NULL,
    earned       INTEGER NOT NULL,
    seal         INTEGER,
    PRIMARY KEY (game_id, deal, seat),
    FOREIGN KEY (game_id, deal) REFERENCES review (game_id, deal),
    CHECK ((player IS NULL) <> (robot IS NULL)),
    CHECK (user_id IS NULL OR player IS NOT NULL),
    CHECK (earned = par - given + received + agreed)
) STRICT, WITHOUT ROWID;

CREATE INDEX review_seat_user ON review_seat (user_id) WHERE user_id IS NOT NULL;

-- Running totals of the robots' reviewed deals, by server, family and level.  Only ranked matches
-- count: not friendly, not void, and sound when the review was written.  The two triggers below
-- maintain them (bot/store/integrity/robot_totals.py).
CREATE TABLE robot_sum (
    guild_id     INTEGER NOT NULL,
    family       TEXT    NOT NULL,
    robot        TEXT    NOT NULL,
    deals        INTEGER NOT NULL,
    declared     INTEGER NOT NULL,
    fulfilled    INTEGER NOT NULL,
    played       INTEGER NOT NULL,
    decisions    INTEGER NOT NULL,
    tricks_given INTEGER NOT NULL,
    par          INTEGER NOT NULL,
    given        INTEGER NOT NULL,
    received     INTEGER NOT NULL,
    agreed       INTEGER NOT NULL,
    earned       INTEGER NOT NULL,
    seal         INTEGER,
    PRIMARY KEY (guild_id, family, robot)
) STRICT, WITHOUT ROWID;

-- Adds the review of a robot's seat to the totals.
CREATE TRIGGER robot_reviewed AFTER INSERT ON review_seat WHEN NEW.robot IS NOT NULL BEGIN
    INSERT INTO robot_sum
        SELECT guild_id, NEW.family, NEW.robot, 1, NEW.declared, NEW.fulfilled, NEW.decisions > 0,
            NEW.decisions, NEW.tricks_given, NEW.par, NEW.given, NEW.received, NEW.agreed,
            NEW.earned, NULL
        FROM game WHERE game_id = NEW.game_id
            AND friendly = 0 AND status <> 'void' AND seal IS NOT NULL
        ON CONFLICT DO UPDATE SET
            deals = deals + 1,
            declared = declared + excluded.declared,
            fulfilled = fulfilled + excluded.fulfilled,
            played = played + excluded.played,
            decisions = decisions + excluded.decisions,
            tricks_given = tricks_given + excluded.tricks_given,
            par = par + excluded.par,
            given = given + excluded.given,
            received = received + excluded.received,
            agreed = agreed + excluded.agreed,
            earned = earned + excluded.earned;
END;

-- Takes the reviews of a match that became void out of the totals.
CREATE TRIGGER robot_annulled AFTER UPDATE OF status ON game
WHEN NEW.status = 'void' AND OLD.status <> 'void' AND NEW.friendly = 0 AND OLD.seal IS NOT NULL
BEGIN
    UPDATE robot_sum SET
        deals = robot_sum.deals - gone.deals,
        declared = robot_sum.declared - gone.declared,
        fulfilled = robot_sum.fulfilled - gone.fulfilled,
        played = robot_sum.played - gone.played,
        decisions = robot_sum.decisions - gone.decisions,
        tricks_given = robot_sum.tricks_given - gone.tricks_given,
        par = robot_sum.par - gone.par,
        given = robot_sum.given - gone.given,
        received = robot_sum.received - gone.received,
        agreed = robot_sum.agreed - gone.agreed,
        earned = robot_sum.earned - gone.earned
    FROM (
        SELECT family, robot, count(*) AS deals, sum(declared) AS declared,
            sum(fulfilled) AS fulfilled, sum(decisions > 0) AS played, sum(decisions) AS decisions,
            sum(tricks_given) AS tricks_given, sum(par) AS par, sum(given) AS given,
            sum(received) AS received, sum(agreed) AS agreed, sum(earned) AS earned
        FROM review_seat WHERE game_id = NEW.game_id AND robot IS NOT NULL GROUP BY family, robot
    ) AS gone
    WHERE guild_id = NEW.guild_id AND robot_sum.family = gone.family
        AND robot_sum.robot = gone.robot;
END;

-- problems --------------------------------------------------------------------------------

-- The work of one user on one problem.
--   guild_id, day   the problem of a server on a day (days since 1970-01-01, UTC); both 0 for
--                   practice, which belongs to no server
--   line            the cards played, by name
--   lost            the declarer's tricks after a mistake at the end of the line
--   tries           mistakes and new starts before it was solved, plus one
--   helped          the solution was shown before that
--   shared          the user posted the result
CREATE TABLE etude (
    user_id    INTEGER NOT NULL,
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL CHECK (day >= 0),
    key        TEXT    NOT NULL,
    line       TEXT    NOT NULL,
    lost       INTEGER CHECK (lost BETWEEN 0 AND 10),
    tries      INTEGER NOT NULL DEFAULT 1 CHECK (tries >= 1),
    helped     INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1)),
    shared     INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    touched_at INTEGER NOT NULL,
    solved_at  INTEGER,
    seal       INTEGER,
    PRIMARY KEY (user_id, guild_id, day, key),
    CHECK ((guild_id = 0) = (day = 0))
) STRICT, WITHOUT ROWID;

CREATE INDEX etude_day ON etude (guild_id, day) WHERE day > 0;
