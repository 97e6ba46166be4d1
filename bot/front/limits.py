"""How often somebody may ask for what costs much: tables by the hour, thinking by the minute.

Nothing of it is stored: a start forgets all, and who has asked for nothing lately is not
remembered.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from bot.refusals import Refusal, Refused

_HOUR: Final = 3600
_MINUTE: Final = 60
_KEPT: Final = 10_000  # people or servers at once; beyond that the oldest are forgiven


class Frequency:
    """``most`` times in so many ``seconds`` for each number that asks."""

    def __init__(self, most: int, seconds: int) -> None:
        self.most, self.seconds = most, seconds
        self._times: OrderedDict[int, deque[int]] = OrderedDict()

    def free_at(self, who: int, now: int) -> int:
        """When the next time is free (unix seconds); ``now`` or earlier: at once."""
        times = self._times.get(who)
        return now if times is None or len(times) < self.most else times[0] + self.seconds

    def spend(self, who: int, now: int) -> None:
        """One time more."""
        self._times.setdefault(who, deque(maxlen=self.most)).append(now)
        self._times.move_to_end(who)
        while self._is_past(next(iter(self._times)), now) or len(self._times) > _KEPT:
            self._times.popitem(last=False)

    def _is_past(self, who: int, now: int) -> bool:
        return self._times[who][-1] + self.seconds <= now

    def __len__(self) -> int:
        return len(self._times)


class Limits:
    """``tables`` an hour of a person, ``server_tables`` of a server; ``questions`` a minute."""

    def __init__(
        self, now: Callable[[], int], *, tables: int, server_tables: int, questions: int
    ) -> None:
        self._now = now
        self.tables = Frequency(tables, _HOUR)
        self.server_tables = Frequency(server_tables, _HOUR)
        self.questions = Frequency(questions, _MINUTE)

    def table(self, user_id: int, guild_id: int) -> None:
        """A table is opened, whatever comes of it.  Raises Refused."""
        self._refuse(self.tables, user_id, Refusal.TABLES_TOO_OFTEN)
        self._refuse(self.server_tables, guild_id, Refusal.TABLES_TOO_OFTEN_HERE)
        self.tables.spend(user_id, self._now())
        self.server_tables.spend(guild_id, self._now())

    def question(self, user_id: int) -> None:
        """Something is worked out for somebody.  Raises Refused."""
        self._refuse(self.questions, user_id, Refusal.QUESTIONS_TOO_OFTEN)
        self.questions.spend(user_id, self._now())

    def _refuse(self, often: Frequency, who: int, why: Refusal) -> None:
        now = self._now()
        if (free := often.free_at(who, now)) > now:
            raise Refused(why, most=often.most, when=f"<t:{free}:R>")
