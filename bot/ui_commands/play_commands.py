"""UI commands of a table that change it, or that its players need to play: lobby, game, votes."""

from enum import StrEnum
from typing import Final

from bot.engine import actions
from bot.engine.cards import Card
from bot.model import codec_fields, refusals
from bot.model.enums import Clock, KibitzKind, KibitzReply, LeaveOutcome, Proposal
from bot.ui_commands.codec import (
    ACTION,
    CLOCK,
    CONFIRMED,
    DEAL,
    DISCARD_MARKS,
    MAX_USER,
    NAME,
    USER,
    TableCommand,
    ui_command,
)

_MAX_LINE: Final = 9_999_999
_SEAT: Final = codec_fields.number_field(0, 3)
_VALUE: Final = codec_fields.word_field(r"[^ ]{1,50}", refusals.Refusal.VALUE_UNKNOWN)


# -- seats, invitations, start with robots


@ui_command("seats")
class ShowSeats(TableCommand):
    """Show the seat assignment and the changes the user may make to it."""


@ui_command("sit", _SEAT)
class TakeSeat(TableCommand):
    """Sit down on this seat, or move to it; a robot on it makes room."""

    seat: int


@ui_command("remove", _SEAT, USER)
class RemoveFromSeat(TableCommand):
    """Free the seat, if this user (0 for a robot) still occupies it."""

    seat: int
    user_id: int


@ui_command("start", "robots")
class StartWithRobots(TableCommand):
    """Start the game with robots on all free seats."""


@ui_command("invite", codec_fields.optional_field("", None, codec_fields.number_field(1, MAX_USER)))
class InviteUser(TableCommand):
    """Mention somebody to invite them to the table; without a user, ask for one."""

    user_id: int | None = None


@ui_command("come")
class AcceptInvitation(TableCommand):
    """Join from an invitation; the response goes to its channel, as the lobby may be elsewhere."""


# -- confirmation and take-back


@ui_command("twice", ACTION)
class ConfirmAction(TableCommand):
    """Ask for confirmation of a game action, and state its cost."""

    action: actions.Action


@ui_command(
    "takeback", codec_fields.optional_field("", None, codec_fields.number_field(0, _MAX_LINE))
)
class TakeBackLastAction(TableCommand):
    """Take back the user's last action; ``line`` names its log entry where the button knows it."""

    line: int | None = None


# -- the lobby


@ui_command("join")
class JoinTable(TableCommand):
    """Sit down."""


@ui_command("leave", CONFIRMED)
class LeaveTable(TableCommand):
    """Leave the seat; in a running game it takes a confirmation."""

    is_confirmed: bool = False


@ui_command("leave", "yes", codec_fields.enum_field(LeaveOutcome))
class ConfirmLeave(TableCommand):
    """Confirm leaving, with the consequence that the confirmation page named."""

    consequence: LeaveOutcome


@ui_command("robot", codec_fields.optional_field("", "", NAME))
class AddRobot(TableCommand):
    """Add a robot; without a level it plays at the level of the robot before it."""

    level: str = ""


@ui_command("level", NAME)
class SetLevel(TableCommand):
    """Set the level of all robots in the lobby."""

    level: str


@ui_command("start")
class StartGame(TableCommand):
    """Start the game."""


@ui_command("clock", codec_fields.optional_field("", None, CLOCK))
class SetClock(TableCommand):
    """Set the time per move; without a value, ask the host for one."""

    clock: Clock | None = None


@ui_command("friendly", codec_fields.choice_field({"on": True, "off": False}))
class SetFriendly(TableCommand):
    """Exclude the table from rankings, or include it."""

    friendly: bool


@ui_command("house")
class ShowHouseRules(TableCommand):
    """Show the pages of house rules, and what differs from the preset."""


@ui_command("house", NAME)
class ShowHouseRuleGroup(TableCommand):
    """Open the first page of house rules of one group."""

    group: str


@ui_command("house", NAME, NAME)
class ShowHouseRule(TableCommand):
    """Open the page of a group on which one house rule stands."""

    group: str
    option: str


@ui_command("set", NAME, _VALUE)
class SetHouseRule(TableCommand):
    """Set one house rule; ``value`` as ``bot.render.rule_text`` writes it."""

    option: str
    value: str


# -- the game


@ui_command("hand")
class ShowHand(TableCommand):
    """Show the user's hand, or the spectator's view."""


@ui_command("why")
class ExplainBarredActions(TableCommand):
    """Explain why some cards are disabled or some calls missing."""


