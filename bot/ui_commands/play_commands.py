"""UI commands for a lobby beyond joining and house rules: seats, invitations, start with robots."""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.actions import Action
from bot.engine.cards import Card
from bot.model.enums import Clock, LeaveOutcome, Proposal
from bot.ui_commands.server_commands import (
    DeleteSavedRules,
    SaveRules,
    ShowHelp,
    ShowHelpPage,
    ShowHistory,
    ShowSavedRules,
)
from bot.ui_commands.view_commands import (
    ReplayDeal,
    ShareDeal,
    ShowBestLine,
    ShowDeal,
    ShowLastTrick,
    ShowMatch,
    ShowMorePage,
    ShowNextMistake,
    ShowPostMortem,
    ShowRules,
    ShowScore,
    ShowSettlement,
    StepThroughDeal,
)


@dataclass(frozen=True, slots=True)
class ShowSeats:
    """Show the seat assignment and the changes the user may make to it."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down on this seat, or move to it; a robot on it makes room."""

    seat: int


@dataclass(frozen=True, slots=True)
class RemoveFromSeat:
    """Free the seat, if this user (0 for a robot) still occupies it."""

    seat: int
    user_id: int


@dataclass(frozen=True, slots=True)
class StartWithRobots:
    """Start the game with robots on all free seats."""


@dataclass(frozen=True, slots=True)
class InviteUser:
    """Mention somebody to invite them to the table; without a user, ask for one."""

    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class AcceptInvitation:
    """Join from an invitation; the response goes to its channel, as the lobby may be elsewhere."""


LobbyCommand = (
    ShowSeats | TakeSeat | RemoveFromSeat | StartWithRobots | InviteUser | AcceptInvitation
)


# Confirmation and take-back commands.


@dataclass(frozen=True, slots=True)
class ConfirmAction:
    """Ask for confirmation of a game action, and state its cost."""

    action: Action


@dataclass(frozen=True, slots=True)
class TakeBackLastAction:
    """Take back the user's last action; ``line`` names its log entry where the button knows it."""

    line: int | None = None


# UI commands of one table: joining, playing, voting, and read-only pages.


class CloseMode(StrEnum):
    """Result of a table closed by a manager: scored as it stands, or void."""

    SCORED = "scored"
    VOID = "void"


# -- the lobby


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Sit down."""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Leave the seat; in a running game it takes a confirmation."""

    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmLeave:
    """Confirm leaving, with the consequence that the confirmation page named."""

    consequence: LeaveOutcome


@dataclass(frozen=True, slots=True)
class AddRobot:
    """Add a robot; without a level it plays at the level of the robot before it."""

    level: str = ""


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Set the level of all robots in the lobby."""

    level: str


@dataclass(frozen=True, slots=True)
class StartGame:
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
class ShowHouseRules:
    """Show the groups of house rules."""


@dataclass(frozen=True, slots=True)
class ShowHouseRuleGroup:
    """Show the house rules of one group."""

    group: str


@dataclass(frozen=True, slots=True)
class ShowHouseRule:
    """Show the values of one house rule."""

    group: str
    option: str


@dataclass(frozen=True, slots=True)
class SetHouseRule:
    """Set one house rule; ``value`` as ``bot.render.house_rules.rule_text`` writes it."""

    option: str
    value: str


# -- the game


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the user's hand, or the spectator's view."""


@dataclass(frozen=True, slots=True)
class ExplainBarredActions:
    """Explain why some cards are disabled or some calls missing."""


@dataclass(frozen=True, slots=True)
class MarkDiscard:
    """Mark up to two cards for the discard, the older mark first."""

    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class DiscardPlaceholder:
    """Placeholder of the discard button before two cards are marked."""


@dataclass(frozen=True, slots=True)
class ShowHint:
    """Show the move of the strongest robot."""


@dataclass(frozen=True, slots=True)
class ClaimTricks:
    """Claim this many of the remaining tricks; without a number, ask for one."""

    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Go on to the next deal."""


@dataclass(frozen=True, slots=True)
class ReturnToSeat:
    """Take the user's own seat back from the robot that replaced them."""


@dataclass(frozen=True, slots=True)
class OpenRematch:
    """Open a new table with the same players."""


# -- fair decks


@dataclass(frozen=True, slots=True)
class CutDeck:
    """Cut the deck of a deal with a word of the player's choice."""

    deal: int


@dataclass(frozen=True, slots=True)
class VerifyDeck:
    """Show the origin of a deal's deck, by default of the last published one."""

    deal: int | None = None


# -- pauses and ends


@dataclass(frozen=True, slots=True)
class ProposePause:
    """Propose a pause."""


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """End the pause."""


@dataclass(frozen=True, slots=True)
class ProposeStop:
    """Propose an early end; it takes a confirmation."""

    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on a proposal; buttons of older messages do not name it."""

    agrees: bool
    about: Proposal | None = None


@dataclass(frozen=True, slots=True)
class CloseTable:
    """End the table; without ``mode`` a manager is asked for it."""

    mode: CloseMode | None = None


@dataclass(frozen=True, slots=True)
class ChooseSuccessor:
    """Choose a successor for the user's own seat, or for the seat of a player who has left."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Propose that user as the successor."""

    seat: int
    user_id: int


TableCommand = (
    LobbyCommand
    | JoinTable
    | LeaveTable
    | ConfirmLeave
    | AddRobot
    | SetLevel
    | StartGame
    | SetClock
    | SetFriendly
    | ShowHouseRules
    | ShowHouseRuleGroup
    | ShowHouseRule
    | SetHouseRule
    | SaveRules
    | ShowSavedRules
    | DeleteSavedRules
    | ShowHand
    | ExplainBarredActions
    | MarkDiscard
    | DiscardPlaceholder
    | ShowHint
    | ClaimTricks
    | TakeBackLastAction
    | ConfirmAction
    | NextDeal
    | ReturnToSeat
    | OpenRematch
    | CutDeck
    | VerifyDeck
    | ProposePause
    | ResumeGame
    | ProposeStop
    | CastVote
    | ChooseSuccessor
    | OfferSeat
    | CloseTable
    | ShowScore
    | ShowSettlement
    | ShowLastTrick
    | ShowRules
    | ShowMorePage
    | ShowHelp
    | ShowHistory
    | ShowMatch
    | ShowDeal
    | ReplayDeal
    | ShareDeal
    | ShowHelpPage
    | ShowPostMortem
    | ShowBestLine
    | StepThroughDeal
    | ShowNextMistake
)
