"""The levels of robots in the lobby: a sentence about each, and its thinking time."""

from typing import Final

from bot.render.facts import TableData
from bot.render.parts import join_dotted, join_lines, small_print
from bot.render.words import Words

# Seconds after which the plain move is made (bot/workers/moves.py), whatever the machine, and with
# the search compiled or not; the mean depends on both (docs/robots.md).
MAX_THINKING_SECONDS: Final = 2
_INSTANT_LEVELS: Final = frozenset({"beginner"})


def describe_level(level: str, words: Words) -> str:
    """Return the level's method and its longest thinking time."""
    time = "" if level in _INSTANT_LEVELS else words.say("level.time", seconds=MAX_THINKING_SECONDS)
    return join_dotted((words.say(f"level.{level}.about"), time))


def level_lines(facts: TableData, words: Words) -> str:
    """Return a line for each level at the table, the weakest first."""
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    known = [level for level in facts.levels if level in present]
    told = (
        join_dotted((words.say(f"level.{level}"), describe_level(level, words))) for level in known
    )
    return join_lines(*map(small_print, told))
