"""Transfer of all data between a file and PostgreSQL, and the archive of old matches.

Every table is copied in one transaction of the target, which has to be empty; the source is only
read. The target computes its own checksums. A row that failed its checksum in the source fails it
in the target too. Then all rows are counted, and the chain of every sound game is verified in the
target.
"""

import tempfile
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from bot.store import packing, writer
from bot.store.database import Database, Dialect, Row, Value
from bot.store.errors import FileFault, GameDamaged, StatementFault, StoreError, naming_original
from bot.store.integrity.checksums import ChecksummedTable, checksummed_tables
from bot.store.integrity.verification import find_chain_fault, mark_damaged
from bot.store.sqlite import connection, lock_file, migration, startup

# A table comes after those it refers to.
TABLES_IN_ORDER: Final = (
    *("guild", "person", "game", "player", "sitting", "line", "deal", "posting", "result"),
    *("share", "vote", "review", "review_seat", "play_sum", "shuffle", "summons", "etude"),
    *(
        "own_deal",
        "daily_event",
        "daily_deal",
        "league",
        "league_member",
        "league_line",
        "league_game",
        "title",
        "hurried",
        "kibitz",
        "report",
        "ruling",
        "weekly",
        "agreement",
        "archive",
        "interaction",
        "setting",
    ),
)
_BATCH_ROWS: Final = 2000  # rows at a time
_GAMES: Final = "SELECT game_id, seal IS NOT NULL FROM game ORDER BY game_id"
# The target writes these itself: its schema hash, and the totals that follow from reviews.
_OWN_ROWS: Final = {"setting": " WHERE key <> 'layout'"}
_CLEARED: Final = ("setting", "play_sum")

_CONTINUE_SEQUENCES: Final = tuple(  # SQLite continues after the highest id by itself
    f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table}"  # noqa: S608
    f" HAVING max({column}) IS NOT NULL"
    for table, column in (
        ("game", "game_id"),
        ("weekly", "weekly_id"),
        ("own_deal", "deal_id"),
        ("league", "league_id"),
    )
)

ReportProgress = Callable[[str, int], None]  # a table, and how many of its rows are copied


class TransferFault(Exception):
    """The target does not match the source, and nothing was kept; ``str()`` says where."""


class TransferResult(NamedTuple):
    """The number of rows copied, and the games that are damaged as they were before."""

    rows: int
    damaged: tuple[int, ...]


class _Table(NamedTuple):
    name: str
    columns: tuple[str, ...]  # without the seal
    key: tuple[str, ...]  # in its order
    sealed: ChecksummedTable | None

    @property
    def condition(self) -> str:
        """The condition for the rows that are copied."""
        return _OWN_ROWS.get(self.name, "")


async def is_empty(db: Database) -> bool:
    """Return True if nothing was ever stored there."""
    counts = [
        (await db.fetch(f"SELECT count(*) FROM {name}"))[0][0]  # noqa: S608
        for name in TABLES_IN_ORDER[:-1]
    ]
    return not any(counts)


async def copy_everything(
    source: Database, target: Database, tell: ReportProgress
) -> TransferResult:
    """Copy everything. TransferFault, StorageTrouble, StatementFault: then nothing was kept."""
    async with source.snapshot():
        await target.begin()
        try:
            rows, damaged = 0, await _damaged_games(source)
            for table in await _tables(source):
                rows += await _copy_table(source, target, table, tell)
            await _compare_counts(source, target)
            await _check_chains(source, target, damaged, tell)
            for sql in _CONTINUE_SEQUENCES if target.dialect is not connection.SQLITE else ():
                await target.fetch(sql)
            await target.commit()
        finally:
            if target.in_transaction:
                await target.rollback()
    return TransferResult(rows, tuple(sorted(damaged)))


async def _tables(db: Database) -> list[_Table]:
    sealed = {table.name: table for table in await checksummed_tables(db)}
    found = {}
    for name, rows in groupby(await db.fetch(db.dialect.columns), itemgetter(0)):
        places = {str(column): int(place) for _, column, place in rows}
        key = sorted(filter(places.__getitem__, places), key=places.__getitem__)
        columns = tuple(column for column in places if column != "seal")
        found[str(name)] = _Table(str(name), columns, tuple(key), sealed.get(str(name)))
    return [found[name] for name in TABLES_IN_ORDER]


async def _damaged_games(source: Database) -> set[int]:
    """Return the games that fail verification; their rows are copied all the same."""
    games = [(int(game_id), bool(fits)) for game_id, fits in await source.fetch(_GAMES)]
    return {one for one, fits in games if not fits or await find_chain_fault(source, one)}


