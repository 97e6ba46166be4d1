"""Charts of a profile and of a leaderboard: results over time, contracts declared."""

import re
from collections.abc import Sequence
from datetime import timedelta
from itertools import accumulate
from typing import Final, NamedTuple

from babel.dates import format_skeleton

from bot.render.facts import LeaderDay, LeaderRow
from bot.render.paper.chart import Course, Share, bar_chart, line_chart, thinned
from bot.render.parts import dotted
from bot.render.screen import Drawing
from bot.render.words import Words

_LEAST: Final = 2  # points beside the start, for a line
_LINES: Final = ("result", "cards", "own", "others")
_LEVEL: Final = re.compile(r"\D?(\d+)")


class Stretch(NamedTuple):
    """Sums over consecutive deals, split as in ``Sums``."""

    deals: int
    cards: int
    own: int
    others: int


class Declared(NamedTuple):
    """Counts for one contract: declared, and made."""

    contract: str
    made: int
    declared: int


def course_drawing(family: str, stretches: Sequence[Stretch], words: Words) -> tuple[Drawing, ...]:
    """Return the running sums of the result and its parts; nothing for a single deal."""
    if len(stretches) < _LEAST:
        return ()
    heads = [str(deals) for deals in accumulate((s.deals for s in stretches), initial=0)]
    changes = {
        "result": [s.cards + s.own + s.others for s in stretches],
        "cards": [s.cards for s in stretches],
        "own": [s.own for s in stretches],
        "others": [s.others for s in stretches],
    }
    courses = [Course(words.say(f"profile.{key}"), _added(changes[key])) for key in _LINES]
    title = dotted((words.say(f"family.{family}"), words.say("chart.profile")))
    return (Drawing(line_chart(title, heads, courses)),)


def contracts_drawing(
    family: str, contracts: Sequence[Declared], words: Words
) -> tuple[Drawing, ...]:
    """Return a bar for every declared level, over all suits."""
    levels: dict[str, list[Declared]] = {}
    for one in contracts:
        levels.setdefault(_level(one.contract), []).append(one)
    if not levels:
        return ()
    shares = [
        Share(
            _level_name(level, family, words),
            sum(one.made for one in levels[level]),
            sum(one.declared for one in levels[level]),
        )
        for level in sorted(levels, key=lambda level: (not level.isdecimal(), len(level), level))
    ]
    title = dotted((words.say(f"family.{family}"), words.say("chart.contracts")))

    def of(part: int, whole: int) -> str:
        return words.say("chart.of", part=part, whole=whole)

    return (Drawing(bar_chart(title, shares, of)),)


def _level(contract: str) -> str:
    """Return the number in a name (7 for 7NT, 2 for G2S, 5 for 5X), else the name itself."""
    found = _LEVEL.match(contract)
    return found[1] if found else contract


def _level_name(level: str, family: str, words: Words) -> str:
    keys = (f"contract.{level}@{family}", f"contract.{level}")
    return next((words.say(key) for key in keys if words.knows(key)), level)


def leaders_drawing(
    rows: Sequence[LeaderRow], days: Sequence[LeaderDay], words: Words
) -> tuple[Drawing, ...]:
    """Return the balances of these players after every day that changed one of them."""
    if len(days) < _LEAST:
        return ()
    before = LeaderDay(days[0].day - timedelta(days=1), (0,) * len(rows))
    points = thinned(len(days))
    courses = []
    for n, row in enumerate(rows):
        added = _added([day.balances[n] for day in days])
        courses.append(Course(row.name, tuple(added[point] for point in points)))
    shown = [(before, *days)[point].day for point in points]
    heads = [format_skeleton("MMMd", day, locale=words.locale) for day in shown]
    return (Drawing(line_chart(words.say("chart.leaders"), heads, courses)),)


def _added(changes: Sequence[int]) -> tuple[int, ...]:
    return tuple(accumulate(changes, initial=0))
