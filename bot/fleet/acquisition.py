"""Acquisition of shards, all or none: detects live holders and removes dead ones."""

import asyncio
import logging
from typing import Final, NamedTuple

import asyncpg

from bot.config.database_url import UnrecoverableError
from bot.fleet import schema
from bot.fleet.schema import DATABASE_ERRORS, DOOR, SHARD, FleetConnection, boot_time
from bot.model.enums import ShardRange

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
    patience, away, db = _WaitLog(owned), _OutageLog(), None
    while True:
        try:
            db = await schema.connect(url, name)
            await schema.check_sessions(db, url, name)
            await schema.create_schema(db)
            away.log_end()
            return HeldConnection(db, await _wait_for_shards(db, name, owned, patience))
        except BaseException as trouble:
            if db is not None:
                await close_connection(db)
            if not isinstance(trouble, DATABASE_ERRORS) or isinstance(
                trouble, UNRECOVERABLE_ERRORS
            ):
                raise
            away.log_error(trouble)
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
