"""SQL of the shared quotas: one row per user and action for all processes.

One statement locks, checks and updates the row, so two simultaneous requests cannot both take the
last slot. Each request also deletes expired rows, and skips those locked by another process.
"""

from typing import Final

# $1 what, $2 who, $3 most, $4 seconds, $5 now; ``times`` keeps the newest ``most``, oldest first
SPEND_QUOTA: Final = """
WITH past AS (
    DELETE FROM preferans_fleet.asked WHERE (what, who) IN (
        SELECT what, who FROM preferans_fleet.asked
        WHERE until <= $5 AND (what, who) <> ($1, $2) FOR UPDATE SKIP LOCKED
    )
), spent AS (
    INSERT INTO preferans_fleet.asked AS asked (what, who, times, until)
    VALUES ($1::text, $2::bigint, ARRAY[$5::bigint], $5::bigint + $4::bigint)
    ON CONFLICT (what, who) DO UPDATE SET until = excluded.until,
        times = (asked.times || $5::bigint)[greatest(1, cardinality(asked.times) + 2 - $3::int):]
    WHERE cardinality(asked.times) < $3::int OR asked.times[1] + $4::bigint <= $5::bigint
    RETURNING what
)
SELECT CASE WHEN EXISTS (SELECT FROM spent) THEN $5::bigint ELSE coalesce(
    (SELECT times[1] + $4::bigint FROM preferans_fleet.asked WHERE (what, who) = ($1, $2)),
    $5::bigint + $4::bigint
) END
"""
