"""Weekly tables of servers, each opened once at its hour or up to an hour later.

All state is in the store, which moves the date on in the transaction that opens the table.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import tzinfo

from bot import store, tables
from bot.background.table_tasks import WakeTimer
from bot.model.enums import WeeklySkipReason
from bot.model.periods import next_weekday_time
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import WeeklyTurn
from bot.tables.registry import MAX_DELAY

log = logging.getLogger(__name__)


class WeeklyCallbacks(Record):
    """Callbacks to Discord: ``can_show`` is True if a table could be shown.

    ``on_opened`` gets the new table and its scheduled time; ``on_moved`` the server of a weekly
    table that has a new time.  No callback waits for Discord.
    """

    can_show: Callable[[WeeklyTable], bool]
    on_opened: Callable[[tables.Table, int], None]
    on_moved: Callable[[int], None]
    zone_of: Callable[[str], tzinfo]


class WeeklyOpener:
    """Opens due weekly tables, except on a server that ``is_disconnected``."""

    def __init__(
        self,
        tables: tables.TableRegistry,
        callbacks: WeeklyCallbacks,
        is_disconnected: Callable[[int], bool],
    ) -> None:
        self._tables, self._callbacks = tables, callbacks
        services = tables.services
        self._timer = WakeTimer(
            services.store.weekly, services.owned, services.now, self._ring, is_disconnected
        )
        self._opening: dict[int, asyncio.Task[None]] = {}

    def rearm(self) -> None:
        """Look again: some hour may have changed, or a server may be back."""
        self._timer.rearm()

    async def stop(self) -> None:
        """Finish the tables being opened; the next start opens those still due."""
        await self._timer.stop()
        await asyncio.gather(*self._opening.values(), return_exceptions=True)

    def _ring(self, weekly_id: int) -> None:
        if weekly_id not in self._opening:
            self._opening[weekly_id] = asyncio.create_task(self._try_open(weekly_id))

    async def _try_open(self, weekly_id: int) -> None:
        try:
            await self._open(weekly_id)
        except store.StorageTrouble as trouble:  # it stays due, and the timer rings again
            log.warning("weekly table %s waits for the storage: %s", weekly_id, trouble)
        except Exception as error:
            log.error("weekly table %s failed: %s", weekly_id, type(error).__name__)
        finally:
            del self._opening[weekly_id]
            self._timer.rearm()

    async def _open(self, weekly_id: int) -> None:
        services = self._tables.services
        now, weekly = services.now(), await services.store.weekly.get(weekly_id)
        if weekly is None or weekly.opens_at > now:
            return
        guild = await services.store.preferences.guild(weekly.guild_id)
        zone = self._callbacks.zone_of(guild.zone)
        following = next_weekday_time(weekly.weekday, weekly.minute, now, zone)
        if (missed := self._missed(weekly, now)) is None:
            missed = await self._open_table(weekly, following)
        if missed is not None:
            log.warning("weekly table %s is not opened: %s", weekly_id, missed)
            turn = WeeklyTurn(weekly_id, weekly.opens_at, following)
            await services.store.weekly.advance(turn, missed)
        self._callbacks.on_moved(weekly.guild_id)

    def _missed(self, weekly: WeeklyTable, now: int) -> WeeklySkipReason | None:
        if now > weekly.opens_at + MAX_DELAY:
            return WeeklySkipReason.LATE
        return None if self._callbacks.can_show(weekly) else WeeklySkipReason.GONE

    async def _open_table(self, weekly: WeeklyTable, following: int) -> WeeklySkipReason | None:
        """Open the table; return None if it is open now, or was opened concurrently."""
        try:
            table = await self._tables.open_weekly(weekly, following)
        except Refused as refused:
            return WeeklySkipReason.FULL if refused.reason is Refusal.TOO_MANY_TABLES_HERE else None
        self._tables.services.on_change(table.id)
        self._callbacks.on_opened(table, weekly.opens_at)
        return None
