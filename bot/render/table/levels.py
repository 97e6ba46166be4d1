"""The levels of robots in the lobby: a sentence about each, and its thinking time."""

from typing import Final

from bot.render.facts import TableFacts
from bot.render.parts import dotted, lines, small
from bot.render.words import Words

# Seconds after which the plain move is made (bot/workers/moves.py), whatever the machine, and with
# the search compiled or not; the mean depends on both (docs/robots.md).
LONGEST: Final = 2
_AT_ONCE: Final = frozenset({"beginner"})


def about_level(level: str, words: Words) -> str:
    """Return the level's method and its longest thinking time."""
    time = "" if level in _AT_ONCE else words.say("level.time", seconds=LONGEST)
    return dotted((words.say(f"level.{level}.about"), time))


def level_lines(facts: TableFacts, words: Words) -> str:
    """Return a line for each level at the table, the weakest first."""
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    known = [level for level in facts.levels if level in present]
    told = (dotted((words.say(f"level.{level}"), about_level(level, words))) for level in known)
    return lines(*map(small, told))
