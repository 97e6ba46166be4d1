"""Shared enums and records: the lifecycle of a table, clocks, shards, notifications.

Bottom of the layers; imports nothing of the project.
"""

from enum import StrEnum
from typing import Final, NamedTuple


class Status(StrEnum):
    """The lifecycle of a table; OVER and VOID are final."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    FROZEN = "frozen"
    OVER = "over"
    VOID = "void"


ENDED_STATUSES: Final = (Status.OVER, Status.VOID)
OPEN_STATUSES: Final = tuple(status for status in Status if status not in ENDED_STATUSES)
ACTIVE_STATUSES: Final = tuple(status for status in OPEN_STATUSES if status is not Status.FROZEN)

# levels and styles of robots, in the order of a list to choose from
ROBOT_LEVELS: Final = ("beginner", "whister", "bold", "careful", "club", "expert")


class ShardRange(NamedTuple):
    """A range of shards from ``first`` to ``last``, of ``total`` in all; by default all servers.

    Discord computes the shard of a server from its id.
    """

    first: int = 0
    last: int = 0
    total: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.total}"

    @property
    def shards(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def fraction(self) -> float:
        """The fraction of all shards."""
        return len(self.shards) / self.total

    @property
    def is_all(self) -> bool:
        return len(self.shards) == self.total

    def covers(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.total in self.shards


ALL_SHARDS: Final = ShardRange()


class RateLimit(NamedTuple):
    """A rate limit: ``times`` times in ``seconds``."""

    times: int
    seconds: int


class QuotaLimits(NamedTuple):
    """Quotas: tables per hour of a user and of a server, questions per minute of a user."""

    tables_per_hour: int
    server_tables_per_hour: int
    questions_per_minute: int


class WeeklySkipReason(StrEnum):
    """The reason a weekly table did not open."""

    GONE = "gone"  # the channel or the permission to post is gone
    LATE = "late"  # more than an hour late
    FULL = "full"  # the server has its maximum of tables


class Departure(StrEnum):
    """The way a player gave up a seat of a running match."""

    LEFT = "left"  # a robot played on
    HANDED = "handed"  # another player took over, with everybody's agreement


class LeaveOutcome(StrEnum):
    """The outcome when a player leaves a running match."""

    KEPT = "kept"  # a robot plays on, and the seat is reserved
    SETTLED = "settled"  # the last player ends it, and others have left before
    ALONE = "alone"  # the only player ends it
    VOID = "void"  # the last player ends it before a deal is scored
    FROZEN = "frozen"  # the table is frozen anyway


class Proposal(NamedTuple):
    """The content of a vote: a pause, a stop, a seat and its successor, a line to take back."""

    kind: str
    seat: int | None = None
    successor: int | None = None
    line: int | None = None


class Clock(StrEnum):
    """Time per move: 30 seconds, 3 minutes, 24 hours, none."""

    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"
    NONE = "none"


class NotifyWhen(StrEnum):
    """A player's choice when to be notified, and where."""

    ALWAYS = "always"
    LATE = "late"  # only when their time is running out
    NEVER = "never"
    DIRECT = "direct"  # always, by direct message


class NotifyReason(StrEnum):
    """The reason of a notification: of one user in a match, or of a lobby."""

    START = "start"
    TURN = "turn"
    LATE = "late"
    ROLE = "role"  # a table is open, to the server's role
    INVITED = "invited"
    GATHER = "gather"  # the scheduled start is near
    FREE = "free"  # the scheduled start has come, and seats are free
    DELAYED = "delayed"  # the scheduled start, or the opening, was missed for a while
    REMOVED = "removed"  # the host has freed the user's seat in the lobby
    OFFERED = "offered"  # a seat of the match is offered to the user


class CardFaces(StrEnum):
    """Card faces: French in four or two colours, with Russian letters, or German."""

    FOUR = "four"
    FRENCH = "french"
    CYRILLIC = "cyrillic"
    GERMAN = "german"


DEFAULT_FACES: Final = CardFaces.FOUR  # a colour for each suit


class Cloth(StrEnum):
    """The cloth that cards are drawn on; PAPER has the strongest contrast."""

    GREEN = "green"
    BLUE = "blue"
    NIGHT = "night"
    PAPER = "paper"


DEFAULT_CLOTH: Final = Cloth.GREEN


class KibitzKind(StrEnum):
    """The content of a note about a kibitzer."""

    ASKS = "asks"  # they wish to follow the hand
    ONE = "one"  # the player shows them the own hand
    ALL = "all"  # the player shows them the own hand, also beside all others
    NO = "no"  # the player does not
    SAW = "saw"  # they have seen the hand in a deal


class KibitzReply(StrEnum):
    """A player's answer to a kibitzer."""

    YES = "yes"
    EVERYBODY = "everybody"  # and whoever asks the same later
    NO = "no"


class RulingKind(StrEnum):
    """The decisions about a reported deal; the value is the word of the log."""

    VOID = "void"  # nothing that the deal wrote counts
    CORRECT = "correct"  # one line of the deal is written anew
    DISMISS = "dismiss"  # the deal stands as it was written
    UNDO = "undo"  # an earlier decision about the deal is taken back


# One entry of the sheet, as the engine writes it and the store keeps it.


class Posting(NamedTuple):
    """``amount`` written into ``account`` of ``seat`` (against one opponent when paired).

    ``why`` names the reason; the amount is ``count`` times ``unit``, times the multipliers of the
    rules.
    """

    account: str
    seat: int
    against: int | None
    amount: int
    why: str
    count: int  # type: ignore[assignment]  # tuple.count is not missed
    unit: int
