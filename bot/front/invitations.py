"""Recent invitations to lobbies, which limit the next ones.

Nothing of it is stored: an invited person may never have used the bot, and unstored data needs no
deletion.  A restart forgets it, so that somebody may be invited once more.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.refusals import Refusal, Refused
from bot.tables import Table

_INVITATION_PAUSE: Final = 30 * 60  # seconds between two invitations of a user on one server
_MAX_INVITATIONS: Final = 8  # invitations to one table within that time


class _Invitation(NamedTuple):
    at: int
    game: int
    guild: int
    user: int


class InvitationQuota:
    """The invitations of the last half hour; ``now`` returns unix seconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._invitations: deque[_Invitation] = deque()

    def count(self, table: Table, user_id: int) -> None:
        """Record an invitation.  Raises Refused where it would be one too many."""
        now, guild = self._now(), table.row.guild_id
        while self._invitations and self._invitations[0].at <= now - _INVITATION_PAUSE:
            self._invitations.popleft()
        if any((call.guild, call.user) == (guild, user_id) for call in self._invitations):
            raise Refused(Refusal.INVITED_LATELY, minutes=_INVITATION_PAUSE // 60)
        if sum(call.game == table.id for call in self._invitations) >= _MAX_INVITATIONS:
            raise Refused(Refusal.INVITED_ENOUGH, limit=_MAX_INVITATIONS)
        self._invitations.append(_Invitation(now, table.id, guild, user_id))