async def _copy_table(
    source: Database, target: Database, table: _Table, tell: ReportProgress
) -> int:
    names = ", ".join(f'"{column}"' for column in table.columns)
    places = ", ".join("?" * len(table.columns))
    insert = f"INSERT INTO {table.name} ({names}) VALUES ({places})"  # noqa: S608
    if table.name in _CLEARED:
        await target.fetch(f"DELETE FROM {table.name}{table.condition}")  # noqa: S608
    done = 0
    async for rows in _read(source, table, names):
        if target.dialect is not connection.SQLITE:
            _refuse_zeros(table, rows)
        values = [_converted(row[:-1], table, source.dialect, target.dialect) for row in rows]
        await target.execute_many(insert, values)
        broken = [row for row in rows if not row[-1]]
        await _clear_checksums(target, table, broken)
        done += len(rows)
        tell(table.name, done)
    return done


async def _read(db: Database, table: _Table, names: str) -> AsyncIterator[list[Row]]:
    """Yield batches of rows in key order, each row with a flag whether its checksum fits."""
    fits = "true" if table.sealed is None else f"NOT ({table.sealed.broken_condition})"
    key = ", ".join(f'"{column}"' for column in table.key)
    after, last = "", ()
    while True:
        where = " AND ".join(filter(None, (table.condition.removeprefix(" WHERE "), after)))
        sql = (
            f"SELECT {names}, {fits} FROM {table.name}"  # noqa: S608
            f"{f' WHERE {where}' if where else ''} ORDER BY {key} LIMIT {_BATCH_ROWS}"
        )
        try:
            rows = await db.fetch(sql, last)
        except StatementFault as error:  # whose message would quote the text
            raise TransferFault(
                f"{table.name} has a text that cannot be read, and `verify` names the game"
            ) from error
        if rows:
            yield rows
        if len(rows) < _BATCH_ROWS:
            return
        after = f"({key}) > ({', '.join('?' * len(table.key))})"
        last = tuple(rows[-1][table.columns.index(column)] for column in table.key)


def _refuse_zeros(table: _Table, rows: list[Row]) -> None:
    """Raise TransferFault for a text that PostgreSQL cannot store."""
    for row in rows:
        if any(isinstance(value, str) and "\0" in value for value in row):
            where = ", ".join(f"{name} {row[table.columns.index(name)]}" for name in table.key)
            said = "has a zero in it, which PostgreSQL does not store"
            raise TransferFault(f"a text of {table.name} ({where}) {said}")


def _converted(row: Row, table: _Table, here: Dialect, there: Dialect) -> tuple[Value, ...]:
    """Convert a row for the target: only a SQLite file compresses packed lines."""
    if table.name != "archive" or here is there:
        return tuple(row)
    at = table.columns.index("lines")
    return (*row[:at], _repacked(bytes(row[at]), here), *row[at + 1 :])


def _repacked(lines: bytes, here: Dialect) -> bytes:
    """Convert packed lines; unreadable ones are copied as they are and stay unreadable."""
    if here is not connection.SQLITE:
        return zlib.compress(lines, 9)
    try:
        return zlib.decompress(lines)
    except zlib.error:
        return lines


async def _clear_checksums(target: Database, table: _Table, rows: list[Row]) -> None:
    """Clear the checksums of rows that failed them in the source."""
    if not rows:
        return
    here = " AND ".join(f'"{column}" = ?' for column in table.key)
    keys = [tuple(row[table.columns.index(column)] for column in table.key) for row in rows]
    await target.execute_many(f"UPDATE {table.name} SET seal = NULL WHERE {here}", keys)  # noqa: S608


async def _compare_counts(source: Database, target: Database) -> None:
    for name in TABLES_IN_ORDER:
        sql = f"SELECT count(*) FROM {name}{_OWN_ROWS.get(name, '')}"  # noqa: S608
        ((there,),), ((here,),) = await source.fetch(sql), await target.fetch(sql)
        if there != here:
            raise TransferFault(f"{name} has {there} rows in the source and {here} in the target")


async def _check_chains(
    source: Database, target: Database, damaged: set[int], tell: ReportProgress
) -> None:
    for done, (game_id, _) in enumerate(await source.fetch(_GAMES), start=1):
        if game_id in damaged:
            await mark_damaged(target, game_id, "it was damaged before it was moved")
        elif fault := await find_chain_fault(target, game_id):
            raise TransferFault(f"game {game_id} is not what it was: {fault}")
        if not done % _BATCH_ROWS:
            tell("chains", done)


# Opens source and target of a transfer exclusively (bot/store/admin/transfer.py).
#
# A source file is first copied, and the copy is migrated and fully verified: the file itself is
# only read.


async def transfer(
    source: Path | str, target: Path | str, now: int, tell: ReportProgress
) -> TransferResult:
    """Transfer everything; each place is a file or the address of a PostgreSQL.

    StoreError for a place that cannot be used or is in use, or a target that is not empty;
    TransferFault, StorageTrouble, StatementFault as ``move``. Then the target is unchanged, except
    for an empty schema.
    """
    async with _source(source, now) as here, _target(target, now) as there:
        if not await is_empty(there):
            raise StoreError(FileFault.NOT_EMPTY, path=_name_of(target))
        return await copy_everything(here, there, tell)


