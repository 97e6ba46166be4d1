"""UI commands that are not game actions, and their text encoding.

``play_commands``: set up and play a table.
``view_commands``: look at a table, its sheet and its deals, without a change.
``server_commands``: commands without a table: help, rankings, privacy, settings, saved rules.
``practice_commands``: problems and lessons.
``codec``: text forms of all commands, encoding and parsing.

Buttons on old messages carry these texts: new texts may be added, existing ones keep their meaning.
"""
