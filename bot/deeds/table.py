"""UI commands of one table: joining, playing, voting, and read-only pages."""

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
    """Result of a table closed by a manager: scored as it stands, or void."""

    SCORED = "scored"
    VOID = "void"


# -- the lobby


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the seat; in a running game it takes a confirmation."""

    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class GetUp:
    """Confirm leaving, with the consequence that the confirmation page named."""

    told: Leaving


@dataclass(frozen=True, slots=True)
class AddRobot:
    """Add a robot; without a level it plays at the level of the robot before it."""

    level: str = ""


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Set the level of all robots in the lobby."""

    level: str


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set the time per move; without a value, ask the host for one."""

    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class SetFriendly:
    """Exclude the table from rankings, or include it."""

    friendly: bool


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Show the groups of house rules."""


@dataclass(frozen=True, slots=True)
class HouseGroup:
    """Show the house rules of one group."""

    group: str


@dataclass(frozen=True, slots=True)
class HouseOption:
    """Show the values of one house rule."""

    group: str
    option: str


@dataclass(frozen=True, slots=True)
class SetOption:
    """Set one house rule; ``value`` as ``bot.render.agreements.options`` writes it."""

    option: str
    value: str


# -- the game


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the user's hand, or the spectator's view."""


@dataclass(frozen=True, slots=True)
class Why:
    """Explain why some cards are disabled or some calls missing."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Mark up to two cards for the discard, the older mark first."""

    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirm:
    """Placeholder of the discard button before two cards are marked."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Show the move of the strongest robot."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim this many of the remaining tricks; without a number, ask for one."""

    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Go on to the next deal."""


@dataclass(frozen=True, slots=True)
class Back:
    """Take the user's own seat back from the robot that replaced them."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Open a new table with the same players."""


# -- fair decks


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the deck of a deal with a word of the player's choice."""

    deal: int


@dataclass(frozen=True, slots=True)
class Verify:
    """Show the origin of a deal's deck, by default of the last published one."""

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
    """Propose an early end; it takes a confirmation."""

    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote on a proposal; buttons of older messages do not name it."""

    agrees: bool
    about: Subject | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """End the table; without ``how`` a manager is asked for it."""

    how: Ending | None = None


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """Choose a successor for the user's own seat, or for the seat of a player who has left."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveTo:
    """Propose that user as the successor."""

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
