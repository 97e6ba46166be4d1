-- With the number of the match and its end, a leaderboard and a rating read the index alone.
DROP INDEX result_ranked;
CREATE INDEX result_ranked ON result (
    guild_id, friendly, with_robots, of_two, user_id, balance, place, mark, family, preset, season
) INCLUDE (game_id, seat, part, ended_at) WHERE user_id IS NOT NULL;
