-- What robots earn with the deck of a deal, and totals of reviewed deals for members too.
--
-- review_seat.datum: the trimmed mean of eight tables of robots in this seat with the same deck, in
-- hundredths of a point (bot/robots/same_deck.py).  NULL: not compared.
ALTER TABLE review_seat ADD COLUMN datum INTEGER;

DROP TRIGGER robot_reviewed;
DROP TRIGGER robot_annulled;
DROP TABLE robot_sum;

-- Running totals of the reviewed deals of members and robots, by server, preset and company.  Only
-- ranked matches count: not friendly, not void, and sound when the review was written.  The
-- triggers below maintain them (bot/store/integrity/play_totals.py).
--   user_id, robot      0 for a robot; '' for a member
--   of_two              the match is for two; with_robots: a robot had a seat in the deal
--   played, clean       deals with a decision, and those of them in which no trick was given
--   capped              points given, of each deal at most 30; capped_squares: of their squares
--   tricks_squares, tricks_by_decisions, decisions_squares   for the error of tricks by decisions
--   compared, gain      deals with a datum, and how much more they brought, in hundredths
CREATE TABLE play_sum (
    guild_id            INTEGER NOT NULL,
    user_id             INTEGER NOT NULL,
    robot               TEXT    NOT NULL,
    preset              TEXT    NOT NULL,
    of_two              INTEGER NOT NULL,
    with_robots         INTEGER NOT NULL,
    family              TEXT    NOT NULL,
    deals               INTEGER NOT NULL,
    declared            INTEGER NOT NULL,
    fulfilled           INTEGER NOT NULL,
    played              INTEGER NOT NULL,
    decisions           INTEGER NOT NULL,
    tricks_given        INTEGER NOT NULL,
    par                 INTEGER NOT NULL,
    given               INTEGER NOT NULL,
    received            INTEGER NOT NULL,
    agreed              INTEGER NOT NULL,
    earned              INTEGER NOT NULL,
    capped              INTEGER NOT NULL,
    capped_squares      INTEGER NOT NULL,
    clean               INTEGER NOT NULL,
    tricks_squares      INTEGER NOT NULL,
    tricks_by_decisions INTEGER NOT NULL,
    decisions_squares   INTEGER NOT NULL,
    compared            INTEGER NOT NULL,
    gain                INTEGER NOT NULL,
    gain_squares        INTEGER NOT NULL,
    seal                INTEGER,
    PRIMARY KEY (guild_id, user_id, robot, preset, of_two, with_robots)
) STRICT, WITHOUT ROWID;

-- A reviewed deal of one seat as the totals count it.  The rules are JSON with sorted keys
-- (bot/presets.py); the functions of JSON may not stand in a view.
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
WHERE friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL
    AND (review_seat.user_id IS NOT NULL OR robot IS NOT NULL);

INSERT INTO play_sum
    SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
        sum(deals), sum(declared), sum(fulfilled), sum(played), sum(decisions),
        sum(tricks_given), sum(par), sum(given), sum(received), sum(agreed), sum(earned),
        sum(capped), sum(capped_squares), sum(clean), sum(tricks_squares),
        sum(tricks_by_decisions), sum(decisions_squares), sum(compared), sum(gain),
        sum(gain_squares), NULL
    FROM counted_review GROUP BY guild_id, user_id, robot, preset, of_two, with_robots, family;

CREATE TRIGGER play_reviewed AFTER INSERT ON review_seat BEGIN
    INSERT INTO play_sum
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            deals, declared, fulfilled, played, decisions, tricks_given, par, given, received,
            agreed, earned, capped, capped_squares, clean, tricks_squares, tricks_by_decisions,
            decisions_squares, compared, gain, gain_squares, NULL
        FROM counted_review
        WHERE game_id = NEW.game_id AND deal = NEW.deal AND seat = NEW.seat
        ON CONFLICT DO UPDATE SET
            deals = play_sum.deals + excluded.deals,
            declared = play_sum.declared + excluded.declared,
            fulfilled = play_sum.fulfilled + excluded.fulfilled,
            played = play_sum.played + excluded.played,
            decisions = play_sum.decisions + excluded.decisions,
            tricks_given = play_sum.tricks_given + excluded.tricks_given,
            par = play_sum.par + excluded.par, given = play_sum.given + excluded.given,
            received = play_sum.received + excluded.received,
            agreed = play_sum.agreed + excluded.agreed, earned = play_sum.earned + excluded.earned,
            capped = play_sum.capped + excluded.capped,
            capped_squares = play_sum.capped_squares + excluded.capped_squares,
            clean = play_sum.clean + excluded.clean,
            tricks_squares = play_sum.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = play_sum.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = play_sum.decisions_squares + excluded.decisions_squares,
            compared = play_sum.compared + excluded.compared, gain = play_sum.gain + excluded.gain,
            gain_squares = play_sum.gain_squares + excluded.gain_squares;
END;

