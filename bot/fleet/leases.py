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

from bot.fleet import acquisition, schema
from bot.fleet.coordinator import IDENTIFY_INTERVAL, ChangedRecord, ChangeListener, LeaseLost
from bot.fleet.schema import DATABASE_ERRORS, SPEND_QUOTA, WORK, boot_time
from bot.model.enums import RateLimit, ShardRange

log = logging.getLogger(__name__)

_HEARTBEAT_INTERVAL: Final = 2.0  # seconds between two heartbeats
_TRUST_SECONDS: Final = 8.0  # seconds a lease is trusted after the last heartbeat
_SLOT_RETRY_SECONDS: Final = 0.5  # seconds between two attempts to take a slot
_QUOTA_TIMEOUT: Final = 1.0  # seconds for a statement an interaction waits for
_ANNOUNCED_TABLES: Final = (("preferans.person", "user_id"), ("preferans.guild", "guild_id"))
_UPDATE_HEARTBEAT: Final = (
    "UPDATE preferans_fleet.holder SET beat = clock_timestamp() WHERE name = $1 RETURNING name"
)
_TAKE_SLOT: Final = (
    "INSERT INTO preferans_fleet.turn AS turn (bucket, at) VALUES ($1, clock_timestamp())"  # noqa: S608
    " ON CONFLICT (bucket) DO UPDATE SET at = excluded.at"
    f" WHERE turn.at <= excluded.at - interval '{IDENTIFY_INTERVAL} s' OR turn.at::text = $2"
    " RETURNING at::text"  # the owner of the newest slot may renew it
)


class Lease:
    """A lease, held until it is lost for good; ``database_url`` is the database URL with its name.

    Terminating all connections of that name ends everything this process can write.
    """

    def __init__(
        self, taken: acquisition.HeldConnection, url: str, name: str, owned: ShardRange
    ) -> None:
        self.owned, self.name = owned, name
        self.database_url = schema.with_application_name(url, name)
        self._db, self._connection_lock = taken.db, asyncio.Lock()
        self._trusted_until = taken.since + _TRUST_SECONDS
        self._lost = asyncio.Event()
        self._slots: dict[int, str] = {}  # the slot of each shard, by the clock of the database
        self.max_concurrency = 1
        self._db.add_termination_listener(self._on_connection_closed)

    def may_act(self) -> bool:
        return not self._lost.is_set() and boot_time() < self._trusted_until

    async def wait_until_lost(self) -> None:
        await self._lost.wait()

    @asynccontextmanager
    async def exclusively(self, work: str) -> AsyncIterator[bool]:
        key = crc32(work.encode()) & 0x7FFFFFFF
        is_mine = bool(await self._fetch_value(acquisition.TRY_LOCK, WORK, key))
        try:
            yield is_mine
        finally:
            if is_mine and self.may_act():
                with suppress(*DATABASE_ERRORS):  # then it went with the connection
                    await self._fetch_value(acquisition.UNLOCK, WORK, key)

    async def wait_to_connect(self, shard: int, *, initial: bool) -> None:
        """Take a slot recorded in a row: a lock would be released when its process is killed."""
        self._slots[shard] = await self._take_slot(shard, "")

    async def wait_to_identify(self, shard: int) -> None:
        """Renew the slot now: a slow connection must not identify within the next slot."""
        await self._take_slot(shard, self._slots.pop(shard, ""))

    async def _take_slot(self, shard: int, before: str) -> str:
        """Wait for a free slot; at once if nobody took one since ``before``."""
        while self.may_act():
            with suppress(*DATABASE_ERRORS):
                if found := await self._fetch_value(
                    _TAKE_SLOT, shard % self.max_concurrency, before
                ):
                    return str(found)
            await asyncio.sleep(_SLOT_RETRY_SECONDS)
        raise LeaseLost

    async def listen(self, on_change: ChangeListener) -> None:
        """Listen to changes, but ignore this process's own."""

        def told(_: object, __: int, ___: str, said: object) -> None:
            kind, number, name = str(said).split(" ", 2)
            if name != self.name:
                on_change(ChangedRecord(kind), int(number))

        async with self._connection_lock:
            await schema.create_change_triggers(self._db, _ANNOUNCED_TABLES)
            await self._db.add_listener(schema.CHANNEL, told)

    async def spend_quota(
        self, action: str, owner_id: int, limit: RateLimit, now: int
    ) -> int | None:
        """Count one use within a second, else count nothing: an interaction expires after 3 s."""
        with suppress(*DATABASE_ERRORS):
            async with asyncio.timeout(_QUOTA_TIMEOUT):
                found = await self._fetch_value(SPEND_QUOTA, action, owner_id, *limit, now)
                return found if isinstance(found, int) else None
        return None

    async def send_heartbeats(self) -> None:
        """Write a heartbeat every two seconds while the lease holds."""
        while self.may_act():
            began = boot_time()
            try:
                if await self._fetch_value(_UPDATE_HEARTBEAT, self.name) is None:
                    break  # another process has deleted the row
                self._trusted_until = began + _TRUST_SECONDS
            except DATABASE_ERRORS as trouble:
                log.warning("no sign of life reached the database: %s", type(trouble).__name__)
            await asyncio.sleep(_HEARTBEAT_INTERVAL)

    def on_heartbeats_ended(self, living: asyncio.Task[None]) -> None:
        """Give the lease up when heartbeats end: the others would notice only later."""
        if not living.cancelled():
            self._lose()

    def give_up(self) -> None:
        """Give up after an unrecoverable error; the next attempt reports the reason."""
        self._lose()

    async def release(self) -> None:
        """Release the lease at an orderly shutdown."""
        self._db.remove_termination_listener(self._on_connection_closed)
        self._lost.set()
        with suppress(*DATABASE_ERRORS):
            await self._fetch_value(acquisition.DELETE_HOLDER, self.name)
        await acquisition.close_connection(self._db)

    async def _fetch_value(self, sql: str, *values: int | str) -> object:
        async with self._connection_lock:
            found: object = await self._db.fetchval(sql, *values)
            return found

    def _on_connection_closed(self, _: object) -> None:
        self._lose()

    def _lose(self) -> None:
        if not self._lost.is_set():
            log.error(
                "the shards %s are no longer this process's: nothing is done here", self.owned
            )
            self._lost.set()


@asynccontextmanager
async def hold_lease(url: str, owned: ShardRange) -> AsyncIterator[Lease]:
    """Wait for all shards and hold them inside the context. Raises as ``taken``."""
    name = f"preferans {owned} {secrets.token_hex(4)}"
    lease = Lease(await acquisition.acquire_shards(url, name, owned), url, name, owned)
    living = asyncio.create_task(lease.send_heartbeats())
    living.add_done_callback(lease.on_heartbeats_ended)
    try:
        yield lease
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await lease.release()
