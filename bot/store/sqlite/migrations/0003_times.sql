-- The end of a match for time, and the time zone of a server.

-- Unix seconds, computed once at the start; NULL for every other match.
ALTER TABLE game ADD COLUMN ends_at INTEGER;

UPDATE game SET ends_at = started_at + 60 * CAST(substr(ending, 6) AS INTEGER)
FROM (
    SELECT
        game_id AS timed,
        CASE WHEN json_valid(rules) THEN json_extract(rules, '$.options.end_condition') END AS ending
    FROM game
)
WHERE game_id = timed AND ending LIKE 'time(%';

-- Its name in the IANA database.
ALTER TABLE guild ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
