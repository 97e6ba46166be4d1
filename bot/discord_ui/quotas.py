"""Limits per user and server: invitations, tables an hour, questions a minute."""

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.model.enums import QuotaLimits, RateLimit
from bot.model.refusals import Refusal, Refused
from bot.tables import Table

# Recent invitations to lobbies, which limit the next ones.
#
# Nothing of it is stored: an invited person may never have used the bot, and unstored data needs
# no deletion. A restart forgets it, so that somebody may be invited once more.

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


# Quotas per user and server for costly requests: tables per hour, computations per minute.
#
# Nothing of it is stored: a restart forgets all, and inactive users take no memory. All processes
# of a fleet count a user together (``SharedQuota``), because they may play on servers of several;
# a server belongs to one process alone. Where the other processes do not respond, the local count
# decides.

_HOUR: Final = 3600
_MINUTE: Final = 60
_MAX_TRACKED: Final = 10_000  # users or servers at once; beyond that the oldest are dropped

# kind, user, quota, now (unix seconds) -> time of the next free slot; None without other processes
SharedQuota = Callable[[str, int, RateLimit, int], Awaitable[int | None]]


class SlidingWindow:
    """Sliding window of requests for each user or server."""

    def __init__(self, limit: RateLimit) -> None:
        self.limit = limit
        self._times: OrderedDict[int, deque[int]] = OrderedDict()

    def free_at(self, key: int, now: int) -> int:
        """Return the time of the next free slot (unix seconds); ``now`` or earlier: at once."""
        times = self._times.get(key)
        is_free = times is None or len(times) < self.limit.times
        return now if times is None or is_free else times[0] + self.limit.seconds

    def count(self, key: int, now: int) -> None:
        """Count one request."""
        self._times.setdefault(key, deque(maxlen=self.limit.times)).append(now)
        self._times.move_to_end(key)
        while self._is_expired(next(iter(self._times)), now) or len(self._times) > _MAX_TRACKED:
            self._times.popitem(last=False)

    def _is_expired(self, key: int, now: int) -> bool:
        return self._times[key][-1] + self.limit.seconds <= now

    def __len__(self) -> int:
        return len(self._times)


class UserQuotas:
    """Quotas of users and servers; ``shared`` asks the fleet, ``now`` returns unix seconds."""

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
        limit, now = self.server_tables.limit, self._now()
        _refuse_until(
            limit, self.server_tables.free_at(guild_id, now), now, Refusal.TABLES_TOO_OFTEN_HERE
        )

    async def _count(
        self, kind: str, window: SlidingWindow, user_id: int, refusal: Refusal
    ) -> None:
        """Check the local quota first: a user over it causes no request to the fleet."""
        now = self._now()
        _refuse_until(window.limit, window.free_at(user_id, now), now, refusal)
        free = await self._shared(kind, user_id, window.limit, now)
        _refuse_until(
            window.limit, window.free_at(user_id, now) if free is None else free, now, refusal
        )
        window.count(user_id, now)


def _refuse_until(limit: RateLimit, free_at: int, now: int, refusal: Refusal) -> None:
    if free_at > now:
        raise Refused(refusal, most=limit.times, when=f"<t:{free_at}:R>")


# Quota of shared posts per channel, against flooding.
#
# It is in memory only: after a restart every channel counts as quiet.

_SHARE_PAUSE: Final = 60  # seconds between two in one channel, for all users together


class ShareQuota:
    """The channels with a recent shared post."""

    def __init__(self) -> None:
        self._shown: dict[int, int] = {}  # channel -> unix seconds, the oldest first

    def count(self, channel_id: int, now: int) -> None:
        """Count a post.  Raises Refused if the last one is too recent."""
        for known, at in list(self._shown.items()):
            if now - at < _SHARE_PAUSE:
                break
            del self._shown[known]
        if channel_id in self._shown:
            raise Refused(Refusal.SHARED_JUST_NOW)
        self._shown[channel_id] = now

    def uncount(self, channel_id: int) -> None:
        """Uncount a post that failed."""
        self._shown.pop(channel_id, None)
