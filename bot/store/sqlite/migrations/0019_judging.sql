-- Reported deals of matches and the decisions of managers about them.
--
-- A person reports a deal once.  note: what they wrote.  answered: the decision that answered it.
CREATE TABLE report (
    game_id  INTEGER NOT NULL REFERENCES game (game_id),
    deal     INTEGER NOT NULL CHECK (deal >= 1),
    user_id  INTEGER NOT NULL,
    note     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    answered INTEGER,
    told     INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    seal     INTEGER,
    PRIMARY KEY (game_id, deal, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX report_open ON report (game_id) WHERE answered IS NULL;
CREATE INDEX report_user ON report (user_id, at);

-- A decision about a deal; the deal's are numbered from 1.  judge_id: the manager, 0 if erased.
-- entries: what it adds to the sheet, as in the line of the log.  undoes: the number of the
-- decision that it takes back, which then is undone.  version: its line, NULL until that is
-- written, which is when no deal is being played.
CREATE TABLE ruling (
    game_id  INTEGER NOT NULL REFERENCES game (game_id),
    deal     INTEGER NOT NULL CHECK (deal >= 1),
    number   INTEGER NOT NULL CHECK (number >= 1),
    kind     TEXT    NOT NULL CHECK (kind IN ('void', 'correct', 'dismiss', 'undo')),
    judge_id INTEGER NOT NULL,
    reason   TEXT    NOT NULL,
    entries  TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    undoes   INTEGER CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
    version  INTEGER,
    undone   INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    seal     INTEGER,
    PRIMARY KEY (game_id, deal, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX ruling_unwritten ON ruling (game_id) WHERE version IS NULL;

-- first_balance, first_place: what the end of the match wrote, before any decision changed it; the
-- hash chain covers these.
ALTER TABLE result ADD COLUMN first_balance INTEGER;
ALTER TABLE result ADD COLUMN first_place INTEGER;

-- The deal is void, so that its reviews count nowhere.
ALTER TABLE review_seat ADD COLUMN void INTEGER NOT NULL DEFAULT 0 CHECK (void IN (0, 1));

DROP VIEW counted_review;

-- As in 0009_play_totals.sql, without void deals.
CREATE VIEW counted_review AS SELECT
    review_seat.game_id, deal, seat, guild_id, coalesce(review_seat.user_id, 0) AS user_id,
    coalesce(robot, '') AS robot,
    CASE WHEN instr(rules, '"preset":"') > 0
        THEN replace(substr(rules, instr(rules, '"preset":"') + 10), '"}', '')
        ELSE '' END AS preset,
    (rules LIKE '%"players":2,%' OR rules LIKE '%"players":2}%') AS of_two,
    (EXISTS (
        SELECT 1 FROM sitting JOIN deal AS closed USING (game_id)
        WHERE sitting.game_id = review_seat.game_id AND closed.deal = review_seat.deal
            AND sitting.robot IS NOT NULL AND since <= closed.last_version
            AND (until IS NULL OR until > closed.last_version)
    )) AS with_robots,
    family, 1 AS deals, declared, fulfilled, (decisions > 0) AS played, decisions,
    tricks_given, par, given, received, agreed, earned,
    CASE WHEN decisions > 0 THEN min(given, 30) ELSE 0 END AS capped,
    CASE WHEN decisions > 0 THEN min(given, 30) * min(given, 30) ELSE 0 END AS capped_squares,
    (decisions > 0 AND tricks_given = 0) AS clean,
    tricks_given * tricks_given AS tricks_squares,
    tricks_given * decisions AS tricks_by_decisions, decisions * decisions AS decisions_squares,
    (datum IS NOT NULL) AS compared,
    coalesce(100 * earned - datum, 0) AS gain,
    coalesce((100 * earned - datum) * (100 * earned - datum), 0) AS gain_squares
FROM review_seat JOIN game USING (game_id)
WHERE review_seat.void = 0 AND friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL
    AND (review_seat.user_id IS NOT NULL OR robot IS NOT NULL);
