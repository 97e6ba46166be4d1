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
from typing import Final, NamedTuple
from zlib import crc32

import asyncpg

from bot.config.database_url import UnrecoverableError
from bot.fleet import schema
from bot.fleet.coordinator import IDENTIFY_INTERVAL, ChangedRecord, ChangeListener, LeaseLost
from bot.fleet.schema import (
    DATABASE_ERRORS,
    DOOR,
    SHARD,
    SPEND_QUOTA,
    WORK,
    FleetConnection,
    boot_time,
)
from bot.model.enums import RateLimit, ShardRange

# Acquisition of shards, all or none: detects live holders and removes dead ones.

log = logging.getLogger(__name__)

_DEAD_AFTER_SECONDS: Final = 10.0  # seconds without a heartbeat after which a holder counts as dead
_RETRY_SECONDS: Final = 0.5  # seconds between two attempts
_OUTAGE_RETRY_SECONDS: Final = 5.0  # seconds between two attempts during an outage
_MAX_LOG_INTERVAL: Final = 3600.0  # maximum seconds between two log lines about an outage
_LOG_INTERVAL: Final = 60.0  # seconds between two log lines about a wait
_IS_DEAD: Final = f"beat < clock_timestamp() - interval '{_DEAD_AFTER_SECONDS} s'"

_SELECT_DEAD: Final = f"SELECT name FROM preferans_fleet.holder WHERE {_IS_DEAD}"  # noqa: S608
_SELECT_OVERLAPPING: Final = (  # a different shard count may cover the same servers
    "SELECT name FROM preferans_fleet.holder WHERE of_all <> $1"
    " UNION ALL SELECT name FROM preferans_fleet.holder"
    " WHERE of_all = $1 AND first <= $3 AND last >= $2"
)
UNRECOVERABLE_ERRORS: Final = (UnrecoverableError, asyncpg.InsufficientPrivilegeError)
TRY_LOCK: Final = "SELECT pg_try_advisory_lock($1, $2)"
UNLOCK: Final = "SELECT pg_advisory_unlock($1, $2)"
_TERMINATE_CONNECTIONS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = $1 AND pid <> pg_backend_pid()"
)
_SELECT_BLOCKERS: Final = (  # checked without the entry lock: standby processes would contend
    f"SELECT name FROM ({_SELECT_OVERLAPPING}) AS other JOIN preferans_fleet.holder USING (name)"  # noqa: S608
    f" WHERE NOT {_IS_DEAD} AND EXISTS (SELECT FROM pg_stat_activity WHERE application_name = name)"
)
_HOLDS_LOCKS: Final = (
    "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid = $2::int::oid AND granted AND application_name = $1)"
)
DELETE_HOLDER: Final = "DELETE FROM preferans_fleet.holder WHERE name = $1"
_INSERT_HOLDER: Final = (
    "INSERT INTO preferans_fleet.holder (name, first, last, of_all) VALUES ($1, $2, $3, $4)"
)


class HeldConnection(NamedTuple):
    """The connection that holds the locks, and the latest time it is known to have been alive."""

    db: FleetConnection
    since: float


async def acquire_shards(url: str, name: str, owned: ShardRange) -> HeldConnection:
    """Wait until all shards are free and lock them; the log reports the wait.

    Raises one of ``UNRECOVERABLE_ERRORS`` where waiting is of no use.
    """
    wait_log, outage_log, db = _WaitLog(owned), _OutageLog(), None
    while True:
        try:
            db = await schema.connect(url, name)
            await schema.check_sessions(db, url, name)
            await schema.create_schema(db)
            outage_log.log_end()
            return HeldConnection(db, await _wait_for_shards(db, name, owned, wait_log))
        except BaseException as trouble:
            if db is not None:
                await close_connection(db)
            if not isinstance(trouble, DATABASE_ERRORS) or isinstance(
                trouble, UNRECOVERABLE_ERRORS
            ):
                raise
            outage_log.log_error(trouble)
        await asyncio.sleep(_OUTAGE_RETRY_SECONDS if db is None else _RETRY_SECONDS)
        db = None


