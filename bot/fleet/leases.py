"""Leases: one process at a time may act for the servers of some shards.

A lease is an advisory lock of PostgreSQL per shard, on a dedicated connection: the locks end with
the connection, for whatever reason it ends. A killed process loses them at once, a lost machine
when the keepalives of the connection fail. A process that hangs keeps its connection; so each
holder writes a heartbeat every two seconds, and a standby process terminates the connections of a
holder that has been silent for too long. That holder must have stopped by itself before: it trusts
its lease for a shorter time than the others do, by a clock that includes suspended time.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from zlib import crc32

from bot.fleet import ground
from bot.fleet.asking import SPEND
from bot.fleet.fellows import PACE, Hear, Kind, Parted
from bot.fleet.ground import TROUBLES, WORK, clock
from bot.fleet.taking import LET_GO, STRIKE_OUT, TRY, Taken, hang_up, taken
from bot.terms import Often, Owned

log = logging.getLogger(__name__)

_BEAT: Final = 2.0  # seconds between two heartbeats
_TRUSTED: Final = 8.0  # seconds a lease is trusted after the last heartbeat
_LOOK: Final = 0.5  # seconds between two attempts to take a slot
_SOON: Final = 1.0  # seconds for a statement an interaction waits for
_TABLES: Final = (("preferans.person", "user_id"), ("preferans.guild", "guild_id"))
_LIVES: Final = (
    "UPDATE preferans_fleet.holder SET beat = clock_timestamp() WHERE name = $1 RETURNING name"
)
_TURN: Final = (
    "INSERT INTO preferans_fleet.turn AS turn (bucket, at) VALUES ($1, clock_timestamp())"  # noqa: S608
    " ON CONFLICT (bucket) DO UPDATE SET at = excluded.at"
    f" WHERE turn.at <= excluded.at - interval '{PACE} s' OR turn.at::text = $2"
    " RETURNING at::text"  # the owner of the newest slot may renew it
)


class Lease:
    """A lease, held until it is lost for good; ``address`` is the database URL with its name.

    Terminating all connections of that name ends everything this process can write.
    """

    def __init__(self, taken: Taken, url: str, name: str, owned: Owned) -> None:
        self.owned, self.name = owned, name
        self.address = ground.named(url, name)
        self._db, self._asking = taken.db, asyncio.Lock()
        self._until = taken.since + _TRUSTED
        self._lost = asyncio.Event()
        self._turns: dict[int, str] = {}  # the slot of each shard, by the clock of the database
        self.at_once = 1
        self._db.add_termination_listener(self._ended)

    def may_act(self) -> bool:
        return not self._lost.is_set() and clock() < self._until

    async def parted(self) -> None:
        await self._lost.wait()

    @asynccontextmanager
    async def only_one(self, work: str) -> AsyncIterator[bool]:
        key = crc32(work.encode()) & 0x7FFFFFFF
        is_mine = bool(await self._ask(TRY, WORK, key))
        try:
            yield is_mine
        finally:
            if is_mine and self.may_act():
                with suppress(*TROUBLES):  # then it went with the connection
                    await self._ask(LET_GO, WORK, key)

    async def turn(self, shard: int, *, initial: bool) -> None:
        """Take a slot recorded in a row: a lock would be released when its process is killed."""
        self._turns[shard] = await self._turn_of(shard, "")

    async def identify(self, shard: int) -> None:
        """Renew the slot now: a slow connection must not identify within the next slot."""
        await self._turn_of(shard, self._turns.pop(shard, ""))

    async def _turn_of(self, shard: int, before: str) -> str:
        """Wait for a free slot; at once if nobody took one since ``before``."""
        while self.may_act():
            with suppress(*TROUBLES):
                if found := await self._ask(_TURN, shard % self.at_once, before):
                    return str(found)
            await asyncio.sleep(_LOOK)
        raise Parted

    async def listen(self, hear: Hear) -> None:
        """Listen to changes, but ignore this process's own."""

        def told(_: object, __: int, ___: str, said: object) -> None:
            kind, number, name = str(said).split(" ", 2)
            if name != self.name:
                hear(Kind(kind), int(number))

        async with self._asking:
            await ground.announce_changes(self._db, _TABLES)
            await self._db.add_listener(ground.CHANNEL, told)

    async def spend(self, what: str, who: int, often: Often, now: int) -> int | None:
        """Count one use within a second, else count nothing: an interaction expires after 3 s."""
        with suppress(*TROUBLES):
            async with asyncio.timeout(_SOON):
                found = await self._ask(SPEND, what, who, *often, now)
                return found if isinstance(found, int) else None
        return None

    async def live(self) -> None:
        """Write a heartbeat every two seconds while the lease holds."""
        while self.may_act():
            began = clock()
            try:
                if await self._ask(_LIVES, self.name) is None:
                    break  # another process has deleted the row
                self._until = began + _TRUSTED
            except TROUBLES as trouble:
                log.warning("no sign of life reached the database: %s", type(trouble).__name__)
            await asyncio.sleep(_BEAT)

    def without_life(self, living: asyncio.Task[None]) -> None:
        """Give the lease up when heartbeats end: the others would notice only later."""
        if not living.cancelled():
            self._lose()

    def give_up(self) -> None:
        """Give up after an unrecoverable error; the next attempt reports the reason."""
        self._lose()

    async def let_go(self) -> None:
        """Release the lease at an orderly shutdown."""
        self._db.remove_termination_listener(self._ended)
        self._lost.set()
        with suppress(*TROUBLES):
            await self._ask(STRIKE_OUT, self.name)
        await hang_up(self._db)

    async def _ask(self, sql: str, *values: int | str) -> object:
        async with self._asking:
            found: object = await self._db.fetchval(sql, *values)
            return found

    def _ended(self, _: object) -> None:
        self._lose()

    def _lose(self) -> None:
        if not self._lost.is_set():
            log.error(
                "the shards %s are no longer this process's: nothing is done here", self.owned
            )
            self._lost.set()


@asynccontextmanager
async def held(url: str, owned: Owned) -> AsyncIterator[Lease]:
    """Wait for all shards and hold them inside the context. Raises as ``taken``."""
    name = f"preferans {owned} {secrets.token_hex(4)}"
    lease = Lease(await taken(url, name, owned), url, name, owned)
    living = asyncio.create_task(lease.live())
    living.add_done_callback(lease.without_life)
    try:
        yield lease
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await lease.let_go()
