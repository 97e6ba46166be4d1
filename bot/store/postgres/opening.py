"""Opening a PostgreSQL: reached, ours, of this layout; then the two lines of a store."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import asyncpg

from bot.store.errors import FileFault, StatementFault, StorageTrouble, StoreError, Trouble
from bot.store.postgres.address import Address
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

_FAULT_OF: dict[Trouble, FileFault] = {
    Trouble.READ_ONLY: FileFault.UNWRITABLE,
    Trouble.FULL: FileFault.UNWRITABLE,
    Trouble.IO: FileFault.UNWRITABLE,
    Trouble.LOCKED: FileFault.IN_USE,
    Trouble.DAMAGED: FileFault.DAMAGED,
    Trouble.UNREACHABLE: FileFault.UNREACHABLE,
}


@contextmanager
def reaching(address: Address) -> Iterator[None]:
    """What goes wrong while a database is opened, as a StoreError about it, without a secret."""
    try:
        yield
    except (StorageTrouble, StatementFault) as error:
        trouble = error.trouble if isinstance(error, StorageTrouble) else Trouble.DAMAGED
        raise StoreError(
            _FAULT_OF[trouble], path=str(address), detail=str(error).rstrip(".")
        ) from None
    except (*FAILED, ValueError) as error:  # the latter for an address that is none
        fault = FileFault.UNREACHABLE if isinstance(error, ValueError) else _fault(error)
        raise StoreError(fault, path=str(address), detail=_said(error)) from None


def _fault(error: BaseException) -> FileFault:
    trouble = trouble_of(error)
    return FileFault.DAMAGED if trouble is None else _FAULT_OF[trouble]


def _said(error: BaseException) -> str:
    """In the server's words; an address that cannot be read is not said again."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.args[0]).rstrip(".")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


@asynccontextmanager
async def visited(
    address: Address, manners: Mapping[str, str] = UNHURRIED
) -> AsyncIterator[Session]:
    """A session of its own, for as long as it takes.  StoreError when it cannot be had."""
    with reaching(address):
        session = await connected(address, manners)
    try:
        yield session
    finally:
        await disconnected(session)


async def prepared(address: Address) -> None:
    """The database has the newest layout; of processes that start at once, one sees to it."""
    async with visited(address) as session:
        with reaching(address):
            async with changing(session):
                await migrate(session, address, shipped())


async def writing(address: Address, *, alone: bool = False) -> PostgresDatabase:
    """The line that writes.  StoreError IN_USE: it is to be used ``alone``, and is not, or so."""
    doubt = Doubt()

    async def enter() -> Session:
        session = await connected(address, WRITES)
        try:
            await (be_alone if alone else be_among)(session, address)
            await check_layout_number(session, address, len_of_shipped())
            await doubt.settle(session)
        except BaseException:
            session.terminate()
            raise
        return session

    with reaching(address):
        return PostgresDatabase(await Line.open(enter), doubt)


async def reading(address: Address) -> PostgresDatabase:
    """A line for questions about all the past: it only reads."""
    with reaching(address):
        return PostgresDatabase(await Line.open(lambda: connected(address, READS)), Doubt())


def len_of_shipped() -> int:
    """The number of the newest layout."""
    return shipped()[-1].number
