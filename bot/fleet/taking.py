"""Acquisition of shards, all or none: detects live holders and removes dead ones."""

import asyncio
import logging
from typing import Final, NamedTuple

import asyncpg

from bot.address import Hopeless
from bot.fleet import ground
from bot.fleet.ground import DOOR, SHARD, TROUBLES, Connection, clock
from bot.terms import Owned

log = logging.getLogger(__name__)

_SILENT: Final = 10.0  # seconds without a heartbeat after which a holder counts as dead
_LOOK: Final = 0.5  # seconds between two attempts
_LOST: Final = 5.0  # seconds between two attempts during an outage
_AT_LAST: Final = 3600.0  # maximum seconds between two log lines about an outage
_TOLD_AGAIN: Final = 60.0  # seconds between two log lines about a wait
_AGE: Final = f"beat < clock_timestamp() - interval '{_SILENT} s'"

_SILENT_ONES: Final = f"SELECT name FROM preferans_fleet.holder WHERE {_AGE}"  # noqa: S608
_OTHERS: Final = (  # a different shard count may cover the same servers
    "SELECT name FROM preferans_fleet.holder WHERE of_all <> $1"
    " UNION ALL SELECT name FROM preferans_fleet.holder"
    " WHERE of_all = $1 AND first <= $3 AND last >= $2"
)
HOPELESS: Final = (Hopeless, asyncpg.InsufficientPrivilegeError)
TRY: Final = "SELECT pg_try_advisory_lock($1, $2)"
LET_GO: Final = "SELECT pg_advisory_unlock($1, $2)"
_END: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = $1 AND pid <> pg_backend_pid()"
)
_IN_THE_WAY: Final = (  # checked without the entry lock, to avoid contention of standby processes
    f"SELECT name FROM ({_OTHERS}) AS other JOIN preferans_fleet.holder USING (name)"  # noqa: S608
    f" WHERE NOT {_AGE} AND EXISTS (SELECT FROM pg_stat_activity WHERE application_name = name)"
)
_HOLDS: Final = (
    "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid = $2::int::oid AND granted AND application_name = $1)"
)
STRIKE_OUT: Final = "DELETE FROM preferans_fleet.holder WHERE name = $1"
_NOTE: Final = (
    "INSERT INTO preferans_fleet.holder (name, first, last, of_all) VALUES ($1, $2, $3, $4)"
)


class Taken(NamedTuple):
    """The connection that holds the locks, and the latest time it is known to have been alive."""

    db: Connection
    since: float


async def taken(url: str, name: str, owned: Owned) -> Taken:
    """Wait until all shards are free and lock them; the log reports the wait.

    Raises one of ``HOPELESS`` where waiting is of no use.
    """
    patience, away, db = _Patience(owned), _Away(), None
    while True:
        try:
            db = await ground.connect(url, name)
            await ground.check_sessions(db, url, name)
            await ground.lay_out(db)
            away.over()
            return Taken(db, await _waited(db, name, owned, patience))
        except BaseException as trouble:
            if db is not None:
                await hang_up(db)
            if not isinstance(trouble, TROUBLES) or isinstance(trouble, HOPELESS):
                raise
            away.tell(trouble)
        await asyncio.sleep(_LOST if db is None else _LOOK)
        db = None


class _Away:
    """Logs a database outage: at once, then ever more rarely, and its end.

    An outage may last for days, and many processes log it.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._again = self._pause = 0.0

    def tell(self, trouble: BaseException) -> None:
        now = clock()
        if self._since is None:
            self._since, self._again, self._pause = now, now, _TOLD_AGAIN
        if now >= self._again:
            log.warning("the database cannot be reached: %s", type(trouble).__name__)
            self._again, self._pause = now + self._pause, min(2 * self._pause, _AT_LAST)

    def over(self) -> None:
        if self._since is not None:
            log.warning("the database is reached again, after %.0f s", clock() - self._since)
            self._since = None


class _Patience:
    """Logs the wait for other holders once a minute."""

    def __init__(self, owned: Owned) -> None:
        self._owned, self._said = owned, -_TOLD_AGAIN

    def tell(self, others: list[str]) -> None:
        if clock() - self._said >= _TOLD_AGAIN:
            self._said = clock()
            log.warning("standing by for the shards %s: %s", self._owned, ", ".join(others))


async def _waited(db: Connection, name: str, owned: Owned, patience: _Patience) -> float:
    """Wait for the locks; return the time at which the successful attempt began."""
    while True:
        began = clock()
        if not (others := await _try(db, name, owned)):
            log.warning("the shards %s are this process's", owned)
            return began
        patience.tell(others)
        await asyncio.sleep(_LOOK)


async def _try(db: Connection, name: str, owned: Owned) -> list[str]:
    """Lock all shards, or return the names of the blockers; one process at a time."""
    wish = (owned.of, owned.first, owned.last)
    if others := [row[0] for row in await db.fetch(_IN_THE_WAY, *wish)]:
        return others
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1, 0)", DOOR)
        for (silent,) in await db.fetch(_SILENT_ONES):
            await _expel(db, silent)
        free = [shard for shard in owned.shards if await db.fetchval(TRY, SHARD, shard)]
        others = [row[0] for row in await db.fetch(_OTHERS, *wish)]
        if len(free) == len(owned.shards):
            others = [other for other in others if not await _is_gone(db, other)]
        if len(free) == len(owned.shards) and not others:
            await db.execute(_NOTE, name, *owned)
            return []
        for shard in free:
            await db.fetchval(LET_GO, SHARD, shard)
        return others or ["somebody who has not said so yet"]


async def _is_gone(db: Connection, name: str) -> bool:
    """Return True for a killed holder (it has no locks left), and remove its remains."""
    alive = await db.fetchval(_HOLDS, name, SHARD)
    if not alive:
        await _expel(db, name)
    return not alive


async def _expel(db: Connection, name: str) -> None:
    """Terminate all connections of a process, and with them its pending writes."""
    log.warning("%s gives no sign of life: its connections are ended", name)
    await db.fetch(_END, name)
    await db.execute(STRIKE_OUT, name)


async def hang_up(db: Connection) -> None:
    """Close the connection, or terminate it if that takes too long."""
    try:
        async with asyncio.timeout(_LOOK):
            await db.close()
    except TROUBLES:
        db.terminate()
