"""Verification of stored games against their hash chain, and of rows against their checksums."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import errors
from bot.store.database import Database, Dialect, restrict_to_owned
from bot.store.integrity import hash_chain
from bot.store.integrity.checksums import ChecksummedTable, broken_rows, checksummed_tables
from bot.store.integrity.hash_chain import ChainRow, ClosedRows
from bot.store.integrity.play_totals import PLAY_TOTALS_TABLE, recompute_totals

# Verification of a stored game against its hash chain.
#
# A damaged game is marked (``game.seal`` NULL): its channel and its timer still know it, its
# content is never shown, and other games go on. Fault messages name places, never contents.

_log = logging.getLogger(__name__)

_FACTS = "SELECT rules, created_at, version FROM game WHERE game_id = ?"
_MARK = "UPDATE game SET seal = NULL WHERE game_id = ? AND seal IS NOT NULL RETURNING game_id"
_GAME_EXISTS = "SELECT 1 FROM game WHERE game_id = ?"
_EXCLUDE_RESULTS = (
    "UPDATE result SET guild_id = 0 WHERE game_id = ?"  # server 0: counted in no ranking
)
OPEN_GAMES: Final = (
    "SELECT game_id FROM game WHERE [owned] AND ended_at IS NULL AND seal IS NOT NULL"
    " ORDER BY game_id"
)
_ENDED_SINCE: Final = (
    "SELECT game_id FROM game WHERE ended_at >= ? AND seal IS NOT NULL"
    " ORDER BY ended_at DESC LIMIT ?"
)
ORPHAN_FAULT: Final = "it does not know who sits there"
CHECKSUM_FAULT: Final = "a row does not fit its seal"
_MARKED = "SELECT game_id FROM game WHERE seal IS NULL AND game_id = ?"


def _read(table: str, columns: Sequence[str], order: str, **instead: str) -> str:
    names = ", ".join(instead.get(column, f'"{column}"') for column in columns)
    return f"SELECT {names} FROM {table} WHERE game_id = ? ORDER BY {order}"  # noqa: S608


_LINES: Final = _read("logged", (*hash_chain.LINE_COLUMNS, "link"), "version")
_PACKED_LINK: Final = "SELECT link FROM archive WHERE game_id = ?"
_SITTINGS: Final = _read("sitting", (*hash_chain.SITTING_COLUMNS, "until"), "seat, since")
_DEALS: Final = _read("deal", hash_chain.DEAL_COLUMNS, "last_version")
_POSTINGS: Final = _read("posting", hash_chain.POSTING_COLUMNS, "deal, position")
_RESULTS: Final = _read(  # as the end of the match wrote them, before any decision about a deal
    "result",
    hash_chain.RESULT_COLUMNS,
    "seat, part",
    part="nullif(part, 0)",
    balance="coalesce(first_balance, balance)",
    place="coalesce(first_place, place)",
)
_CUTS: Final = _read("shuffle", hash_chain.CUT_COLUMNS, "deal")


class _ChainContent(NamedTuple):
    """Everything the chain of a game covers, as it is stored."""

    beginning: bytes
    version: int
    lines: Sequence[ChainRow]
    sittings: Sequence[ChainRow]
    closed: Mapping[int, ClosedRows]  # by the version of the line that closed it
    end: bytes | None  # the link of the last packed line: packed lines have no link of their own


class _Link(NamedTuple):
    version: int
    stored: object
    computed: bytes


async def find_chain_fault(db: Database, game_id: int) -> str | None:
    """Return the first place where the stored game contradicts its chain; None if it is sound."""
    course = await _load_content(db, game_id)
    return course if isinstance(course, str) else _first_fault(course)


def _first_fault(course: _ChainContent) -> str | None:
    if [line[0] for line in course.lines] != list(range(course.version)):
        return f"{course.version} lines were counted, others are stored"
    packed = None
    for link in _computed_links(course):
        if link.stored is None:
            packed = link.computed
        elif link.stored != link.computed:
            return f"the hash of line {link.version} does not fit"
    return None if packed == course.end else "the hash of its packed lines does not fit"


def _computed_links(course: _ChainContent) -> Iterator[_Link]:
    """Yield the link of each line, computed from the stored content."""
    before = course.beginning
    for *said, stored in course.lines:
        version = said[0]
        assert isinstance(version, int)
        closed = course.closed.get(version, hash_chain.NO_CLOSED_ROWS)
        before = hash_chain.next_link(before, said, _holders_at(course.sittings, version), closed)
        yield _Link(version, stored, before)


def _holders_at(sittings: Sequence[ChainRow], version: int) -> tuple[ChainRow, ...]:
    """Return the seat holders at that version."""
    return tuple(
        [
            tuple(held)
            for *held, until in sittings
            if int(held[3] or 0) <= version and (until is None or version < int(until))
        ]
    )


async def _load_content(db: Database, game_id: int) -> _ChainContent | str:
    """Return the content of a game, or a message saying why no chain leads through it.

    StorageTrouble when the disk fails, which says nothing about the game.
    """
    try:
        return await _read_content(db, game_id)
    except (errors.StorageTrouble, errors.StatementFault, UnicodeError) as error:
        if errors.trouble_of(error) not in (None, errors.Trouble.DAMAGED):
            raise
        return f"it cannot be read ({type(error.__cause__ or error).__name__})"


async def _read_content(db: Database, game_id: int) -> _ChainContent | str:
    facts = await db.fetch(_FACTS, (game_id,))
    if not facts:
        return "there is no such game"
    rules, created_at, version = facts[0]
    lines = [tuple(row) for row in await db.fetch(_LINES, (game_id,))]
    closed = await _closed_rows(db, game_id, lines)
    if any(not 0 <= at < version or len(closed[at].deals) > 1 for at in closed):
        return "a deal, a posting or a result belongs to no line"
    return _ChainContent(
        beginning=hash_chain.initial_link(game_id, rules, created_at),
        version=version,
        lines=lines,
        sittings=[tuple(row) for row in await db.fetch(_SITTINGS, (game_id,))],
        closed=closed,
        end=await _packed_link(db, game_id),
    )


async def _packed_link(db: Database, game_id: int) -> bytes | None:
    rows = await db.fetch(_PACKED_LINK, (game_id,))
    return bytes(rows[0][0]) if rows else None


async def _closed_rows(
    db: Database, game_id: int, lines: Sequence[ChainRow]
) -> dict[int, ClosedRows]:
    """Return the rows each line closes, by its version; rows without a line are at -1."""
    ends = {row[0]: tuple(row) for row in await db.fetch(_DEALS, (game_id,))}
    deals, sheets = defaultdict(list), defaultdict(list)
    for row in ends.values():
        deals[row[1]].append(row)
    for row in map(tuple, await db.fetch(_POSTINGS, (game_id,))):
        closing = ends[row[0]][1] if row[0] in ends else -1
        sheets[closing if row[-1] is None else row[-1]].append(row)
    rulings = [hash_chain.is_ruling_line(str(row[3])) for row in lines]
    end = len(lines) - 1 - next((n for n, is_one in enumerate(reversed(rulings)) if not is_one), 0)
    results = {end: [tuple(row) for row in await db.fetch(_RESULTS, (game_id,))]}
    made = {row[0]: tuple(row) for row in await db.fetch(_CUTS, (game_id,))}
    decks = [line for line in lines if hash_chain.is_deck_line(str(line[3]))]
    cuts = {line[0]: [made[line[1]]] for line in decks if line[1] in made}
    return {
        at: ClosedRows(*(closed.get(at, ()) for closed in (deals, sheets, results, cuts)))
        for at in {*deals, *sheets, *cuts, *(at for at in results if results[at])}
    }


async def mark_damaged(db: Database, game_id: int, fault: str) -> None:
    """Mark the game as damaged, so that its content is never shown again; logs it once.

    If there is no such game, the id itself is damaged: its result rows are taken out of every
    ranking. The game they belong to is identified when that game is next read.
    """
    if await db.fetch(_MARK, (game_id,)):
        _log.error("game %s is damaged and frozen: %s", game_id, fault)
    elif not await db.fetch(_GAME_EXISTS, (game_id,)):
        await db.fetch(_EXCLUDE_RESULTS, (game_id,))
        _log.error("game %s, of which a damaged row speaks, is not there: %s", game_id, fault)


async def find_missing_games(db: Database) -> list[tuple[int, str]]:
    """Return ids that rows refer to although no such game exists, with the fault, for the audit."""
    columns = await db.fetch(db.dialect.columns)
    return [
        (int(row[0]), f"a row of {name} speaks of it, and there is no such game")
        for name, column, _ in columns
        if column == "game_id"
        for row in await db.fetch(
            f"SELECT DISTINCT game_id FROM {name}"  # noqa: S608
            f" WHERE game_id NOT IN (SELECT game_id FROM game)"
        )
    ]


async def check_open_games(db: Database) -> bool:
    """Mark open games whose chain is broken; True if there were any.

    Closed games are verified when they are read.
    """
    found = False
    for (game_id,) in await db.fetch(restrict_to_owned(OPEN_GAMES, ALL_SHARDS)):
        if fault := await find_chain_fault(db, game_id):
            await mark_damaged(db, game_id, fault)
            found = True
    return found


async def check_closed_games(db: Database, since: int, limit: int) -> bool:
    """Mark the damaged among the ``limit`` newest games that ended ``since`` (unix seconds).

    True if there were any.
    """
    sql, found = sql_is_game_broken(await checksummed_tables(db)), False
    for (game_id,) in await db.fetch(_ENDED_SINCE, (since, limit)):
        is_broken = (await db.fetch(sql, (game_id,)))[0][0]
        fault = CHECKSUM_FAULT if is_broken else await find_chain_fault(db, game_id)
        if fault:
            await mark_damaged(db, game_id, fault)
            found = True
    return found


async def faults_of_game(db: Database, game_id: int) -> tuple[str, ...]:
    """Return everything that is damaged about a game, for the audit."""
    rows = await db.fetch(_MARKED, (game_id,))
    marked = (CHECKSUM_FAULT,) if rows else ()
    fault = await find_chain_fault(db, game_id)
    return (*marked, fault) if fault else marked


# Verification of rows against their checksums: a whole file, its open part, or one game.
#
# Startup verifies the open games, the tables that belong to no game, and after a crash the games
# that ended since all was known to be sound. Rows of any other game are verified on first read,
# with its chain (bot/store/integrity/guard.py).

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


def sql_broken_in_any_table(tables: tuple[ChecksummedTable, ...]) -> str:
    """Build the query for games from ?1 up to ?2 with a broken row, and the name of its table."""
    return " UNION ".join(
        f"SELECT game_id, '{table.name}' FROM {table.name}"  # noqa: S608
        f" WHERE game_id >= ?1 AND game_id < ?2 AND {_UNMARKED} AND {table.broken_condition}"
        for table in tables
        if "game_id" in table.key
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
    broken = [
        f"SELECT 1 FROM {table.name}"  # noqa: S608
        f" WHERE {_IN_OPEN_GAME if 'game_id' in table.key else 'true'} AND {table.broken_condition}"
        for table in await checksummed_tables(db)
    ]  # in one statement: each one of its own costs two switches of threads
    found = " UNION ALL ".join([*broken, _sql_orphaned_users(_IN_OPEN_GAME)])
    ((is_broken,),) = await db.fetch(f"SELECT EXISTS ({found})")
    return bool(is_broken)


async def verify_checksums(db: Database, name: str) -> None:
    """Mark games with a row that fails its checksum; recompute the running totals.

    Everything is verified in one snapshot, because others may play meanwhile.

    ``name``: how the database is named in errors. StoreError DAMAGED when the row belongs to no
    game, so that no game can be marked.
    """
    tables = {table.name: table for table in await checksummed_tables(db)}
    sums = tables.pop(PLAY_TOTALS_TABLE, None)  # they belong to no game and can be recomputed
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
                raise errors.StoreError(errors.FileFault.DAMAGED, path=name, detail=fault)
            found.setdefault(int(row[table.key.index("game_id")]), fault)
    for game_id in await games_with_orphans(db) if found else ():
        found.setdefault(game_id, ORPHAN_FAULT)
    return found


async def games_with_orphans(db: Database) -> list[int]:
    """Return the games with a user whose ``player`` row is missing or altered."""
    return [int(row[0]) for row in await db.fetch(_sql_orphaned_users("true"))]
