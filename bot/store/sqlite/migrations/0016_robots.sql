-- Running totals of the robots' reviewed deals, by server, family and level.

-- Only ranked tables count: not friendly, not void, and sound when the review was written.
CREATE TABLE robot_sum (
    guild_id     INTEGER NOT NULL,
    family       TEXT NOT NULL,
    robot        TEXT NOT NULL,
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

INSERT INTO robot_sum
    SELECT guild_id, family, robot, count(*), sum(declared), sum(fulfilled), sum(decisions > 0),
        sum(decisions), sum(tricks_given), sum(par), sum(given), sum(received), sum(agreed),
        sum(earned), NULL
    FROM review_seat JOIN game USING (game_id)
    WHERE robot IS NOT NULL AND friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL
    GROUP BY guild_id, family, robot;

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
