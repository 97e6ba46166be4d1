-- As bot/store/sqlite/migrations/0009_play_totals.sql, where the columns are explained.
ALTER TABLE review_seat ADD COLUMN datum bigint;

DROP TRIGGER robot_reviewed ON review_seat;
DROP TRIGGER robot_annulled ON game;
DROP FUNCTION add_review();
DROP FUNCTION take_reviews();
DROP TABLE robot_sum;

CREATE TABLE play_sum (
    guild_id            bigint NOT NULL,
    user_id             bigint NOT NULL,
    robot               text COLLATE "C" NOT NULL,
    preset              text COLLATE "C" NOT NULL,
    of_two              bigint NOT NULL,
    with_robots         bigint NOT NULL,
    family              text COLLATE "C" NOT NULL,
    deals               bigint NOT NULL,
    declared            bigint NOT NULL,
    fulfilled           bigint NOT NULL,
    played              bigint NOT NULL,
    decisions           bigint NOT NULL,
    tricks_given        bigint NOT NULL,
    par                 bigint NOT NULL,
    given               bigint NOT NULL,
    received            bigint NOT NULL,
    agreed              bigint NOT NULL,
    earned              bigint NOT NULL,
    capped              bigint NOT NULL,
    capped_squares      bigint NOT NULL,
    clean               bigint NOT NULL,
    tricks_squares      bigint NOT NULL,
    tricks_by_decisions bigint NOT NULL,
    decisions_squares   bigint NOT NULL,
    compared            bigint NOT NULL,
    gain                bigint NOT NULL,
    gain_squares        bigint NOT NULL,
    seal                bigint,
    PRIMARY KEY (guild_id, user_id, robot, preset, of_two, with_robots)
);

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
WHERE friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL
    AND (review_seat.user_id IS NOT NULL OR robot IS NOT NULL);

CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON play_sum
    FOR EACH ROW EXECUTE FUNCTION keep_seal();

INSERT INTO play_sum
    SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
        sum(deals), sum(declared), sum(fulfilled), sum(played), sum(decisions),
        sum(tricks_given), sum(par), sum(given), sum(received), sum(agreed), sum(earned),
        sum(capped), sum(capped_squares), sum(clean), sum(tricks_squares),
        sum(tricks_by_decisions), sum(decisions_squares), sum(compared), sum(gain),
        sum(gain_squares), NULL
    FROM counted_review GROUP BY guild_id, user_id, robot, preset, of_two, with_robots, family;

CREATE FUNCTION add_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO preferans.play_sum AS kept
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            deals, declared, fulfilled, played, decisions, tricks_given, par, given, received,
            agreed, earned, capped, capped_squares, clean, tricks_squares, tricks_by_decisions,
            decisions_squares, compared, gain, gain_squares, NULL
        FROM preferans.counted_review
        WHERE game_id = NEW.game_id AND deal = NEW.deal AND seat = NEW.seat
        ON CONFLICT (guild_id, user_id, robot, preset, of_two, with_robots) DO UPDATE SET
            deals = kept.deals + excluded.deals, declared = kept.declared + excluded.declared,
            fulfilled = kept.fulfilled + excluded.fulfilled, played = kept.played + excluded.played,
            decisions = kept.decisions + excluded.decisions,
            tricks_given = kept.tricks_given + excluded.tricks_given, par = kept.par + excluded.par,
            given = kept.given + excluded.given, received = kept.received + excluded.received,
            agreed = kept.agreed + excluded.agreed, earned = kept.earned + excluded.earned,
            capped = kept.capped + excluded.capped,
            capped_squares = kept.capped_squares + excluded.capped_squares,
            clean = kept.clean + excluded.clean,
            tricks_squares = kept.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = kept.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = kept.decisions_squares + excluded.decisions_squares,
            compared = kept.compared + excluded.compared, gain = kept.gain + excluded.gain,
            gain_squares = kept.gain_squares + excluded.gain_squares;
    RETURN NULL;
END
$$;

CREATE TRIGGER play_reviewed AFTER INSERT ON review_seat
    FOR EACH ROW EXECUTE FUNCTION add_review();
CREATE TRIGGER play_changed AFTER UPDATE OF user_id, datum ON review_seat
    FOR EACH ROW EXECUTE FUNCTION add_review();

