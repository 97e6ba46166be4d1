"""How robots play, for who chooses one or sits beside one: a sentence, and how long it takes."""

from typing import Final

from babel.numbers import format_decimal

from bot.render.facts import TableFacts
from bot.render.parts import dotted, lines, small
from bot.render.words import Words

# seconds of a processor for a decision, in the mean (docs/robots.md); others answer at once
SECONDS: Final = {"club": 0.01, "expert": 0.1}


def about_level(level: str, words: Words) -> str:
    """What it goes by, and how long it thinks."""
    return dotted((words.say(f"level.{level}.about"), _time(level, words)))


def _time(level: str, words: Words) -> str:
    seconds = SECONDS.get(level)
    if seconds is None:
        return ""
    shown = format_decimal(seconds, "0.##", locale=words.locale)
    return words.say("level.time", seconds=shown)


def level_lines(facts: TableFacts, words: Words) -> str:
    """A line for each level that sits at the table, the weakest first."""
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    known = [level for level in facts.levels if level in present]
    told = (dotted((words.say(f"level.{level}"), about_level(level, words))) for level in known)
    return lines(*map(small, told))
