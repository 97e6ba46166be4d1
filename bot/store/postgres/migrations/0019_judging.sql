-- As bot/store/sqlite/migrations/0019_judging.sql, where the columns are explained.
CREATE TABLE report (
    game_id  bigint NOT NULL REFERENCES game (game_id),
    deal     bigint NOT NULL CHECK (deal >= 1),
    user_id  bigint NOT NULL,
    note     text COLLATE "C" NOT NULL,
    at       bigint NOT NULL,
    answered bigint,
    told     bigint NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    seal     bigint,
    PRIMARY KEY (game_id, deal, user_id)
);

CREATE INDEX report_open ON report (game_id) WHERE answered IS NULL;
CREATE INDEX report_user ON report (user_id, at);

CREATE TABLE ruling (
    game_id  bigint NOT NULL REFERENCES game (game_id),
    deal     bigint NOT NULL CHECK (deal >= 1),
    number   bigint NOT NULL CHECK (number >= 1),
    kind     text COLLATE "C" NOT NULL CHECK (kind IN ('void', 'correct', 'dismiss', 'undo')),
    judge_id bigint NOT NULL,
    reason   text COLLATE "C" NOT NULL,
    entries  text COLLATE "C" NOT NULL,
    at       bigint NOT NULL,
    undoes   bigint CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
    version  bigint,
    undone   bigint NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    seal     bigint,
    PRIMARY KEY (game_id, deal, number)
);

CREATE INDEX ruling_unwritten ON ruling (game_id) WHERE version IS NULL;

ALTER TABLE result ADD COLUMN first_balance bigint;
ALTER TABLE result ADD COLUMN first_place bigint;
ALTER TABLE review_seat ADD COLUMN void bigint NOT NULL DEFAULT 0 CHECK (void IN (0, 1));

CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON report
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON ruling
    FOR EACH ROW EXECUTE FUNCTION keep_seal();

DROP VIEW counted_review;

-- As in 0009_play_totals.sql, without void deals.
CREATE VIEW counted_review AS SELECT
    review_seat.game_id, deal, seat, guild_id, coalesce(review_seat.user_id, 0) AS user_id,
    coalesce(robot, '') AS robot,
    CASE WHEN strpos(rules, '"preset":"') > 0
        THEN replace(substr(rules, strpos(rules, '"preset":"') + 10), '"}', '')
        ELSE '' END AS preset,
    (rules LIKE '%"players":2,%' OR rules LIKE '%"players":2}%')::integer AS of_two,
    (EXISTS (
        SELECT 1 FROM preferans.sitting JOIN preferans.deal AS closed USING (game_id)
        WHERE sitting.game_id = review_seat.game_id AND closed.deal = review_seat.deal
            AND sitting.robot IS NOT NULL AND since <= closed.last_version
            AND (until IS NULL OR until > closed.last_version)
    ))::integer AS with_robots,
    family, 1 AS deals, declared, fulfilled, (decisions > 0)::integer AS played, decisions,
    tricks_given, par, given, received, agreed, earned,
    CASE WHEN decisions > 0 THEN least(given, 30) ELSE 0 END AS capped,
    CASE WHEN decisions > 0 THEN least(given, 30) * least(given, 30) ELSE 0 END AS capped_squares,
    (decisions > 0 AND tricks_given = 0)::integer AS clean,
    tricks_given * tricks_given AS tricks_squares,
    tricks_given * decisions AS tricks_by_decisions, decisions * decisions AS decisions_squares,
    (datum IS NOT NULL)::integer AS compared,
    coalesce(100 * earned - datum, 0) AS gain,
    coalesce((100 * earned - datum) * (100 * earned - datum), 0) AS gain_squares
FROM preferans.review_seat JOIN preferans.game USING (game_id)
WHERE review_seat.void = 0 AND friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL
    AND (review_seat.user_id IS NOT NULL OR robot IS NOT NULL);
