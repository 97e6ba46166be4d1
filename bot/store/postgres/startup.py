"""Opens a PostgreSQL database: connects, checks, migrates, then opens writer and reader.

Other processes may use it meanwhile. Startup verifies what it verifies in a file that was closed in
order: the open games and the tables that belong to no game. Rows of a closed game are verified on
first read, because verifying everything takes longer as the database ages.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Final

import asyncpg

from bot.config import database_url
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store.admin.status import STATUS_KEYS, DatabaseStatus
from bot.store.database import restrict_to_owned
from bot.store.errors import FileFault, StatementFault, StorageTrouble, StoreError, Trouble
from bot.store.integrity import verification
from bot.store.integrity.guard import ReadGuard
from bot.store.postgres import migration
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.reconnecting import CommitTracker, ReconnectingSession
from bot.store.postgres.session import (
    NO_TIMEOUTS,
    POSTGRES_ERRORS,
    READER_PARAMETERS,
    WRITER_PARAMETERS,
    Session,
    close_session,
    open_session,
    postgres_trouble_of,
)
from bot.store.writer import Handles, Watch, Writer

# The unique id of this database; a dump shares it.
_ASSIGN_IDENTITY: Final = (
    "INSERT INTO setting (key, value) VALUES ('identity', ?) ON CONFLICT DO NOTHING"
)
_CLOSE_TIMEOUT: Final = 2.0  # seconds for running reads when a store is closed
_OPEN_FAULTS: dict[Trouble, FileFault] = {
    Trouble.READ_ONLY: FileFault.UNWRITABLE,
    Trouble.FULL: FileFault.UNWRITABLE,
    Trouble.IO: FileFault.UNWRITABLE,
    Trouble.LOCKED: FileFault.IN_USE,
    Trouble.DAMAGED: FileFault.DAMAGED,
    Trouble.UNREACHABLE: FileFault.UNREACHABLE,
}


class ServerDiskSpace:
    """The disk of a database server, which its owner has to watch."""

    def is_running_low(self) -> bool:
        """Return False: the disk space is not known."""
        return False


@contextmanager
def raising_server_errors(address: database_url.DatabaseUrl) -> Iterator[None]:
    """Turn errors while a database is opened into a StoreError about it, without secrets."""
    try:
        yield
    except (StorageTrouble, StatementFault) as error:
        trouble = error.trouble if isinstance(error, StorageTrouble) else Trouble.DAMAGED
        raise StoreError(
            _OPEN_FAULTS[trouble], path=str(address), detail=str(error).rstrip(".")
        ) from None
    except database_url.UnrecoverableError as error:
        raise StoreError(FileFault.ASTRAY, path=str(address), detail=str(error)) from None
    except POSTGRES_ERRORS as error:
        raise StoreError(_fault(error), path=str(address), detail=_describe(error)) from None


def _fault(error: BaseException) -> FileFault:
    trouble = postgres_trouble_of(error)
    return FileFault.DAMAGED if trouble is None else _OPEN_FAULTS[trouble]


def _describe(error: BaseException) -> str:
    """Return the error in the server's words."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.args[0]).rstrip(".")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


@asynccontextmanager
async def short_session(
    address: database_url.DatabaseUrl, parameters: Mapping[str, str] = NO_TIMEOUTS
) -> AsyncIterator[Session]:
    """Yield a short-lived session of its own. StoreError when it cannot be opened."""
    with raising_server_errors(address):
        session = await open_session(address, parameters)
    try:
        yield session
    finally:
        await close_session(session)


async def migrate_to_newest(address: database_url.DatabaseUrl) -> None:
    """Migrate the database to the newest schema; of processes that start at once, one does so."""
    async with short_session(address) as session:
        await _check_sessions(session, address)
        with raising_server_errors(address):
            async with migration.migration_lock(session):
                await migration.migrate_server(session, address, migration.server_migrations())


async def _check_sessions(session: Session, address: database_url.DatabaseUrl) -> None:
    async with short_session(address) as other:
        with raising_server_errors(address), database_url.unrecoverable_errors(address.url):
            await database_url.reject_transaction_pooler(session, other)


