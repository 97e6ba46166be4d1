"""Deeds of one table: sitting down, playing, voting, and what only looks beside them."""

from dataclasses import dataclass
from enum import StrEnum

from bot.deeds.lobby import LobbyDeed
from bot.deeds.looking import (
    Analyse,
    BestLine,
    NextMistake,
    ShowLast,
    ShowMore,
    ShowRules,
    ShowScore,
    ShowSettlement,
    Walk,
)
from bot.deeds.past import Replay, ShareDeal, ShowDeal, ShowMatch
from bot.deeds.saved import DropRules, SavedRules, SaveRules
from bot.deeds.server import Help, HelpOn, History
from bot.deeds.twice import TakeBack, Twice
from bot.engine.cards import Card
from bot.terms import Clock, Leaving, Subject


class Ending(StrEnum):
    """How a manager closes a running table: as it stands, or as if it never was."""

    SCORED = "scored"
    VOID = "void"


# -- the lobby


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up; in a running game it has to be said twice."""

    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class GetUp:
    """Get up after the question, which has said that this would come of it."""

    told: Leaving


@dataclass(frozen=True, slots=True)
class AddRobot:
    """One more robot; without a level it plays like the robot before it."""

    level: str = ""


@dataclass(frozen=True, slots=True)
class SetLevel:
    """How all robots of the lobby play."""

    level: str


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Time per move; without one the host is asked."""

    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class SetFriendly:
    """Whether the table counts in no ranking."""

    friendly: bool


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The subjects of the house rules."""


@dataclass(frozen=True, slots=True)
class HouseGroup:
    """The house rules of one subject."""

    group: str


@dataclass(frozen=True, slots=True)
class HouseOption:
    """The values of one house rule."""

    group: str
    option: str


@dataclass(frozen=True, slots=True)
class SetOption:
    """One house rule set; ``value`` as ``bot.render.agreements.options`` writes it."""

    option: str
    value: str


# -- the game


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The own hand, or what a spectator may see."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why some cards are grey, or calls missing."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Up to two cards marked for the discard, the older mark first."""

    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirm:
    """The place of the discard before two cards are marked."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a strong player would do."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The own share of the tricks left; without it the question."""

    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class NextDeal:
    """On with the next deal."""


@dataclass(frozen=True, slots=True)
class Back:
    """Take the own seat again from the robot on it."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same players once more."""


# -- fair decks


@dataclass(frozen=True, slots=True)
class Cut:
    """A word of one's own into the deck of that deal."""

    deal: int


@dataclass(frozen=True, slots=True)
class Verify:
    """Where the deck of a deal came from, of the last published one unless named."""

    deal: int | None = None


# -- pauses and ends


@dataclass(frozen=True, slots=True)
class Pause:
    """Propose a pause."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End the pause."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Propose an early end; it has to be said twice."""

    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """For or against what was proposed; older messages do not say what that was."""

    agrees: bool
    about: Subject | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """End the table; a manager who does not say how is asked."""

    how: Ending | None = None


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """To whom a seat is to be given: the own one, or that of who has left."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveTo:
    """Propose to give a seat to that person."""

    seat: int
    user_id: int


TableDeed = (
    LobbyDeed
    | Join
    | Leave
    | GetUp
    | AddRobot
    | SetLevel
    | Start
    | SetClock
    | SetFriendly
    | HouseRules
    | HouseGroup
    | HouseOption
    | SetOption
    | SaveRules
    | SavedRules
    | DropRules
    | ShowHand
    | Why
    | Pick
    | Confirm
    | Hint
    | Claim
    | TakeBack
    | Twice
    | NextDeal
    | Back
    | Rematch
    | Cut
    | Verify
    | Pause
    | Resume
    | Stop
    | Vote
    | GiveSeat
    | GiveTo
    | Close
    | ShowScore
    | ShowSettlement
    | ShowLast
    | ShowRules
    | ShowMore
    | Help
    | History
    | ShowMatch
    | ShowDeal
    | Replay
    | ShareDeal
    | HelpOn
    | Analyse
    | BestLine
    | Walk
    | NextMistake
)
