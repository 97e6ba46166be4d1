"""Whether rows fit their seals: all of a file, those in sight at a start, those of one game.

A start that finds the file as it was left looks at what is in sight, that is at the open games and
at what belongs to no game.  Of a closed game the rows are looked at when it is first read, with
its chain (bot/store/guard.py).
"""

from collections.abc import Iterable
from typing import Final

from bot.store.checking import mark
from bot.store.database import Database, Dialect
from bot.store.errors import FileFault, StoreError
from bot.store.owning import of_owned
from bot.store.seals import Sealed, broken_rows, sealed_tables
from bot.store.sums import TABLE, reckon_anew
from bot.terms import Owned

_OPEN: Final = "game_id IN (SELECT game_id FROM game WHERE ended_at IS NULL)"
_UNMARKED: Final = "game_id NOT IN (SELECT game_id FROM game WHERE seal IS NULL)"


def _lost(which: str) -> str:
    """The games that miss somebody: a row of ``player`` that was struck may speak of any game."""
    return " UNION ALL ".join(
        f"SELECT game_id FROM {table} WHERE {which} AND user_id IS NOT NULL AND NOT EXISTS"  # noqa: S608
        f" (SELECT 1 FROM player WHERE player.game_id = {table}.game_id"
        f" AND number = {table}.player AND player.user_id = {table}.user_id)"
        for table in ("sitting", "result", "review_seat")
    )


def of_one_game(tables: tuple[Sealed, ...]) -> str:
    """The question whether any row of game ?1 does not fit its seal, or somebody is missed."""
    broken = [
        f"SELECT 1 FROM {table.name} WHERE game_id = ?1"  # noqa: S608
        f" AND {table.is_broken}"
        for table in tables
        if "game_id" in table.key
    ]
    return f"SELECT EXISTS ({' UNION ALL '.join([*broken, _lost('game_id = ?1')])})"


def of_server(tables: tuple[Sealed, ...]) -> str:
    """The question for the games of server ?1 whose results, or what they count as, do not fit."""
    named = {table.name: table for table in tables}
    return " UNION ".join(
        f"SELECT game_id FROM {name} WHERE guild_id = ?1 AND ended_at IS NOT NULL"  # noqa: S608
        f" AND {_UNMARKED} AND {named[name].is_broken}"
        for name in ("game", "result")
    )


def of_closed(tables: tuple[Sealed, ...], owned: Owned) -> str:
    """As ``of_server``, for the games from ?1 on, before ?2, of all of these servers."""
    named = {table.name: table for table in tables}
    return " UNION ".join(
        of_owned(
            f"SELECT game_id FROM {name} WHERE [owned] AND game_id >= ?1 AND game_id < ?2"  # noqa: S608
            f" AND ended_at IS NOT NULL AND {_UNMARKED} AND {named[name].is_broken}",
            owned,
        )
        for name in ("game", "result")
    )


def of_index(dialect: Dialect) -> str:
    """The question for the games of server ?1 of which an index says something else; "" for none.

    What it says of a row is under no seal.
    """
    asked = dialect.of_index
    return asked and f"SELECT game_id FROM ({asked}) AS other WHERE {_UNMARKED}"  # noqa: S608


def of_person(tables: tuple[Sealed, ...]) -> str:
    """The question for the games in which a review of ?1, or that he was there, does not fit."""
    named = {table.name: table for table in tables}
    return " UNION ".join(
        f"SELECT game_id FROM {name} WHERE user_id = ?1 AND {named[name].is_broken}"  # noqa: S608
        f" AND EXISTS (SELECT 1 FROM game WHERE game.game_id = {name}.game_id AND seal IS NOT NULL)"
        for name in ("player", "review_seat")
    )


async def is_broken_in_sight(db: Database) -> bool:
    """Whether a row of an open game, or one that belongs to no game, does not fit its seal."""
    for table in await sealed_tables(db):
        if await broken_rows(db, table, _OPEN if "game_id" in table.key else "true"):
            return True
    return bool(await db.fetch(_lost(_OPEN)))


async def check_seals(db: Database, name: str) -> None:
    """Mark the games with a row whose seal is broken; put right what is added up.

    All is looked at as it was at one moment: others may play meanwhile.

    ``name``: what the database is called, where it is damaged.
    StoreError DAMAGED when the row belongs to no game: nobody could say whose it is.
    """
    tables = {table.name: table for table in await sealed_tables(db)}
    sums = tables.pop(TABLE, None)  # they are of no game, and can be reckoned anew
    async with db.snapshot():
        found = await _broken(db, tables.values(), name)
    for game_id, fault in found.items():
        await mark(db, game_id, fault)
    if sums is not None:
        await reckon_anew(db, sums)


async def _broken(db: Database, tables: Iterable[Sealed], name: str) -> dict[int, str]:
    """The games with a broken row, and where; StoreError as ``check_seals``."""
    found: dict[int, str] = {}
    for table in tables:
        fault = f"a row of {table.name} does not fit its seal"
        for row in await broken_rows(db, table):
            if "game_id" not in table.key:
                raise StoreError(FileFault.DAMAGED, path=name, detail=fault)
            found.setdefault(int(row[table.key.index("game_id")]), fault)
    for (game_id,) in await db.fetch(_lost("true")) if found else ():
        found.setdefault(int(game_id), "it does not know who sits there")
    return found
