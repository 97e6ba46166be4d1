"""UI commands of leagues: look at one, check in, withdraw, and what a manager corrects."""

from enum import StrEnum
from typing import Final

from bot.model.codec_fields import enum_field, number_field
from bot.model.refusals import Refusal
from bot.ui_commands.codec import CONFIRMED, MAX_USER, ServerCommand, ui_command

_LEAGUE: Final = number_field(1, MAX_USER, Refusal.LEAGUE_GONE)


class LeaguePage(StrEnum):
    """A page of a league."""

    STANDING = "standing"
    ROUNDS = "rounds"
    LOG = "log"


class LeagueAction(StrEnum):
    """A line that a manager writes into the log of a league, with a reason.

    DATE: the next round begins at another time; MOVE: the league goes on in this channel.
    """

    CORRECT = "correct"
    POINTS = "points"
    REMOVE = "remove"
    RETURN = "return"
    REPLACE = "replace"
    DATE = "date"
    MOVE = "move"
    CANCEL = "cancel"


@ui_command("league")
class ShowLeagues(ServerCommand):
    """List the leagues of the server."""


@ui_command("league", _LEAGUE, enum_field(LeaguePage))
class ShowLeague(ServerCommand):
    """Show one page of a league."""

    league: int
    page: LeaguePage


@ui_command("league", "enter", _LEAGUE)
class EnterLeague(ServerCommand):
    """Check in as a member of a league."""

    league: int


@ui_command("league", "leave", _LEAGUE, CONFIRMED)
class LeaveLeague(ServerCommand):
    """Withdraw from a league; once it has begun that takes a confirmation."""

    league: int
    is_confirmed: bool = False


@ui_command("league", "manage", _LEAGUE, enum_field(LeagueAction))
class ManageLeague(ServerCommand):
    """Ask a manager for a correction and its reason in a form."""

    league: int
    action: LeagueAction
