"""How often somebody may ask for what costs much: tables by the hour, thinking by the minute.

Nothing of it is stored: a start forgets all, and who has asked for nothing lately is not
remembered.  Of a fleet all processes count a person together (``Common``), for he may sit on
servers of several; a server is one process's alone.  Where the others cannot be asked, what this
one remembers counts.
"""

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final

from bot.refusals import Refusal, Refused
from bot.terms import Often, Rates

_HOUR: Final = 3600
_MINUTE: Final = 60
_KEPT: Final = 10_000  # people or servers at once; beyond that the oldest are forgiven

# what, who, how often, now (unix seconds): when the next is free; None where nobody else counts
Common = Callable[[str, int, Often, int], Awaitable[int | None]]


class Frequency:
    """So often for each number that asks."""

    def __init__(self, often: Often) -> None:
        self.often = often
        self._times: OrderedDict[int, deque[int]] = OrderedDict()

    def free_at(self, who: int, now: int) -> int:
        """When the next time is free (unix seconds); ``now`` or earlier: at once."""
        times = self._times.get(who)
        is_free = times is None or len(times) < self.often.most
        return now if times is None or is_free else times[0] + self.often.seconds

    def spend(self, who: int, now: int) -> None:
        """One time more."""
        self._times.setdefault(who, deque(maxlen=self.often.most)).append(now)
        self._times.move_to_end(who)
        while self._is_past(next(iter(self._times)), now) or len(self._times) > _KEPT:
            self._times.popitem(last=False)

    def _is_past(self, who: int, now: int) -> bool:
        return self._times[who][-1] + self.often.seconds <= now

    def __len__(self) -> int:
        return len(self._times)


class Limits:
    """``common`` counts a person together with others who do; ``now`` gives unix seconds."""

    def __init__(self, now: Callable[[], int], common: Common, rates: Rates) -> None:
        self._now, self._common = now, common
        self.tables = Frequency(Often(rates.tables, _HOUR))
        self.server_tables = Frequency(Often(rates.server_tables, _HOUR))
        self.questions = Frequency(Often(rates.questions, _MINUTE))

    async def table(self, user_id: int, guild_id: int) -> None:
        """A table is opened, whatever comes of it.  Raises Refused."""
        self._refuse_here(guild_id)
        await self._spend("tables", self.tables, user_id, Refusal.TABLES_TOO_OFTEN)
        self._refuse_here(guild_id)  # others may have asked while the processes were
        self.server_tables.spend(guild_id, self._now())

    async def question(self, user_id: int) -> None:
        """Something is worked out for somebody.  Raises Refused."""
        await self._spend("questions", self.questions, user_id, Refusal.QUESTIONS_TOO_OFTEN)

    def _refuse_here(self, guild_id: int) -> None:
        often, now = self.server_tables.often, self._now()
        _refuse(
            often, self.server_tables.free_at(guild_id, now), now, Refusal.TABLES_TOO_OFTEN_HERE
        )

    async def _spend(self, what: str, mine: Frequency, who: int, why: Refusal) -> None:
        """Of whom this process alone has to refuse, the others are not asked."""
        now = self._now()
        _refuse(mine.often, mine.free_at(who, now), now, why)
        free = await self._common(what, who, mine.often, now)
        _refuse(mine.often, mine.free_at(who, now) if free is None else free, now, why)
        mine.spend(who, now)


def _refuse(often: Often, free: int, now: int, why: Refusal) -> None:
    if free > now:
        raise Refused(why, most=often.most, when=f"<t:{free}:R>")
