"""Weekly tables of servers, each opened once at its hour or up to an hour later.

All state is in the store, which moves the date on in the transaction that opens the table.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo

from bot.keepers.alarm import Alarm
from bot.refusals import Refusal, Refused
from bot.store import StorageTrouble
from bot.store.rows import Turn
from bot.store.weekly import Weekly
from bot.tables import Table, Tables
from bot.tables.timing import LATEST, next_on
from bot.terms import Missed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Places:
    """Callbacks to Discord: ``is_there`` is True if a table could be shown.

    ``opened`` gets the new table and its scheduled time.  No callback waits for Discord.
    """

    is_there: Callable[[Weekly], bool]
    opened: Callable[[Table, int], None]
    zone_of: Callable[[str], tzinfo]


class Calendar:
    """Opens due weekly tables, except on a server that ``is_away``."""

    def __init__(self, tables: Tables, places: Places, is_away: Callable[[int], bool]) -> None:
        self._tables, self._places = tables, places
        services = tables.services
        self._alarm = Alarm(
            services.store.weekly, services.owned, services.now, self._ring, is_away
        )
        self._opening: dict[int, asyncio.Task[None]] = {}

    def rearm(self) -> None:
        """Look again: some hour may have changed, or a server may be back."""
        self._alarm.rearm()

    async def stop(self) -> None:
        """Finish the tables being opened; the next start opens those still due."""
        await self._alarm.stop()
        await asyncio.gather(*self._opening.values(), return_exceptions=True)

    def _ring(self, weekly_id: int) -> None:
        if weekly_id not in self._opening:
            self._opening[weekly_id] = asyncio.create_task(self._tried(weekly_id))

    async def _tried(self, weekly_id: int) -> None:
        try:
            await self._open(weekly_id)
        except StorageTrouble as trouble:  # it stays due, and the timer rings again
            log.warning("weekly table %s waits for the storage: %s", weekly_id, trouble)
        except Exception as error:
            log.error("weekly table %s failed: %s", weekly_id, type(error).__name__)
        finally:
            del self._opening[weekly_id]
            self._alarm.rearm()

    async def _open(self, weekly_id: int) -> None:
        services = self._tables.services
        now, weekly = services.now(), await services.store.weekly.one(weekly_id)
        if weekly is None or weekly.opens_at > now:
            return
        guild = await services.store.wishes.guild(weekly.guild_id)
        zone = self._places.zone_of(guild.zone)
        following = next_on(weekly.weekday, weekly.minute, now, zone)
        if (missed := self._missed(weekly, now)) is None:
            missed = await self._opened(weekly, following)
        if missed is not None:
            log.warning("weekly table %s is not opened: %s", weekly_id, missed)
            turn = Turn(weekly_id, weekly.opens_at, following)
            await services.store.weekly.move(turn, missed)

    def _missed(self, weekly: Weekly, now: int) -> Missed | None:
        if now > weekly.opens_at + LATEST:
            return Missed.LATE
        return None if self._places.is_there(weekly) else Missed.GONE

    async def _opened(self, weekly: Weekly, following: int) -> Missed | None:
        """Open the table; return None if it is open now, or was opened concurrently."""
        try:
            table = await self._tables.open_weekly(weekly, following)
        except Refused as refused:
            return Missed.FULL if refused.reason is Refusal.TOO_MANY_TABLES_HERE else None
        self._tables.services.changed(table.id)
        self._places.opened(table, weekly.opens_at)
        return None