@ui_command("pick", DISCARD_MARKS)
class MarkDiscard(TableCommand):
    """Mark up to two cards for the discard, the older mark first."""

    cards: tuple[Card, ...] = ()


@ui_command("confirm")
class DiscardPlaceholder(TableCommand):
    """Placeholder of the discard button before two cards are marked."""


@ui_command("hint")
class ShowHint(TableCommand):
    """Show the move of the strongest robot."""


@ui_command("claim", codec_fields.optional_field("", None, codec_fields.number_field(0, 10)))
class ClaimTricks(TableCommand):
    """Claim this many of the remaining tricks; without a number, ask for one."""

    tricks: int | None = None


@ui_command("next")
class NextDeal(TableCommand):
    """Go on to the next deal."""


@ui_command("back")
class ReturnToSeat(TableCommand):
    """Take the user's own seat back from the robot that replaced them."""


@ui_command("rematch")
class OpenRematch(TableCommand):
    """Open a new table with the same players."""


# -- fair decks


@ui_command("cut", DEAL)
class CutDeck(TableCommand):
    """Cut the deck of a deal with a word of the player's choice."""

    deal: int


@ui_command("verify", codec_fields.optional_field("", None, DEAL))
class VerifyDeck(TableCommand):
    """Show the origin of a deal's deck, by default of the last published one."""

    deal: int | None = None


# -- pauses and ends


@ui_command("pause")
class ProposePause(TableCommand):
    """Propose a pause."""


@ui_command("resume")
class ResumeGame(TableCommand):
    """End the pause."""


@ui_command("stop", CONFIRMED)
class ProposeStop(TableCommand):
    """Propose an early end; it takes a confirmation."""

    is_confirmed: bool = False


def _parse_subject(line: str) -> Proposal:
    match line.split(" "):
        case ["pause" | "stop" as kind]:
            return Proposal(kind)
        case ["takeback" as kind, version]:
            return Proposal(kind, line=codec_fields.bounded_int(version, 0, _MAX_LINE))
        case ["seat" as kind, seat, successor]:
            return Proposal(
                kind,
                codec_fields.bounded_int(seat, 0, 3),
                codec_fields.bounded_int(successor, 0, MAX_USER),
            )
        case _:
            raise ValueError(line)


def _subject_text(subject: object) -> str:
    assert isinstance(subject, Proposal)
    return " ".join(str(said) for said in subject if said is not None)


@ui_command(
    "vote",
    codec_fields.choice_field(codec_fields.YES_NO),
    codec_fields.optional_field("", None, codec_fields.CodecField(_parse_subject, _subject_text)),
)
class CastVote(TableCommand):
    """Vote on a proposal; buttons of older messages do not name it."""

    agrees: bool
    about: Proposal | None = None


class CloseMode(StrEnum):
    """Result of a table closed by a manager: scored as it stands, or void."""

    SCORED = "scored"
    VOID = "void"


@ui_command("close", codec_fields.optional_field("", None, codec_fields.enum_field(CloseMode)))
class CloseTable(TableCommand):
    """End the table; without ``mode`` a manager is asked for it."""

    mode: CloseMode | None = None


@ui_command("give", _SEAT)
class ChooseSuccessor(TableCommand):
    """Choose a successor for the user's own seat, or for the seat of a player who has left."""

    seat: int


@ui_command("give", _SEAT, USER)
class OfferSeat(TableCommand):
    """Propose that user as the successor."""

    seat: int
    user_id: int


# -- kibitzers


_SCOPE: Final = codec_fields.choice_field({"one": KibitzKind.ONE, "all": KibitzKind.ALL})


@ui_command("kibitz")
class ShowKibitzPage(TableCommand):
    """Show the followed hand, or the hands that the user may ask for; a player their kibitzers."""


@ui_command("kibitz", "ask", USER)
class AskForHand(TableCommand):
    """Ask for the hand of a player, or for all hands (0)."""

    player_id: int


@ui_command("kibitz", codec_fields.enum_field(KibitzReply), _SCOPE, USER)
class AnswerKibitzer(TableCommand):
    """Answer a kibitzer who asks for the own hand alone, or for all hands."""

    reply: KibitzReply
    scope: KibitzKind
    user_id: int


@ui_command("kibitz", "stop")
class StopKibitzing(TableCommand):
    """Show the own hand to nobody any more; without a seat, follow no hand any more."""


@ui_command("kibitz", "allow")
class AllowKibitzers(TableCommand):
    """Let kibitzers ask again."""
