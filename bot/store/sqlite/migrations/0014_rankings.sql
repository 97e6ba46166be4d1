-- Everything a leaderboard reads of a result, in a covering index.

-- friendly: as the game had it at its end.  of_two: two seats had a result, and no more.
ALTER TABLE result ADD COLUMN friendly INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1));
ALTER TABLE result ADD COLUMN of_two INTEGER NOT NULL DEFAULT 0 CHECK (of_two IN (0, 1));

UPDATE result SET
    friendly = coalesce((SELECT game.friendly FROM game WHERE game.game_id = result.game_id), 0),
    of_two = (SELECT count(DISTINCT each.seat) = 2 FROM result AS each
              WHERE each.game_id = result.game_id);

CREATE INDEX result_ranked ON result (
    guild_id, friendly, with_robots, of_two, user_id, balance, place, mark, family, preset, season
) WHERE user_id IS NOT NULL;
CREATE INDEX result_season ON result (guild_id, season, ended_at);
CREATE INDEX game_damaged ON game (game_id) WHERE seal IS NULL;
