"""How often a person has asked for what costs much, wherever he did: one row for all processes.

The row is taken, looked at and written by one statement, so two processes that are asked at once do
not both grant the last time.  What is past goes with the next question of anybody; rows that
somebody else is at are left to him.
"""

from typing import Final

# $1 what, $2 who, $3 most, $4 seconds, $5 now: the times, oldest first, are the newest ``most``
SPEND: Final = """
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
