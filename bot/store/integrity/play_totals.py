"""Running totals of reviewed deals, by member or robot: database triggers add each review.

Summing all deals grew slower as a server aged (97 ms for 20,000 matches). The view
``counted_review`` is the one place that says what a deal adds: triggers, and the sums below, read
it. A game that is damaged later stays in the totals, because it was sound when it was added. A full
verification of a file recomputes them.
"""

import logging
from collections.abc import Mapping
from typing import Final

from bot.model.reviews import PLAY_KEY_FIELDS, PLAY_TOTALS_FIELDS
from bot.store.database import Database, Value
from bot.store.integrity.checksums import ChecksummedTable, broken_rows

_log = logging.getLogger(__name__)

IS_RANKED_GAME: Final = "friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL"
PLAY_TOTALS_TABLE: Final = "play_sum"
_KEY: Final = ", ".join(("guild_id", *PLAY_KEY_FIELDS))
PLAY_TOTALS_COLUMNS: Final = ", ".join((*PLAY_KEY_FIELDS, *PLAY_TOTALS_FIELDS))
# PostgreSQL sums bigints to numeric
_SUMS: Final = ", ".join(f"CAST(sum({name}) AS BIGINT)" for name in PLAY_TOTALS_FIELDS)
_STORED: Final = f"SELECT guild_id, {PLAY_TOTALS_COLUMNS} FROM {PLAY_TOTALS_TABLE} WHERE deals > 0"  # noqa: S608
_COMPUTED: Final = f"SELECT {_KEY}, {_SUMS} FROM counted_review GROUP BY {_KEY}"  # noqa: S608
_INSERT: Final = (
    f"INSERT INTO {PLAY_TOTALS_TABLE} (guild_id, {PLAY_TOTALS_COLUMNS})"  # noqa: S608
    f" VALUES ({', '.join('?' * (1 + len(PLAY_KEY_FIELDS) + len(PLAY_TOTALS_FIELDS)))})"
)
_KEY_LENGTH: Final = 1 + len(PLAY_KEY_FIELDS)

TotalsByKey = Mapping[tuple[Value, ...], tuple[Value, ...]]


async def recompute_totals(db: Database, table: ChecksummedTable) -> bool:
    """Recompute the stored totals, and log it, if they differ from the sum of the deals.

    Return True if they agreed.  Others may store reviews meanwhile: the comparison uses one
    snapshot, and a transaction that adds to a deleted total waits until the new one is there.
    """
    async with db.snapshot():
        if await are_totals_right(db, table):
            return True
    await db.begin()
    try:
        await rewrite_totals(db, table)
        await db.commit()
    finally:
        if db.in_transaction:
            await db.rollback()
    return False


async def are_totals_right(db: Database, table: ChecksummedTable) -> bool:
    """Return True if the stored totals are those of the deals, in one snapshot."""
    is_right = await stored_totals(db) == await computed_totals(db)
    return is_right and not await broken_rows(db, table)


async def rewrite_totals(db: Database, table: ChecksummedTable) -> None:
    """Replace the stored totals in the current transaction, and log it."""
    _log.warning("the sums of reviewed deals were not those of their deals: they are reckoned anew")
    await db.fetch(f"DELETE FROM {PLAY_TOTALS_TABLE}")  # noqa: S608
    computed = await computed_totals(db)
    await db.execute_many(_INSERT, [(*key, *sums) for key, sums in computed.items()])
    await db.fetch(f"UPDATE {PLAY_TOTALS_TABLE} SET seal = {table.checksum_of()}")  # noqa: S608


async def stored_totals(db: Database) -> TotalsByKey:
    """Return the totals as they are kept, by server, member or robot, and preset."""
    return _by_key([tuple(row) for row in await db.fetch(_STORED)])


async def computed_totals(db: Database) -> TotalsByKey:
    """Return the sum of all deals, by server, member or robot, and preset."""
    return _by_key([tuple(row) for row in await db.fetch(_COMPUTED)])


def _by_key(rows: list[tuple[Value, ...]]) -> TotalsByKey:
    return {row[:_KEY_LENGTH]: row[_KEY_LENGTH:] for row in rows}
