"""Quotas per user and server for costly requests: tables per hour, computations per minute.

Nothing of it is stored: a restart forgets all, and inactive users take no memory.  All processes of
a fleet count a user together (``SharedQuota``), because they may play on servers of several; a
server belongs to one process alone.  Where the other processes do not respond, the local count
decides.
"""

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final

from bot.refusals import Refusal, Refused
from bot.terms import QuotaLimits, RateLimit

_HOUR: Final = 3600
_MINUTE: Final = 60
_MAX_TRACKED: Final = 10_000  # users or servers at once; beyond that the oldest are dropped

# kind, user, quota, now (unix seconds) -> time of the next free slot; None without other processes
SharedQuota = Callable[[str, int, RateLimit, int], Awaitable[int | None]]


class SlidingWindow:
    """Sliding window of requests for each user or server."""

    def __init__(self, often: RateLimit) -> None:
        self.often = often
        self._times: OrderedDict[int, deque[int]] = OrderedDict()

    def free_at(self, key: int, now: int) -> int:
        """Return the time of the next free slot (unix seconds); ``now`` or earlier: at once."""
        times = self._times.get(key)
        is_free = times is None or len(times) < self.often.times
        return now if times is None or is_free else times[0] + self.often.seconds

    def count(self, key: int, now: int) -> None:
        """Count one request."""
        self._times.setdefault(key, deque(maxlen=self.often.times)).append(now)
        self._times.move_to_end(key)
        while self._is_expired(next(iter(self._times)), now) or len(self._times) > _MAX_TRACKED:
            self._times.popitem(last=False)

    def _is_expired(self, key: int, now: int) -> bool:
        return self._times[key][-1] + self.often.seconds <= now

    def __len__(self) -> int:
        return len(self._times)


class UserQuotas:
    """Quotas of users and servers; ``common`` asks the fleet, ``now`` returns unix seconds."""

    def __init__(self, now: Callable[[], int], shared: SharedQuota, rates: QuotaLimits) -> None:
        self._now, self._shared = now, shared
        self.tables = SlidingWindow(RateLimit(rates.tables_per_hour, _HOUR))
        self.server_tables = SlidingWindow(RateLimit(rates.server_tables_per_hour, _HOUR))
        self.questions = SlidingWindow(RateLimit(rates.questions_per_minute, _MINUTE))

    async def count_table(self, user_id: int, guild_id: int) -> None:
        """Count an opened table, successful or not.  Raises Refused."""
        self._refuse_server(guild_id)
        await self._count("tables", self.tables, user_id, Refusal.TABLES_TOO_OFTEN)
        self._refuse_server(guild_id)  # others may have opened tables during the fleet's request
        self.server_tables.count(guild_id, self._now())

    async def count_question(self, user_id: int) -> None:
        """Count a computation for a user.  Raises Refused."""
        await self._count("questions", self.questions, user_id, Refusal.QUESTIONS_TOO_OFTEN)

    def _refuse_server(self, guild_id: int) -> None:
        often, now = self.server_tables.often, self._now()
        _refuse_until(
            often, self.server_tables.free_at(guild_id, now), now, Refusal.TABLES_TOO_OFTEN_HERE
        )

    async def _count(
        self, kind: str, window: SlidingWindow, user_id: int, refusal: Refusal
    ) -> None:
        """Check the local quota first: a user over it causes no request to the fleet."""
        now = self._now()
        _refuse_until(window.often, window.free_at(user_id, now), now, refusal)
        free = await self._shared(kind, user_id, window.often, now)
        _refuse_until(
            window.often, window.free_at(user_id, now) if free is None else free, now, refusal
        )
        window.count(user_id, now)


def _refuse_until(often: RateLimit, free_at: int, now: int, refusal: Refusal) -> None:
    if free_at > now:
        raise Refused(refusal, most=often.times, when=f"<t:{free_at}:R>")
