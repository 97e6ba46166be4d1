"""Opens source and target of a transfer exclusively (bot/store/admin/transfer.py).

A source file is first copied, and the copy is migrated and fully verified: the file itself is only
read.
"""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

from bot.store.database import Database
from bot.store.errors import FileFault, StoreError
from bot.store.moving import ReportProgress, TransferResult, copy_everything, is_empty
from bot.store.sqlite.lock import lock_database_file
from bot.store.sqlite.migrating import backup
from bot.store.sqlite.opening import open_file


async def transfer(
    source: Path | str, target: Path | str, now: int, tell: ReportProgress
) -> TransferResult:
    """Transfer everything; each place is a file or the address of a PostgreSQL.

    StoreError for a place that cannot be used or is in use, or a target that is not empty;
    MoveFault, StorageTrouble, StatementFault as ``move``. Then the target is unchanged, except for
    an empty schema.
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
        with lock_database_file(real):
            backup(real, copy)
            async with _file(copy, now) as db:
                yield db


@asynccontextmanager
async def _target(place: Path | str, now: int) -> AsyncIterator[Database]:
    if isinstance(place, str):
        async with _server(place) as db:
            yield db
        return
    with _new_file(place):
        async with _file(place, now) as db:
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
async def _file(path: Path, now: int) -> AsyncIterator[Database]:
    opened = await open_file(path, now, nullcontext)
    try:
        async with opened.lock:
            yield opened.db
    finally:
        await opened.resources.aclose()


@asynccontextmanager
async def _server(url: str) -> AsyncIterator[Database]:
    from bot.address import DatabaseUrl
    from bot.store.postgres.opening import migrate_to_newest, open_writer  # the driver is an extra
    from bot.store.postgres.session import NO_TIMEOUTS

    address = DatabaseUrl(url)
    await migrate_to_newest(address)
    db = await open_writer(address, alone=True, parameters=NO_TIMEOUTS)
    try:
        yield db
    finally:
        await db.close()


def _name_of(place: Path | str) -> str:
    from bot.address import DatabaseUrl

    return str(DatabaseUrl(place)) if isinstance(place, str) else str(place)