CREATE FUNCTION take_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO preferans.play_sum AS kept
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            -deals, -declared, -fulfilled, -played, -decisions, -tricks_given, -par, -given,
            -received, -agreed, -earned, -capped, -capped_squares, -clean, -tricks_squares,
            -tricks_by_decisions, -decisions_squares, -compared, -gain, -gain_squares, NULL
        FROM preferans.counted_review
        WHERE game_id = OLD.game_id AND deal = OLD.deal AND seat = OLD.seat
        ON CONFLICT (guild_id, user_id, robot, preset, of_two, with_robots) DO UPDATE SET
            deals = kept.deals + excluded.deals, declared = kept.declared + excluded.declared,
            fulfilled = kept.fulfilled + excluded.fulfilled, played = kept.played + excluded.played,
            decisions = kept.decisions + excluded.decisions,
            tricks_given = kept.tricks_given + excluded.tricks_given, par = kept.par + excluded.par,
            given = kept.given + excluded.given, received = kept.received + excluded.received,
            agreed = kept.agreed + excluded.agreed, earned = kept.earned + excluded.earned,
            capped = kept.capped + excluded.capped,
            capped_squares = kept.capped_squares + excluded.capped_squares,
            clean = kept.clean + excluded.clean,
            tricks_squares = kept.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = kept.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = kept.decisions_squares + excluded.decisions_squares,
            compared = kept.compared + excluded.compared, gain = kept.gain + excluded.gain,
            gain_squares = kept.gain_squares + excluded.gain_squares;
    DELETE FROM preferans.play_sum WHERE
        guild_id = (SELECT guild_id FROM preferans.game WHERE game_id = OLD.game_id)
        AND user_id = coalesce(OLD.user_id, 0) AND deals <= 0;
    RETURN NEW;
END
$$;

CREATE TRIGGER play_changing BEFORE UPDATE OF user_id, datum ON review_seat
    FOR EACH ROW EXECUTE FUNCTION take_review();

CREATE FUNCTION take_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO preferans.play_sum AS kept
        SELECT guild_id, user_id, robot, preset, of_two, with_robots, family,
            -sum(deals), -sum(declared), -sum(fulfilled), -sum(played), -sum(decisions),
            -sum(tricks_given), -sum(par), -sum(given), -sum(received), -sum(agreed), -sum(earned),
            -sum(capped), -sum(capped_squares), -sum(clean), -sum(tricks_squares),
            -sum(tricks_by_decisions), -sum(decisions_squares), -sum(compared), -sum(gain),
            -sum(gain_squares), NULL
        FROM preferans.counted_review
        WHERE game_id = OLD.game_id
        GROUP BY guild_id, user_id, robot, preset, of_two, with_robots, family
        ON CONFLICT (guild_id, user_id, robot, preset, of_two, with_robots) DO UPDATE SET
            deals = kept.deals + excluded.deals, declared = kept.declared + excluded.declared,
            fulfilled = kept.fulfilled + excluded.fulfilled, played = kept.played + excluded.played,
            decisions = kept.decisions + excluded.decisions,
            tricks_given = kept.tricks_given + excluded.tricks_given, par = kept.par + excluded.par,
            given = kept.given + excluded.given, received = kept.received + excluded.received,
            agreed = kept.agreed + excluded.agreed, earned = kept.earned + excluded.earned,
            capped = kept.capped + excluded.capped,
            capped_squares = kept.capped_squares + excluded.capped_squares,
            clean = kept.clean + excluded.clean,
            tricks_squares = kept.tricks_squares + excluded.tricks_squares,
            tricks_by_decisions = kept.tricks_by_decisions + excluded.tricks_by_decisions,
            decisions_squares = kept.decisions_squares + excluded.decisions_squares,
            compared = kept.compared + excluded.compared, gain = kept.gain + excluded.gain,
            gain_squares = kept.gain_squares + excluded.gain_squares;
    DELETE FROM preferans.play_sum WHERE guild_id = OLD.guild_id AND deals <= 0;
    RETURN NEW;
END
$$;

CREATE TRIGGER play_annulled BEFORE UPDATE OF status ON game FOR EACH ROW
    WHEN (NEW.status = 'void' AND OLD.status <> 'void' AND NEW.friendly = 0
    AND OLD.seal IS NOT NULL)
    EXECUTE FUNCTION take_reviews();