async def open_writer(
    address: database_url.DatabaseUrl,
    *,
    alone: bool = False,
    parameters: Mapping[str, str] = WRITER_PARAMETERS,
) -> PostgresDatabase:
    """Open the writing connection.

    StoreError IN_USE if it is wanted ``alone`` and another process is there, or the reverse.
    """
    tracker = CommitTracker()

    async def connect() -> Session:
        session = await open_session(address, parameters)
        try:
            await (migration.lock_exclusively if alone else migration.lock_shared)(session, address)
            await migration.check_schema_version(
                session, address, migration.server_migrations()[-1].number
            )
            await tracker.prepare(session)
        except BaseException:
            session.terminate()
            raise
        return session

    with raising_server_errors(address):
        return PostgresDatabase(await ReconnectingSession.open(connect), tracker)


async def open_reader(address: database_url.DatabaseUrl) -> PostgresDatabase:
    """Open the read-only connection for aggregate queries."""
    with raising_server_errors(address):
        return PostgresDatabase(
            await ReconnectingSession.open(lambda: open_session(address, READER_PARAMETERS)),
            CommitTracker(),
        )


async def open_database(
    url: str,
    watch: Watch,
    *,
    alone: bool = False,
    owned: ShardRange = ALL_SHARDS,
    on_permanent_loss: Callable[[], None] = lambda: None,
) -> Handles:
    """Open and migrate the database; ``alone``: exclusively among all processes.

    The open games of ``owned`` servers are verified, so that taking over some shards of a large
    fleet does not read all games; other owners have verified theirs. ``on_permanent_loss`` is
    called when a session is lost and retrying cannot help. StoreError when it cannot be used.
    """
    address = database_url.DatabaseUrl(url)
    async with AsyncExitStack() as stack:
        await migrate_to_newest(address)
        db, lock = await open_writer(address, alone=alone), asyncio.Lock()
        stack.push_async_callback(_close_when_idle, db, lock)
        await _inspect(address, owned)
        reader, reader_lock = await open_reader(address), asyncio.Lock()
        stack.push_async_callback(_close_when_idle, reader, reader_lock)
        guard = ReadGuard(lambda: None, is_trusted=True)
        db.sessions.on_reconnect.append(guard.reset)
        for session in (db.sessions, reader.sessions):
            session.on_permanent_loss.append(on_permanent_loss)
        # the reader's session ends with the same server, but would notice it later
        db.sessions.on_loss.append(reader.sessions.drop_current)
        writer = Writer(db, lock, guard, watch)
        stack.push_async_callback(writer.close)
        disk, resources = ServerDiskSpace(), stack.pop_all()
        return Handles(db, lock, writer, reader, reader_lock, disk, resources, _record_nothing)


async def _close_when_idle(db: PostgresDatabase, lock: asyncio.Lock) -> None:
    """Close the connection once nobody is reading, or after a timeout if it is dead."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_CLOSE_TIMEOUT):
            await lock.acquire()
    await db.close()


async def _inspect(address: database_url.DatabaseUrl, owned: ShardRange) -> None:
    """Verify the open part and mark damaged games; StoreError for damage outside of games."""
    with raising_server_errors(address):
        db = PostgresDatabase(
            await ReconnectingSession.open(lambda: open_session(address, NO_TIMEOUTS)),
            CommitTracker(),
        )
        try:
            await db.fetch(_ASSIGN_IDENTITY, (secrets.token_hex(16),))
            if await verification.has_broken_open_rows(db):
                await verification.verify_checksums(db, str(address))
            for (game_id,) in await db.fetch(restrict_to_owned(verification.OPEN_GAMES, owned)):
                await _inspect_game(db, int(game_id))
        finally:
            await db.close()


async def _inspect_game(db: PostgresDatabase, game_id: int) -> None:
    """Verify a game others may be playing: in a snapshot, or not at all if it is locked."""
    with suppress(StorageTrouble):
        async with db.snapshot():
            if fault := await verification.find_chain_fault(db, game_id):
                await verification.mark_damaged(db, game_id, fault)


# Reads the status of a PostgreSQL from outside, without changing anything.

_NOTED = "SELECT key, value FROM setting WHERE key = ANY($1::text[])"


async def read_server_status(address: database_url.DatabaseUrl) -> DatabaseStatus:
    """Return the status, even while the bot runs; StoreError if this program would not open it."""
    known = migration.server_migrations()[-1].number
    async with short_session(address, READER_PARAMETERS) as session:
        with raising_server_errors(address):
            version = await migration.check_schema_version(session, address, known)
            rows = await session.fetch(_NOTED, list(STATUS_KEYS)) if version else []
    return DatabaseStatus.from_settings(version, known, {row["key"]: row["value"] for row in rows})


def _record_nothing(_: int) -> None:
    """Record no erased user: the host restores dumps with PostgreSQL's own tools."""
