"""UI commands of reported deals: reporting one, and a manager's decision about it."""

from typing import Final

from bot.model.codec_fields import enum_field, number_field
from bot.model.enums import RulingKind
from bot.ui_commands.codec import DEAL, GAME_ID, ServerCommand, TableCommand, ui_command

_NUMBER: Final = number_field(1, 99)  # of a decision among those of its deal
_LINE: Final = number_field(0, 24)  # of the sheet, in the order of a select


@ui_command("report", GAME_ID, DEAL)
class ReportDeal(TableCommand, ServerCommand):
    """Report a deal of a match one has played in, with a note."""

    game: int
    deal: int


@ui_command("reports")
class ShowReports(TableCommand, ServerCommand):
    """Show managers the reported deals of the server."""


@ui_command("judge", GAME_ID, DEAL)
class ShowReportedDeal(ServerCommand):
    """Show a manager who did not play a reported deal, and what can be decided."""

    game: int
    deal: int


@ui_command("rule", GAME_ID, DEAL, _NUMBER, enum_field(RulingKind))
class RuleDeal(TableCommand, ServerCommand):
    """Decide about a deal, with a reason; ``number`` is the one that this decision would get."""

    game: int
    deal: int
    number: int
    kind: RulingKind


@ui_command("amend", GAME_ID, DEAL, _NUMBER, _LINE)
class CorrectLine(TableCommand, ServerCommand):
    """Write a line of the sheet anew for a deal, with a reason."""

    game: int
    deal: int
    number: int
    line: int
