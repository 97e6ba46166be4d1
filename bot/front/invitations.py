"""Who was called to which lobby a short while ago, so that nobody is called too often.

Nothing of it is stored: who is invited may never have used the bot, and what nobody keeps needs no
deleting.  A new process has forgotten it, which lets somebody be called once more.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.refusals import Refusal, Refused
from bot.tables import Table

_PAUSE: Final = 30 * 60  # seconds until somebody is called again on the same server
_MOST: Final = 8  # calls to one table within that time


class _Call(NamedTuple):
    at: int
    game: int
    guild: int
    user: int


class Invitations:
    """The calls of the last half hour; ``now`` gives unix seconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._calls: deque[_Call] = deque()

    def call(self, table: Table, user_id: int) -> None:
        """He is called now.  Raises Refused where that is too often, and then he is not."""
        now, guild = self._now(), table.row.guild_id
        while self._calls and self._calls[0].at <= now - _PAUSE:
            self._calls.popleft()
        if any((call.guild, call.user) == (guild, user_id) for call in self._calls):
            raise Refused(Refusal.INVITED_LATELY, minutes=_PAUSE // 60)
        if sum(call.game == table.id for call in self._calls) >= _MOST:
            raise Refused(Refusal.INVITED_ENOUGH, limit=_MOST)
        self._calls.append(_Call(now, table.id, guild, user_id))