class _OutageLog:
    """Logs a database outage: at once, then ever more rarely, and its end.

    An outage may last for days, and many processes log it.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._again = self._pause = 0.0

    def log_error(self, trouble: BaseException) -> None:
        now = boot_time()
        if self._since is None:
            self._since, self._again, self._pause = now, now, _LOG_INTERVAL
        if now >= self._again:
            log.warning("the database cannot be reached: %s", type(trouble).__name__)
            self._again, self._pause = now + self._pause, min(2 * self._pause, _MAX_LOG_INTERVAL)

    def log_end(self) -> None:
        if self._since is not None:
            log.warning("the database is reached again, after %.0f s", boot_time() - self._since)
            self._since = None


class _WaitLog:
    """Logs the wait for other holders once a minute."""

    def __init__(self, owned: ShardRange) -> None:
        self._owned, self._said = owned, -_LOG_INTERVAL

    def log_wait(self, others: list[str]) -> None:
        if boot_time() - self._said >= _LOG_INTERVAL:
            self._said = boot_time()
            log.warning("standing by for the shards %s: %s", self._owned, ", ".join(others))


async def _wait_for_shards(
    db: FleetConnection, name: str, owned: ShardRange, wait_log: _WaitLog
) -> float:
    """Wait for the locks; return the time at which the successful attempt began."""
    while True:
        began = boot_time()
        if not (others := await _try_acquire(db, name, owned)):
            log.warning("the shards %s are this process's", owned)
            return began
        wait_log.log_wait(others)
        await asyncio.sleep(_RETRY_SECONDS)


async def _try_acquire(db: FleetConnection, name: str, owned: ShardRange) -> list[str]:
    """Lock all shards, or return the names of the blockers; one process at a time."""
    wish = (owned.total, owned.first, owned.last)
    if others := [row[0] for row in await db.fetch(_SELECT_BLOCKERS, *wish)]:
        return others
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1, 0)", DOOR)
        for (silent,) in await db.fetch(_SELECT_DEAD):
            await _expel(db, silent)
        free = [shard for shard in owned.shards if await db.fetchval(TRY_LOCK, SHARD, shard)]
        others = [row[0] for row in await db.fetch(_SELECT_OVERLAPPING, *wish)]
        if len(free) == len(owned.shards):
            others = [other for other in others if not await _expel_if_dead(db, other)]
        if len(free) == len(owned.shards) and not others:
            await db.execute(_INSERT_HOLDER, name, *owned)
            return []
        for shard in free:
            await db.fetchval(UNLOCK, SHARD, shard)
        return others or ["somebody who has not said so yet"]


async def _expel_if_dead(db: FleetConnection, name: str) -> bool:
    """Return True for a killed holder (it has no locks left), and remove its remains."""
    alive = await db.fetchval(_HOLDS_LOCKS, name, SHARD)
    if not alive:
        await _expel(db, name)
    return not alive


async def _expel(db: FleetConnection, name: str) -> None:
    """Terminate all connections of a process, and with them its pending writes."""
    log.warning("%s gives no sign of life: its connections are ended", name)
    await db.fetch(_TERMINATE_CONNECTIONS, name)
    await db.execute(DELETE_HOLDER, name)


async def close_connection(db: FleetConnection) -> None:
    """Close the connection, or terminate it if that takes too long."""
    try:
        async with asyncio.timeout(_RETRY_SECONDS):
            await db.close()
    except DATABASE_ERRORS:
        db.terminate()


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

    def __init__(self, taken: HeldConnection, url: str, name: str, owned: ShardRange) -> None:
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
        is_mine = bool(await self._fetch_value(TRY_LOCK, WORK, key))
        try:
            yield is_mine
        finally:
            if is_mine and self.may_act():
                with suppress(*DATABASE_ERRORS):  # then it went with the connection
                    await self._fetch_value(UNLOCK, WORK, key)

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
            await self._fetch_value(DELETE_HOLDER, self.name)
        await close_connection(self._db)

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
    lease = Lease(await acquire_shards(url, name, owned), url, name, owned)
    living = asyncio.create_task(lease.send_heartbeats())
    living.add_done_callback(lease.on_heartbeats_ended)
    try:
        yield lease
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await lease.release()
