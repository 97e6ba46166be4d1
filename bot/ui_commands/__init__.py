"""UI commands that are not game actions, and their text encoding.

``play_commands``: set up and play a table.
``view_commands``: look at a table, its sheet and its deals, without a change.
``server_commands``: commands without a table: help, rankings, privacy, settings, saved rules,
recaps, reported deals, leagues.
``practice_commands``: problems, lessons, own deals, and deals played again.
``daily_commands``: the six deals of a day.
``codec``: how a class declares its text form, the values that several share, and parsing.

Buttons on old messages carry these texts: new texts may be added, existing ones keep their meaning.
"""

from bot.ui_commands import (
    daily_commands,
    play_commands,
    practice_commands,
    server_commands,
    view_commands,
)

__all__ = [
    "daily_commands",
    "play_commands",
    "practice_commands",
    "server_commands",
    "view_commands",
]
