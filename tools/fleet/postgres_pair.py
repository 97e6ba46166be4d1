"""A PostgreSQL with a synchronous standby, behind one address that follows a failover."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import asyncpg

from tests.support.postgres import OWNER, Server, order

_MOST: Final = 1 << 16
_PATIENCE: Final = 30.0  # seconds
_SYNCHRONOUS: Final = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
_DATABASE: Final = "games"


class PostgresPair:
    """The primary and the standby of the moment; a commit is on both before it is confirmed."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._numbers = folder, count()
        self.primary = self._made()
        self.standby: Server | None = None
        self.port = 0

    @property
    def url(self) -> str:
        """The address for the bot, which stays."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{_DATABASE}?sslmode=disable"

    def direct_url(self) -> str:
        """The address of the primary of the moment."""
        return self.primary.url(_DATABASE)

    async def create_database(self) -> None:
        await order(f"CREATE DATABASE {_DATABASE}", url=self.primary.url("postgres"))
        await self.add_standby()

    async def crash(self, away: float) -> None:
        """End the primary without a word, and start it again after so many seconds."""
        self.primary.stop()
        await asyncio.sleep(away)
        await asyncio.to_thread(self.primary.start)

    async def fail_over(self, away: float) -> None:
        """End the primary for good; after so many seconds the standby takes its place."""
        assert self.standby is not None
        self.primary.stop()
        await asyncio.sleep(away)
        self.primary, self.standby = self.standby, None
        await self._wait_for_no_standby()
        await order("SELECT pg_promote()", url=self.primary.url("postgres"))
        await self.add_standby()

    async def add_standby(self) -> None:
        """Copy the primary, and let each commit wait for the copy."""
        self.standby = await asyncio.to_thread(self._made, self.primary)
        await self._set("ALTER SYSTEM SET synchronous_standby_names = '*'")
        db = await asyncpg.connect(self.primary.url("postgres"))
        try:
            async with asyncio.timeout(_PATIENCE):
                while not await db.fetchval(_SYNCHRONOUS):  # noqa: ASYNC110  nobody tells
                    await asyncio.sleep(0.1)
        finally:
            await db.close()

    async def _wait_for_no_standby(self) -> None:
        await self._set("ALTER SYSTEM RESET synchronous_standby_names")

    async def _set(self, statement: str) -> None:
        url = self.primary.url("postgres")
        await order(statement, "SELECT pg_reload_conf()", url=url)

    def _made(self, source: Server | None = None) -> Server:
        folder = self._folder / str(next(self._numbers))
        folder.mkdir()
        _give_to_owner(folder)
        return Server(folder, source)

    def stop(self) -> None:
        """End both."""
        for server in filter(None, (self.primary, self.standby)):
            server.stop()

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection to the primary of the moment, if there is one."""
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_unix_connection(self.primary.socket)
            try:
                await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))
            finally:
                far_writer.transport.abort()
        writer.transport.abort()


def _give_to_owner(folder: Path) -> None:
    """PostgreSQL does not run as root."""
    if OWNER is not None:
        os.chown(folder, OWNER, OWNER)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while said := await reader.read(_MOST):
            writer.write(said)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def postgres_pair() -> AsyncIterator[PostgresPair]:
    """Yield a pair with an empty database at its address."""
    with TemporaryDirectory(prefix="preferans-pg-") as folder:
        _give_to_owner(Path(folder))
        async with _behind_one_address(await asyncio.to_thread(PostgresPair, Path(folder))) as pair:
            yield pair


@asynccontextmanager
async def _behind_one_address(pair: PostgresPair) -> AsyncIterator[PostgresPair]:
    tasks = set[asyncio.Task[None]]()

    def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(pair.forward(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    pair.port = server.sockets[0].getsockname()[1]
    try:
        await pair.create_database()
        yield pair
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        pair.stop()
