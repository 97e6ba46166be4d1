"""The processes of a fleet: started, killed and stopped one by one; some of them stand by."""

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import aiohttp

from tests.support.bot_starts import StartedBot, start_bot
from tests.support.postgres import database
from tools.fleet.postgres_pair import PostgresPair
from tools.fleet.status import Reader
from tools.siege.bot_process import CHILD, BotProcess
from tools.siege.discord_server import SimulatedDiscord

_START: Final = 90.0  # seconds until all shards are there: five between two, a busy machine


@dataclass
class FleetMember:
    """One process, and where it says how it is."""

    shard: int
    port: int
    process: StartedBot

    @property
    def is_afloat(self) -> bool:
        return self.process.returncode is None

    async def end(self, how: signal.Signals) -> None:
        """Send the signal, and wait until it is gone."""
        if self.is_afloat:
            self.process.send_signal(how)
        await self.process.wait()

    async def ask(self, path: str) -> str:
        """Return the response body at `path`; empty if the process does not answer."""
        try:
            async with (
                aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session,
                session.get(f"http://127.0.0.1:{self.port}{path}") as answer,
            ):
                return await answer.text()
        except (aiohttp.ClientError, TimeoutError):
            return ""

    async def is_ready(self) -> bool:
        return '"ready": true' in await self.ask("/health")


class FleetProcesses(BotProcess):
    """A process for every shard of the world, and as many that stand by as are launched beside."""

    def __init__(
        self, world: SimulatedDiscord, folder: Path, url: str, direct: Callable[[], str]
    ) -> None:
        super().__init__(world, folder)
        self.url, self.reader = url, Reader(direct)
        self.ships: list[FleetMember] = []

    def read(self, sql: str, *values: object) -> list[Any]:
        return self.reader.rows(sql, *values)

    def environment(self) -> Mapping[str, str]:
        known = dict(super().environment())
        del known["DATABASE_PATH"]
        return {**known, "DATABASE_URL": self.url}

    async def set_sail(self, shard: int) -> FleetMember:
        """One more process that wants this shard."""
        port = free_port()
        shards = {"SHARDS": f"{shard}/{self.world.shards}", "METRICS_PORT": str(port)}
        with self.log.open("ab") as log:
            process = await start_bot(
                CHILD,
                *(str(self.world.port), "run"),
                env={**self.environment(), **shards},
                folder=self.log.parent,
                output=log,
                warms=False,
            )
        ship = FleetMember(shard, port, process)
        self.ships.append(ship)
        return ship

    async def all_there(self, within: float = _START) -> None:
        """Until every shard is heard by somebody."""
        try:
            await asyncio.wait_for(self.world.connected.wait(), within)
        except TimeoutError:
            raise AssertionError(self.log.read_text()[-3000:]) from None

    async def of_shard(self, shard: int) -> tuple[list[FleetMember], list[FleetMember]]:
        """Return the processes that serve the shard, and those on standby for it."""
        own = [ship for ship in self.ships if ship.shard == shard and ship.is_afloat]
        ready = [await ship.is_ready() for ship in own]
        return (
            [ship for ship, is_it in zip(own, ready, strict=True) if is_it],
            [ship for ship, is_it in zip(own, ready, strict=True) if not is_it],
        )

    async def owner(self, shard: int, within: float = _START) -> FleetMember:
        """Wait until a healthy process serves the shard, and return it."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            owners, _ = await self.of_shard(shard)
            if owners:
                return owners[0]
            await asyncio.sleep(0.1)
        said = [(ship.shard, await ship.ask("/health")) for ship in self.ships if ship.is_afloat]
        raise AssertionError(f"{said}\n{self.log.read_text()[-2000:]}")

    async def sink(self) -> None:
        """All of them, at once."""
        await asyncio.gather(*(ship.end(signal.SIGKILL) for ship in self.ships))


@asynccontextmanager
async def launched(
    world: SimulatedDiscord,
    folder: Path,
    standby: int = 0,
    settings: Mapping[str, str] = MappingProxyType({}),
    pair: PostgresPair | None = None,
) -> AsyncIterator[FleetProcesses]:
    """The world, a process a shard and so many that stand by for each.

    Without a ``pair`` they have a database of their own.
    """
    async with nullcontext(pair.url) if pair else database() as url:
        runner = await world.start()
        yard = FleetProcesses(world, folder, url, pair.direct_url if pair else lambda: url)
        yard.settings = dict(settings)
        try:
            await yard.set_sail(0)  # one lays out the database, the others find it there
            await yard.owner(0)
            for shard in range(1, world.shards):
                await yard.set_sail(shard)
            await yard.all_there()
            for shard in range(world.shards):
                for _ in range(standby):
                    await yard.set_sail(shard)
            yield yard
        finally:
            await yard.sink()
            yard.reader.close()
            await runner.cleanup()


def free_port() -> int:
    """One that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def listening(host: str, port: int, within: float = _START) -> None:
    """Until somebody listens there."""
    async with asyncio.timeout(within):
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(host, port)
                writer.close()
                return
            await asyncio.sleep(0.1)
