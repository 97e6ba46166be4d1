-- Every line carries a hash, every other row a checksum; people have a number in each game.
--
-- line.link, x'' until it is computed: SHA-256 over the previous link, the line, the seat holders,
-- and the rows it closes (bot/store/integrity/hash_chain.py).  seal: a checksum of the row's other
-- columns, NULL once it failed (bot/store/integrity/checksums.py); game.seal NULL: the game is
-- damaged and frozen.  The program fills in both, in the transaction of this step.

-- The only table that identifies players.  Deleting a row erases the person.
CREATE TABLE player (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    number  INTEGER NOT NULL CHECK (number > 0),
    user_id INTEGER NOT NULL,
    seal    INTEGER,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX player_user ON player (user_id, game_id);

INSERT INTO player (game_id, number, user_id)
    SELECT game_id, abs(random() % 1000000000000) + 1, user_id FROM (
        SELECT game_id, user_id FROM sitting WHERE user_id IS NOT NULL
        UNION SELECT game_id, user_id FROM result WHERE user_id IS NOT NULL
        UNION SELECT game_id, user_id FROM review_seat WHERE user_id IS NOT NULL
        UNION SELECT game_id, CAST("by" AS INTEGER) FROM line WHERE "by" GLOB '[1-9]*'
    );

ALTER TABLE line ADD COLUMN link BLOB NOT NULL DEFAULT x'';

UPDATE line SET "by" = (
    SELECT CAST(number AS TEXT) FROM player
    WHERE player.game_id = line.game_id AND user_id = CAST("by" AS INTEGER)
) WHERE "by" GLOB '[1-9]*';

-- A seat belongs to a robot or a player; user_id NULL beside a player: an erased person.

CREATE TABLE sitting_5 (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id INTEGER,
    player  INTEGER,
    robot   TEXT,
    since   INTEGER NOT NULL CHECK (since >= 0),
    until   INTEGER CHECK (until > since),
    misses  INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0),
    away    INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    seal    INTEGER,
    PRIMARY KEY (game_id, seat, since),
    CHECK ((player IS NULL) <> (robot IS NULL)),
    CHECK (user_id IS NULL OR player IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO sitting_5
    SELECT game_id, seat, user_id, number, robot, since, until, misses, away, NULL
    FROM sitting LEFT JOIN player USING (game_id, user_id);
DROP TABLE sitting;
ALTER TABLE sitting_5 RENAME TO sitting;

CREATE UNIQUE INDEX sitting_now ON sitting (game_id, seat) WHERE until IS NULL;
CREATE UNIQUE INDEX sitting_user ON sitting (user_id, game_id)
    WHERE until IS NULL AND user_id IS NOT NULL;

CREATE TABLE result_5 (
    game_id     INTEGER NOT NULL REFERENCES game (game_id),
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id     INTEGER,
    player      INTEGER,
    robot       TEXT,
    balance     INTEGER NOT NULL,
    place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    guild_id    INTEGER NOT NULL,
    family      TEXT NOT NULL,
    preset      TEXT NOT NULL,
    season      TEXT NOT NULL,
    with_robots INTEGER NOT NULL CHECK (with_robots IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    seal        INTEGER,
    PRIMARY KEY (game_id, seat),
    CHECK ((player IS NULL) <> (robot IS NULL)),
    CHECK (user_id IS NULL OR player IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO result_5
    SELECT game_id, seat, user_id, number, robot, balance, place, guild_id, family, preset, season,
        with_robots, ended_at, NULL
    FROM result LEFT JOIN player USING (game_id, user_id);
DROP TABLE result;
ALTER TABLE result_5 RENAME TO result;

CREATE INDEX result_guild ON result (guild_id, ended_at);
CREATE INDEX result_user ON result (guild_id, user_id);

CREATE TABLE review_seat_5 (
    game_id      INTEGER NOT NULL,
    deal         INTEGER NOT NULL,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id      INTEGER,
    player       INTEGER,
    robot        TEXT,
    family       TEXT NOT NULL,
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

INSERT INTO review_seat_5
    SELECT game_id, deal, seat, user_id, number, robot, family, declared, fulfilled, worth, made,
        decisions, tricks_given, par, given, received, agreed, earned, NULL
    FROM review_seat LEFT JOIN player USING (game_id, user_id);
DROP TABLE review_seat;
ALTER TABLE review_seat_5 RENAME TO review_seat;

CREATE INDEX review_seat_user ON review_seat (user_id) WHERE user_id IS NOT NULL;

-- The line that wrote it; NULL: the one that closed the deal.
ALTER TABLE posting ADD COLUMN version INTEGER CHECK (version >= 0);

ALTER TABLE guild ADD COLUMN seal INTEGER;
ALTER TABLE person ADD COLUMN seal INTEGER;
ALTER TABLE game ADD COLUMN seal INTEGER;
ALTER TABLE vote ADD COLUMN seal INTEGER;
ALTER TABLE setting ADD COLUMN seal INTEGER;
ALTER TABLE etude ADD COLUMN seal INTEGER;
ALTER TABLE review ADD COLUMN seal INTEGER;
ALTER TABLE shuffle ADD COLUMN seal INTEGER;
