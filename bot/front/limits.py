"""Quotas per user and server for costly requests: tables per hour, computations per minute.

Nothing of it is stored: a restart forgets all, and inactive users take no memory.  All processes of
a fleet count a user together (``Common``), because they may play on servers of several; a server
belongs to one process alone.  Where the other processes do not respond, the local count decides.
"""

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final

from bot.refusals import Refusal, Refused
from bot.terms import Often, Rates

_HOUR: Final = 3600
_MINUTE: Final = 60
_KEPT: Final = 10_000  # users or servers at once; beyond that the oldest are dropped

# kind, user, quota, now (unix seconds) -> time of the next free slot; None without other processes
Common = Callable[[str, int, Often, int], Awaitable[int | None]]


class Frequency:
    """Sliding window of requests for each user or server."""

    def __init__(self, often: Often) -> None:
        self.often = often
        self._times: OrderedDict[int, deque[int]] = OrderedDict()

    def free_at(self, who: int, now: int) -> int:
        """Return the time of the next free slot (unix seconds); ``now`` or earlier: at once."""
        times = self._times.get(who)
        is_free = times is None or len(times) < self.often.most
        return now if times is None or is_free else times[0] + self.often.seconds

    def spend(self, who: int, now: int) -> None:
        """Count one request."""
        self._times.setdefault(who, deque(maxlen=self.often.most)).append(now)
        self._times.move_to_end(who)
        while self._is_past(next(iter(self._times)), now) or len(self._times) > _KEPT:
            self._times.popitem(last=False)

    def _is_past(self, who: int, now: int) -> bool:
        return self._times[who][-1] + self.often.seconds <= now

    def __len__(self) -> int:
        return len(self._times)


class Limits:
    """Quotas of users and servers; ``common`` asks the fleet, ``now`` returns unix seconds."""

    def __init__(self, now: Callable[[], int], common: Common, rates: Rates) -> None:
        self._now, self._common = now, common
        self.tables = Frequency(Often(rates.tables, _HOUR))
        self.server_tables = Frequency(Often(rates.server_tables, _HOUR))
        self.questions = Frequency(Often(rates.questions, _MINUTE))

    async def table(self, user_id: int, guild_id: int) -> None:
        """Count an opened table, successful or not.  Raises Refused."""
        self._refuse_here(guild_id)
        await self._spend("tables", self.tables, user_id, Refusal.TABLES_TOO_OFTEN)
        self._refuse_here(guild_id)  # others may have opened tables during the fleet's request
        self.server_tables.spend(guild_id, self._now())

    async def question(self, user_id: int) -> None:
        """Count a computation for a user.  Raises Refused."""
        await self._spend("questions", self.questions, user_id, Refusal.QUESTIONS_TOO_OFTEN)

    def _refuse_here(self, guild_id: int) -> None:
        often, now = self.server_tables.often, self._now()
        _refuse(
            often, self.server_tables.free_at(guild_id, now), now, Refusal.TABLES_TOO_OFTEN_HERE
        )

    async def _spend(self, what: str, mine: Frequency, who: int, why: Refusal) -> None:
        """Check the local quota first: a user over it causes no request to the fleet."""
        now = self._now()
        _refuse(mine.often, mine.free_at(who, now), now, why)
        free = await self._common(what, who, mine.often, now)
        _refuse(mine.often, mine.free_at(who, now) if free is None else free, now, why)
        mine.spend(who, now)


def _refuse(often: Often, free: int, now: int, why: Refusal) -> None:
    if free > now:
        raise Refused(why, most=often.most, when=f"<t:{free}:R>")
