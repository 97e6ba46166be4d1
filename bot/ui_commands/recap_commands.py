"""UI commands for the recap of a season or a year: a server's, or the user's own there.

A period is a season as results name it (``2026-Q4``) or a year; "" means the newest season.
"""

from typing import Final

from bot.model.codec_fields import choice_field, optional_field, word_field
from bot.ui_commands.codec import DEAL, GAME_ID, ServerCommand, TableCommand, ui_command

_WHOSE: Final = choice_field({"server": True, "own": False})
_PERIOD: Final = optional_field("", "", word_field(r"2\d{3}(-Q[1-4])?"))


@ui_command("recap", _WHOSE, _PERIOD)
class ShowRecap(TableCommand, ServerCommand):
    """Show the picture of a season or a year; also a button of a match that the recap opened."""

    of_server: bool
    period: str = ""


@ui_command("recap", "share", _WHOSE, _PERIOD)
class ShareRecap(ServerCommand):
    """Post the picture for everybody in the channel."""

    of_server: bool
    period: str


@ui_command("recap", "deal", GAME_ID, DEAL, _WHOSE, _PERIOD)
class OpenRecapDeal(ServerCommand):
    """Show a deal of a match that the user may read, with the way back to the recap."""

    game: int
    deal: int
    of_server: bool
    period: str


@ui_command("recap", "match", GAME_ID, _WHOSE, _PERIOD)
class OpenRecapMatch(ServerCommand):
    """Show a match that the user may read, with the way back to the recap."""

    game: int
    of_server: bool
    period: str
