"""The right to act for the servers of some shards: a lease, held by one process at a time.

It is an advisory lock of PostgreSQL for each shard, on a connection of its own that does nothing
else: the locks end with the connection, whoever ends it.  A process that is killed loses them at
once, one whose machine is gone when the keepalives of the line find out.  One that hangs keeps its
line; so it says every two seconds that it lives, and who waits ends the connections of one that
has been silent for too long.  Before that it must have stopped by itself: it trusts its lease for
a shorter time than the others do, by a clock that goes on while the machine sleeps.
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

_BEAT: Final = 2.0  # seconds between two signs of life
_TRUSTED: Final = 8.0  # seconds a lease is believed in after the last one
_LOOK: Final = 0.5  # seconds between two tries of who waits for his turn
_SOON: Final = 1.0  # seconds for what a person waits for
_TABLES: Final = (("preferans.person", "user_id"), ("preferans.guild", "guild_id"))
_LIVES: Final = (
    "UPDATE preferans_fleet.holder SET beat = clock_timestamp() WHERE name = $1 RETURNING name"
)
_TURN: Final = (
    "INSERT INTO preferans_fleet.turn AS turn (bucket, at) VALUES ($1, clock_timestamp())"  # noqa: S608
    " ON CONFLICT (bucket) DO UPDATE SET at = excluded.at"
    f" WHERE turn.at <= excluded.at - interval '{PACE} s' OR turn.at::text = $2"
    " RETURNING at::text"  # who has had the newest turn may have it once more
)


class Lease:
    """Held from the start, until it is lost for good; ``address`` is the database under its name.

    Whoever ends the connections of that name ends all this process can do.
    """

    def __init__(self, taken: Taken, url: str, name: str, owned: Owned) -> None:
        self.owned, self.name = owned, name
        self.address = ground.named(url, name)
        self._db, self._asking = taken.db, asyncio.Lock()
        self._until = taken.since + _TRUSTED
        self._lost = asyncio.Event()
        self._turns: dict[int, str] = {}  # when each shard had its turn, by the clock of the rows
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
        """A row says who had the turn when: a lock would be free again with who was killed."""
        self._turns[shard] = await self._turn_of(shard, "")

    async def identify(self, shard: int) -> None:
        """The turn counts from now: a line that came slowly must not meet the next one's."""
        await self._turn_of(shard, self._turns.pop(shard, ""))

    async def _turn_of(self, shard: int, before: str) -> str:
        """When it has come; at once if nobody had one since ``before``."""
        while self.may_act():
            with suppress(*TROUBLES):
                if found := await self._ask(_TURN, shard % self.at_once, before):
                    return str(found)
            await asyncio.sleep(_LOOK)
        raise Parted

    async def listen(self, hear: Hear) -> None:
        """Of what this process writes itself nothing is heard."""

        def told(_: object, __: int, ___: str, said: object) -> None:
            kind, number, name = str(said).split(" ", 2)
            if name != self.name:
                hear(Kind(kind), int(number))

        async with self._asking:
            await ground.announce_changes(self._db, _TABLES)
            await self._db.add_listener(ground.CHANNEL, told)

    async def spend(self, what: str, who: int, often: Often, now: int) -> int | None:
        """Whoever waits for an answer has three seconds: a database that is slow counts nothing."""
        with suppress(*TROUBLES):
            async with asyncio.timeout(_SOON):
                found = await self._ask(SPEND, what, who, *often, now)
                return found if isinstance(found, int) else None
        return None

    async def live(self) -> None:
        """Say so every two seconds, as long as it is true."""
        while self.may_act():
            began = clock()
            try:
                if await self._ask(_LIVES, self.name) is None:
                    break  # somebody has struck it out
                self._until = began + _TRUSTED
            except TROUBLES as trouble:
                log.warning("no sign of life reached the database: %s", type(trouble).__name__)
            await asyncio.sleep(_BEAT)

    def without_life(self, living: asyncio.Task[None]) -> None:
        """Whatever ended it: who says nothing any more must not wait for others to notice."""
        if not living.cancelled():
            self._lose()

    def give_up(self) -> None:
        """There is nothing to be done with it; whoever wants it again finds out why."""
        self._lose()

    async def let_go(self) -> None:
        """Of one's own will, when nothing is left to be done."""
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
    """Wait for the shards, all of them; hold them inside.  Raises as ``taken``."""
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
