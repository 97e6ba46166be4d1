"""UI commands for a user's own deals: kept, played again against robots, shared as a problem.

A button names the deal, and for a move the attempt and its length, so that an outdated button only
shows the current position.
"""

from typing import Final

from bot.engine import actions
from bot.engine.cards import Card
from bot.model.codec_fields import number_field, optional_field, word_field
from bot.model.refusals import Refusal
from bot.ui_commands.codec import (
    ACTION,
    CONFIRMED,
    DEAL,
    DISCARD_MARKS,
    ServerCommand,
    TableCommand,
    ui_command,
)

USUAL_LEVEL: Final = "expert"  # of the robots against whom a deal is played again
_MAX_ID: Final = 10**12
_MAX_CARD: Final = 99
_OWN_DEAL: Final = number_field(1, _MAX_ID, Refusal.OWN_DEAL_GONE)
_LENGTH: Final = number_field(0, 255)
_TRIES: Final = number_field(0, 99_999)
_SEAT: Final = number_field(0, 3)
_LEVEL: Final = word_field(r"[a-z]{1,20}")


# -- the deals of a user


@ui_command("own")
class ShowOwnDeals(TableCommand, ServerCommand):
    """List the deals that the user keeps or has opened."""


@ui_command("own", "open", _OWN_DEAL)
class OpenOwnDeal(TableCommand, ServerCommand):
    """Show a deal: hands, calls, result, code."""

    deal: int


@ui_command("own", "new")
class EnterOwnDeal(TableCommand, ServerCommand):
    """Ask for hands, talon and dealer in a form."""


@ui_command("own", "file")
class ReadDealFile(TableCommand, ServerCommand):
    """Ask for a file with deals in a form."""


@ui_command("own", "name", _OWN_DEAL)
class NameOwnDeal(TableCommand, ServerCommand):
    """Ask for the name under which a deal is kept."""

    deal: int


@ui_command("own", "drop", _OWN_DEAL, CONFIRMED)
class DropOwnDeal(TableCommand, ServerCommand):
    """Delete a deal, after a confirmation if it has a name."""

    deal: int
    is_sure: bool = False


# -- a deal played again


@ui_command("again", DEAL, optional_field("", None, number_field(0, _MAX_CARD)))
class PlayDealAgain(TableCommand):
    """Play a scored deal of the table again from a card, counted from 0, or from the first call."""

    deal: int
    card: int | None = None


@ui_command("own", "from", _OWN_DEAL, _LENGTH, _SEAT, _LEVEL)
class SetUpAttempt(TableCommand, ServerCommand):
    """Show from where, in which seat and against which robots the deal is played again.

    ``start`` counts the actions that are kept.
    """

    deal: int
    start: int
    seat: int
    level: str


@ui_command("own", "begin", _OWN_DEAL, _LENGTH, _SEAT, _LEVEL)
class BeginAttempt(ServerCommand):
    """Begin to play the deal again; an attempt under way ends."""

    deal: int
    start: int
    seat: int
    level: str


@ui_command("own", "on", _OWN_DEAL)
class ContinueAttempt(TableCommand, ServerCommand):
    """Show the attempt where it stands."""

    deal: int


@ui_command("own", "move", _OWN_DEAL, _TRIES, _LENGTH, ACTION)
class MoveInAttempt(ServerCommand):
    """Do an action in the attempt ``tries`` after ``length`` actions."""

    deal: int
    tries: int
    length: int
    action: actions.Action


@ui_command("own", "mark", _OWN_DEAL, _TRIES, _LENGTH, DISCARD_MARKS)
class MarkInAttempt(ServerCommand):
    """Mark up to two cards for the discard, the older mark first."""

    deal: int
    tries: int
    length: int
    cards: tuple[Card, ...] = ()


@ui_command("own", "keep", _OWN_DEAL)
class KeepAttempt(ServerCommand):
    """Keep the finished attempt as a deal of its own."""

    deal: int


# -- deals as files


@ui_command("export")
class ExportMatch(TableCommand):
    """Show the scored deals of the match as files."""


@ui_command("export", "season")
class ExportSeason(TableCommand, ServerCommand):
    """Show the deals of the user's matches of this season on this server as files."""


# -- a problem from a deal


@ui_command("own", "share", _OWN_DEAL, _LENGTH)
class ShareOwnProblem(ServerCommand):
    """Post the position after ``start`` actions as a problem for everybody in the channel."""

    deal: int
    start: int