-- An erased member leaves the totals, a datum joins them: the row is taken out as it was and added
-- as it is.
CREATE TRIGGER play_changing BEFORE UPDATE OF user_id, datum ON review_seat BEGIN
    INSERT INTO play_sum
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            -deals, -declared, -fulfilled, -played, -decisions, -tricks_given, -par, -given,
            -received, -agreed, -earned, -capped, -capped_squares, -clean, -tricks_squares,
            -tricks_by_decisions, -decisions_squares, -compared, -gain, -gain_squares, NULL
        FROM counted_review
        WHERE game_id = OLD.game_id AND deal = OLD.deal AND seat = OLD.seat
        ON CONFLICT DO UPDATE SET
            deals = play_sum.deals + excluded.deals,
            declared = play_sum.declared + excluded.declared,
            fulfilled = play_sum.fulfilled + excluded.fulfilled,
            played = play_sum.played + excluded.played,
            decisions = play_sum.decisions + excluded.decisions,
            tricks_given = play_sum.tricks_given + excluded.tricks_given,
            par = play_sum.par + excluded.par, given = play_sum.given + excluded.given,
            received = play_sum.received + excluded.received,
            agreed = play_sum.agreed + excluded.agreed, earned = play_sum.earned + excluded.earned,
            capped = play_sum.capped + excluded.capped,
            capped_squares = play_sum.capped_squares + excluded.capped_squares,
            clean = play_sum.clean + excluded.clean,
            tricks_squares = play_sum.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = play_sum.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = play_sum.decisions_squares + excluded.decisions_squares,
            compared = play_sum.compared + excluded.compared, gain = play_sum.gain + excluded.gain,
            gain_squares = play_sum.gain_squares + excluded.gain_squares;
    DELETE FROM play_sum WHERE
        guild_id = (SELECT guild_id FROM game WHERE game_id = OLD.game_id)
        AND user_id = coalesce(OLD.user_id, 0) AND deals <= 0;
END;

CREATE TRIGGER play_changed AFTER UPDATE OF user_id, datum ON review_seat BEGIN
    INSERT INTO play_sum
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            deals, declared, fulfilled, played, decisions, tricks_given, par, given, received,
            agreed, earned, capped, capped_squares, clean, tricks_squares, tricks_by_decisions,
            decisions_squares, compared, gain, gain_squares, NULL
        FROM counted_review
        WHERE game_id = NEW.game_id AND deal = NEW.deal AND seat = NEW.seat
        ON CONFLICT DO UPDATE SET
            deals = play_sum.deals + excluded.deals,
            declared = play_sum.declared + excluded.declared,
            fulfilled = play_sum.fulfilled + excluded.fulfilled,
            played = play_sum.played + excluded.played,
            decisions = play_sum.decisions + excluded.decisions,
            tricks_given = play_sum.tricks_given + excluded.tricks_given,
            par = play_sum.par + excluded.par, given = play_sum.given + excluded.given,
            received = play_sum.received + excluded.received,
            agreed = play_sum.agreed + excluded.agreed, earned = play_sum.earned + excluded.earned,
            capped = play_sum.capped + excluded.capped,
            capped_squares = play_sum.capped_squares + excluded.capped_squares,
            clean = play_sum.clean + excluded.clean,
            tricks_squares = play_sum.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = play_sum.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = play_sum.decisions_squares + excluded.decisions_squares,
            compared = play_sum.compared + excluded.compared, gain = play_sum.gain + excluded.gain,
            gain_squares = play_sum.gain_squares + excluded.gain_squares;
END;

-- Takes the reviews of a match that becomes void out of the totals.
CREATE TRIGGER play_annulled BEFORE UPDATE OF status ON game
WHEN NEW.status = 'void' AND OLD.status <> 'void' AND NEW.friendly = 0
    AND OLD.seal IS NOT NULL
BEGIN
    INSERT INTO play_sum
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            -sum(deals), -sum(declared), -sum(fulfilled), -sum(played), -sum(decisions),
            -sum(tricks_given), -sum(par), -sum(given), -sum(received), -sum(agreed), -sum(earned),
            -sum(capped), -sum(capped_squares), -sum(clean), -sum(tricks_squares),
            -sum(tricks_by_decisions), -sum(decisions_squares), -sum(compared), -sum(gain),
            -sum(gain_squares), NULL
        FROM counted_review
        WHERE game_id = OLD.game_id
        GROUP BY guild_id, user_id, robot, preset, of_two, with_robots, family
        ON CONFLICT DO UPDATE SET
            deals = play_sum.deals + excluded.deals,
            declared = play_sum.declared + excluded.declared,
            fulfilled = play_sum.fulfilled + excluded.fulfilled,
            played = play_sum.played + excluded.played,
            decisions = play_sum.decisions + excluded.decisions,
            tricks_given = play_sum.tricks_given + excluded.tricks_given,
            par = play_sum.par + excluded.par, given = play_sum.given + excluded.given,
            received = play_sum.received + excluded.received,
            agreed = play_sum.agreed + excluded.agreed, earned = play_sum.earned + excluded.earned,
            capped = play_sum.capped + excluded.capped,
            capped_squares = play_sum.capped_squares + excluded.capped_squares,
            clean = play_sum.clean + excluded.clean,
            tricks_squares = play_sum.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = play_sum.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = play_sum.decisions_squares + excluded.decisions_squares,
            compared = play_sum.compared + excluded.compared, gain = play_sum.gain + excluded.gain,
            gain_squares = play_sum.gain_squares + excluded.gain_squares;
    DELETE FROM play_sum WHERE guild_id = OLD.guild_id AND deals <= 0;
END;
