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

from bot.address import Address, Hopeless, check_lasting, leading
from bot.store.checking import OPEN, chain_fault, mark
from bot.store.errors import FileFault, StatementFault, StorageTrouble, StoreError, Trouble
from bot.store.guard import Guard
from bot.store.inspecting import check_seals, is_broken_in_sight
from bot.store.opened import Opened
from bot.store.owning import of_owned
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.doubt import Doubt
from bot.store.postgres.errors import FAILED, trouble_of
from bot.store.postgres.line import Line
from bot.store.postgres.migrating import (
    be_alone,
    be_among,
    changing,
    check_layout_number,
    migrate,
    shipped,
)
from bot.store.postgres.session import READS, UNHURRIED, WRITES, Session, connected, disconnected
from bot.store.writer import Watch, Writer
from bot.terms import EVERYWHERE, Owned

# The unique id of this database; a dump shares it.
_MARK: Final = "INSERT INTO setting (key, value) VALUES ('identity', ?) ON CONFLICT DO NOTHING"
_LAST: Final = 2.0  # seconds for running reads when a store is closed
_FAULT_OF: dict[Trouble, FileFault] = {
    Trouble.READ_ONLY: FileFault.UNWRITABLE,
    Trouble.FULL: FileFault.UNWRITABLE,
    Trouble.IO: FileFault.UNWRITABLE,
    Trouble.LOCKED: FileFault.IN_USE,
    Trouble.DAMAGED: FileFault.DAMAGED,
    Trouble.UNREACHABLE: FileFault.UNREACHABLE,
}


class Elsewhere:
    """The disk of a database server, which its owner has to watch."""

    def look(self) -> bool:
        """Return False: the disk space is not known."""
        return False


@contextmanager
def reaching(address: Address) -> Iterator[None]:
    """Turn errors while a database is opened into a StoreError about it, without secrets."""
    try:
        yield
    except (StorageTrouble, StatementFault) as error:
        trouble = error.trouble if isinstance(error, StorageTrouble) else Trouble.DAMAGED
        raise StoreError(
            _FAULT_OF[trouble], path=str(address), detail=str(error).rstrip(".")
        ) from None
    except Hopeless as error:
        raise StoreError(FileFault.ASTRAY, path=str(address), detail=str(error)) from None
    except FAILED as error:
        raise StoreError(_fault(error), path=str(address), detail=_said(error)) from None


def _fault(error: BaseException) -> FileFault:
    trouble = trouble_of(error)
    return FileFault.DAMAGED if trouble is None else _FAULT_OF[trouble]


def _said(error: BaseException) -> str:
    """Return the error in the server's words."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.args[0]).rstrip(".")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


@asynccontextmanager
async def visited(
    address: Address, manners: Mapping[str, str] = UNHURRIED
) -> AsyncIterator[Session]:
    """Yield a short-lived session of its own. StoreError when it cannot be opened."""
    with reaching(address):
        session = await connected(address, manners)
    try:
        yield session
    finally:
        await disconnected(session)


async def prepared(address: Address) -> None:
    """Migrate the database to the newest schema; of processes that start at once, one does so."""
    async with visited(address) as session:
        await _check_sessions(session, address)
        with reaching(address):
            async with changing(session):
                await migrate(session, address, shipped())


async def _check_sessions(session: Session, address: Address) -> None:
    async with visited(address) as other:
        with reaching(address), leading(address.url):
            await check_lasting(session, other)


async def writing(
    address: Address, *, alone: bool = False, manners: Mapping[str, str] = WRITES
) -> PostgresDatabase:
    """Open the writing connection.

    StoreError IN_USE if it is wanted ``alone`` and another process is there, or the reverse.
    """
    doubt = Doubt()

    async def enter() -> Session:
        session = await connected(address, manners)
        try:
            await (be_alone if alone else be_among)(session, address)
            await check_layout_number(session, address, shipped()[-1].number)
            await doubt.settle(session)
        except BaseException:
            session.terminate()
            raise
        return session

    with reaching(address):
        return PostgresDatabase(await Line.open(enter), doubt)


async def reading(address: Address) -> PostgresDatabase:
    """Open the read-only connection for aggregate queries."""
    with reaching(address):
        return PostgresDatabase(await Line.open(lambda: connected(address, READS)), Doubt())


async def open_database(
    url: str,
    watch: Watch,
    *,
    alone: bool = False,
    owned: Owned = EVERYWHERE,
    hopeless: Callable[[], None] = lambda: None,
) -> Opened:
    """Open and migrate the database; ``alone``: exclusively among all processes.

    The open games of ``owned`` servers are verified, so that taking over some shards of a large
    fleet does not read all games; other owners have verified theirs. ``hopeless`` is called when a
    session is lost and retrying cannot help. StoreError when it cannot be used.
    """
    address = Address(url)
    async with AsyncExitStack() as stack:
        await prepared(address)
        db, gate = await writing(address, alone=alone), asyncio.Lock()
        stack.push_async_callback(_let_go, db, gate)
        await _inspect(address, owned)
        aside, beside = await reading(address), asyncio.Lock()
        stack.push_async_callback(_let_go, aside, beside)
        guard = Guard(lambda: None, is_trusted=True)
        db.line.on_return.append(guard.forget)
        for line in (db.line, aside.line):
            line.on_hopeless.append(hopeless)
        db.line.on_loss.append(aside.line.give_up)  # the same server, and it notices later
        writer = Writer(db, gate, guard, watch)
        stack.push_async_callback(writer.close)
        return Opened(db, gate, writer, aside, beside, Elsewhere(), stack.pop_all())


async def _let_go(db: PostgresDatabase, gate: asyncio.Lock) -> None:
    """Close the connection once nobody is reading, or after a timeout if it is dead."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_LAST):
            await gate.acquire()
    await db.close()


async def _inspect(address: Address, owned: Owned) -> None:
    """Verify the open part and mark damaged games; StoreError for damage outside of games."""
    with reaching(address):
        db = PostgresDatabase(await Line.open(lambda: connected(address, UNHURRIED)), Doubt())
        try:
            await db.fetch(_MARK, (secrets.token_hex(16),))
            if await is_broken_in_sight(db):
                await check_seals(db, str(address))
            for (game_id,) in await db.fetch(of_owned(OPEN, owned)):
                await _inspect_game(db, int(game_id))
        finally:
            await db.close()


async def _inspect_game(db: PostgresDatabase, game_id: int) -> None:
    """Verify a game others may be playing: in a snapshot, or not at all if it is locked."""
    with suppress(StorageTrouble):
        async with db.snapshot():
            if fault := await chain_fault(db, game_id):
                await mark(db, game_id, fault)
