"""Verification of rows against their checksums: a whole file, its open part, or one game.

When startup finds the file as it was closed, it verifies only the open games and the tables that
belong to no game. Rows of a closed game are verified on first read, with its chain
(bot/store/integrity/guard.py).
"""

from collections.abc import Iterable
from typing import Final

from bot.store.checking import mark_damaged
from bot.store.database import Database, Dialect
from bot.store.errors import FileFault, StoreError
from bot.store.owning import restrict_to_owned
from bot.store.seals import ChecksummedTable, broken_rows, checksummed_tables
from bot.store.sums import ROBOT_TOTALS_TABLE, recompute_totals
from bot.terms import ShardRange

_IN_OPEN_GAME: Final = "game_id IN (SELECT game_id FROM game WHERE ended_at IS NULL)"
_UNMARKED: Final = "game_id NOT IN (SELECT game_id FROM game WHERE seal IS NULL)"


def _sql_orphaned_users(which: str) -> str:
    """Build the query for games with an orphaned user: the ``player`` row is missing or altered."""
    return " UNION ALL ".join(
        f"SELECT game_id FROM {table} WHERE {which} AND user_id IS NOT NULL AND NOT EXISTS"  # noqa: S608
        f" (SELECT 1 FROM player WHERE player.game_id = {table}.game_id"
        f" AND number = {table}.player AND player.user_id = {table}.user_id)"
        for table in ("sitting", "result", "review_seat")
    )


def sql_is_game_broken(tables: tuple[ChecksummedTable, ...]) -> str:
    """Build the query whether game ?1 has a row that fails its checksum, or an orphaned user."""
    broken = [
        f"SELECT 1 FROM {table.name} WHERE game_id = ?1"  # noqa: S608
        f" AND {table.broken_condition}"
        for table in tables
        if "game_id" in table.key
    ]
    return f"SELECT EXISTS ({' UNION ALL '.join([*broken, _sql_orphaned_users('game_id = ?1')])})"


def sql_broken_on_server(tables: tuple[ChecksummedTable, ...]) -> str:
    """Build the query for closed games of server ?1 whose own row or results fail a checksum."""
    named = {table.name: table for table in tables}
    return " UNION ".join(
        f"SELECT game_id FROM {name} WHERE guild_id = ?1 AND ended_at IS NOT NULL"  # noqa: S608
        f" AND {_UNMARKED} AND {named[name].broken_condition}"
        for name in ("game", "result")
    )


def sql_broken_in_range(tables: tuple[ChecksummedTable, ...], owned: ShardRange) -> str:
    """Build the same query as ``sql_broken_on_server``, for games from ?1 up to ?2 on all owned
    servers.
    """
    named = {table.name: table for table in tables}
    return " UNION ".join(
        restrict_to_owned(
            f"SELECT game_id FROM {name} WHERE [owned] AND game_id >= ?1 AND game_id < ?2"  # noqa: S608
            f" AND ended_at IS NOT NULL AND {_UNMARKED} AND {named[name].broken_condition}",
            owned,
        )
        for name in ("game", "result")
    )


def sql_index_mismatches(dialect: Dialect) -> str:
    """Build the query for games of server ?1 whose index contradicts their row; "" for none.

    No checksum covers an index.
    """
    asked = dialect.index_mismatches
    return asked and f"SELECT game_id FROM ({asked}) AS other WHERE {_UNMARKED}"  # noqa: S608


def sql_broken_of_user(tables: tuple[ChecksummedTable, ...]) -> str:
    """Build the query for games whose review or ``player`` row about user ?1 fails its checksum."""
    named = {table.name: table for table in tables}
    return " UNION ".join(
        f"SELECT game_id FROM {name} WHERE user_id = ?1 AND {named[name].broken_condition}"  # noqa: S608
        f" AND EXISTS (SELECT 1 FROM game WHERE game.game_id = {name}.game_id AND seal IS NOT NULL)"
        for name in ("player", "review_seat")
    )


async def has_broken_open_rows(db: Database) -> bool:
    """Return True if a row of an open game, or of no game, fails its checksum."""
    for table in await checksummed_tables(db):
        if await broken_rows(db, table, _IN_OPEN_GAME if "game_id" in table.key else "true"):
            return True
    return bool(await db.fetch(_sql_orphaned_users(_IN_OPEN_GAME)))


async def verify_checksums(db: Database, name: str) -> None:
    """Mark games with a row that fails its checksum; recompute the running totals.

    Everything is verified in one snapshot, because others may play meanwhile.

    ``name``: how the database is named in errors. StoreError DAMAGED when the row belongs to no
    game, so that no game can be marked.
    """
    tables = {table.name: table for table in await checksummed_tables(db)}
    sums = tables.pop(ROBOT_TOTALS_TABLE, None)  # they belong to no game and can be recomputed
    async with db.snapshot():
        found = await _find_broken_games(db, tables.values(), name)
    for game_id, fault in found.items():
        await mark_damaged(db, game_id, fault)
    if sums is not None:
        await recompute_totals(db, sums)


async def _find_broken_games(
    db: Database, tables: Iterable[ChecksummedTable], name: str
) -> dict[int, str]:
    """Return games with a broken row, and the fault; StoreError as ``verify_checksums``."""
    found: dict[int, str] = {}
    for table in tables:
        fault = f"a row of {table.name} does not fit its seal"
        for row in await broken_rows(db, table):
            if "game_id" not in table.key:
                raise StoreError(FileFault.DAMAGED, path=name, detail=fault)
            found.setdefault(int(row[table.key.index("game_id")]), fault)
    for (game_id,) in await db.fetch(_sql_orphaned_users("true")) if found else ():
        found.setdefault(int(game_id), "it does not know who sits there")
    return found
