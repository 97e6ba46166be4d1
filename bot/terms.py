"""Words that every room of the bot shares: the life of a table and its clock.

Below everybody; imports nothing of the project.
"""

from enum import StrEnum
from typing import Final, NamedTuple


class Status(StrEnum):
    """Where a table stands; OVER and VOID are final."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    FROZEN = "frozen"
    OVER = "over"
    VOID = "void"


ENDED: Final = (Status.OVER, Status.VOID)
OPEN: Final = tuple(status for status in Status if status not in ENDED)
IN_USE: Final = tuple(status for status in OPEN if status is not Status.FROZEN)


class Owned(NamedTuple):
    """The servers of the shards from ``first`` to ``last``, of so many in all; else all there are.

    Which shard hears of a server Discord reckons from its number.
    """

    first: int = 0
    last: int = 0
    of: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.of}"

    @property
    def shards(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def share(self) -> float:
        """Of what all processes have together."""
        return len(self.shards) / self.of

    @property
    def is_all(self) -> bool:
        return len(self.shards) == self.of

    def has(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.of in self.shards


EVERYWHERE: Final = Owned()


class Often(NamedTuple):
    """How often something may be asked for: ``most`` times in so many ``seconds``."""

    most: int
    seconds: int


class Rates(NamedTuple):
    """Tables an hour of a person, and of a server; questions a minute of a person."""

    tables: int
    server_tables: int
    questions: int


class Missed(StrEnum):
    """Why a weekly table did not open."""

    GONE = "gone"  # its channel, or the right to post there
    LATE = "late"  # more than an hour
    FULL = "full"  # as many tables as the server allows


class Parting(StrEnum):
    """How somebody parted with a seat of a match that went on."""

    LEFT = "left"  # a robot played it on
    HANDED = "handed"  # somebody else took it over, with everybody's word


class Leaving(StrEnum):
    """What comes of it when somebody gets up from a match that has begun."""

    KEPT = "kept"  # a robot plays on, and the seat is kept
    SETTLED = "settled"  # the last one there ends it, and others have left before
    ALONE = "alone"  # the only one there ends it
    VOID = "void"  # the last one there ends it before a deal is scored
    FROZEN = "frozen"  # nobody goes on with it anyway


class Subject(NamedTuple):
    """What is put to the vote: a pause or a stop, who gets which seat, which line is taken back."""

    kind: str
    seat: int | None = None
    heir: int | None = None
    line: int | None = None


class Clock(StrEnum):
    """Time per move: 30 seconds, 3 minutes, 24 hours, none."""

    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"
    NONE = "none"

    @property
    def seconds(self) -> int | None:
        return _SECONDS.get(self)


class Summoning(StrEnum):
    """When somebody wants to be called to a table, and where."""

    ALWAYS = "always"
    LATE = "late"  # only when his time is running out
    NEVER = "never"
    DIRECT = "direct"  # always, by direct message


class Occasion(StrEnum):
    """Why somebody is called."""

    START = "start"
    TURN = "turn"
    LATE = "late"


_SECONDS: Final = {Clock.FAST: 30, Clock.NORMAL: 180, Clock.SLOW: 86400}


class Faces(StrEnum):
    """What cards look like: French in four or two colours, with Russian letters, or German."""

    FOUR = "four"
    FRENCH = "french"
    CYRILLIC = "cyrillic"
    GERMAN = "german"


USUAL_FACES: Final = Faces.FOUR  # a colour for each suit