@asynccontextmanager
async def _source(place: Path | str, now: int) -> AsyncIterator[Database]:
    if isinstance(place, str):
        async with _server(place) as db:
            yield db
        return
    real = _existing_file(place)
    with tempfile.TemporaryDirectory(prefix="preferans-move-") as folder:
        copy = Path(folder) / "games.db"
        with lock_file.lock_database_file(real):
            migration.backup(real, copy)
            async with _file(copy, now, original=place) as db:
                yield db


@asynccontextmanager
async def _target(place: Path | str, now: int) -> AsyncIterator[Database]:
    if isinstance(place, str):
        async with _server(place) as db:
            yield db
        return
    with _new_file(place):
        async with _file(place, now, original=place) as db:
            yield db


def _existing_file(place: Path) -> Path:
    """Resolve links, because two names of one file must use the same lock."""
    if not place.is_file():
        raise StoreError(FileFault.NOTHING, path=str(place))
    return place.resolve()


@contextmanager
def _new_file(place: Path) -> Iterator[None]:
    """Create a file that does not exist yet; on failure, remove it again."""
    lock = place.with_name(f"{place.name}.lock")
    if place.exists():
        raise StoreError(FileFault.NOT_EMPTY, path=str(place))
    if lock.exists() and lock.stat().st_size:
        raise StoreError(FileFault.MISSING, path=str(place))
    try:
        yield
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    finally:  # it describes the file as it was created
        lock.unlink(missing_ok=True)


@asynccontextmanager
async def _file(path: Path, now: int, *, original: Path) -> AsyncIterator[Database]:
    with naming_original(original):
        opened = await startup.open_file(path, now, nullcontext)
    try:
        async with opened.lock:
            yield opened.db
    finally:
        await opened.resources.aclose()


@asynccontextmanager
async def _server(url: str) -> AsyncIterator[Database]:
    from bot.config.database_url import DatabaseUrl
    from bot.store.postgres.session import NO_TIMEOUTS
    from bot.store.postgres.startup import migrate_to_newest, open_writer  # the driver is an extra

    address = DatabaseUrl(url)
    await migrate_to_newest(address)
    db = await open_writer(address, alone=True, parameters=NO_TIMEOUTS)
    try:
        yield db
    finally:
        await db.close()


def _name_of(place: Path | str) -> str:
    from bot.config.database_url import DatabaseUrl

    return str(DatabaseUrl(place)) if isinstance(place, str) else str(place)


# Archive of old games: all their lines in one row each (bot/store/packing.py).
#
# Nothing is lost: archived games are still read, replayed, verified and anonymised. Each game is
# packed in its own transaction, which verifies the hash chain again from the packed row.

_PACKABLE: Final = (  # the lines to pack: no decks, no take-backs, nothing of an open deal
    "game_id = ?1 AND version <= (SELECT max(last_version) FROM deal WHERE game_id = ?1)"
    " AND text NOT LIKE 'deck %' AND text NOT LIKE 'takeback %'"
)
_OLD: Final = (
    "SELECT game_id FROM game WHERE ended_at < ? AND seal IS NOT NULL"
    " AND EXISTS (SELECT 1 FROM deal WHERE deal.game_id = game.game_id)"
    " AND game_id NOT IN (SELECT game_id FROM archive) ORDER BY game_id"
)
_LINES: Final = (
    f'SELECT version, deal, seat, text, "by", at, link FROM line WHERE {_PACKABLE} ORDER BY version'  # noqa: S608
)
_PACK: Final = "INSERT INTO archive (game_id, lines, link) VALUES (?, ?, ?)"
_DROP: Final = f"DELETE FROM line WHERE {_PACKABLE}"  # noqa: S608


class Archive(writer.Access):
    """Packing of old games. StorageTrouble from all."""

    async def unpacked_games(self, before: int) -> tuple[int, ...]:
        """Return undamaged, unpacked games with a scored deal that ended before that time."""
        return tuple(int(row[0]) for row in await self._rows(_OLD, before))

    async def pack(self, game_id: int) -> None:
        """Move the lines of a finished game into one row.

        GameDamaged, with nothing changed, if the game fails verification before or after packing.
        """
        async with self._snapshot() as db:
            await self._verify_game(db, game_id)
        await self._write(lambda db: _pack(db, game_id))

    async def shrink(self) -> None:
        """Return free pages to the disk, if there are many."""
        async with self._connection() as db:
            await db.shrink()


async def _pack(db: Database, game_id: int) -> None:
    rows = await db.fetch(_LINES, (game_id,))
    if not rows:
        return
    await db.fetch(
        _PACK, (game_id, db.dialect.pack([_without_link(row) for row in rows]), rows[-1][-1])
    )
    await db.fetch(_DROP, (game_id,))
    if await find_chain_fault(db, game_id):
        raise GameDamaged(game_id)


def _without_link(row: Row) -> packing.PackedLine:
    """Return the line without its link, which can be recomputed."""
    version, deal, seat, text, by, at, _ = row
    return version, deal, seat, text, by, at
