"""Charts of a profile and of a leaderboard: results over time, contracts declared."""

import re
from collections.abc import Sequence
from datetime import timedelta
from itertools import accumulate
from typing import Final, NamedTuple

from babel.dates import format_skeleton

from bot.render.facts import LeaderboardDay, LeaderboardRow
from bot.render.paper.chart import BarShare, ChartSeries, bar_chart, line_chart, shown_points
from bot.render.parts import join_dotted
from bot.render.screen import PictureBlock
from bot.render.words import Words

_FEWEST_POINTS: Final = 2  # points beside the start, for a line
_PROFILE_SERIES: Final = ("result", "cards", "own", "others")
_LEVEL_NUMBER: Final = re.compile(r"\D?(\d+)")


class ProfileSegment(NamedTuple):
    """Sums over consecutive deals, split as in ``ReviewSums``."""

    deals: int
    cards: int
    own: int
    others: int


class ContractCount(NamedTuple):
    """Counts for one contract: declared, and made."""

    contract: str
    made: int
    declared: int


def profile_drawing(
    family: str, segments: Sequence[ProfileSegment], words: Words
) -> tuple[PictureBlock, ...]:
    """Return the running sums of the result and its parts; nothing for a single deal."""
    if len(segments) < _FEWEST_POINTS:
        return ()
    heads = [str(deals) for deals in accumulate((s.deals for s in segments), initial=0)]
    changes = {
        "result": [s.cards + s.own + s.others for s in segments],
        "cards": [s.cards for s in segments],
        "own": [s.own for s in segments],
        "others": [s.others for s in segments],
    }
    courses = [
        ChartSeries(words.say(f"profile.{key}"), _running_sums(changes[key]))
        for key in _PROFILE_SERIES
    ]
    title = join_dotted((words.say(f"family.{family}"), words.say("chart.profile")))
    return (PictureBlock(line_chart(title, heads, courses)),)


def contracts_drawing(
    family: str, contracts: Sequence[ContractCount], words: Words
) -> tuple[PictureBlock, ...]:
    """Return a bar for every declared level, over all suits."""
    levels: dict[str, list[ContractCount]] = {}
    for one in contracts:
        levels.setdefault(_contract_level(one.contract), []).append(one)
    if not levels:
        return ()
    shares = [
        BarShare(
            _level_name(level, family, words),
            sum(one.made for one in levels[level]),
            sum(one.declared for one in levels[level]),
        )
        for level in sorted(levels, key=lambda level: (not level.isdecimal(), len(level), level))
    ]
    title = join_dotted((words.say(f"family.{family}"), words.say("chart.contracts")))

    def of(part: int, whole: int) -> str:
        return words.say("chart.of", part=part, whole=whole)

    return (PictureBlock(bar_chart(title, shares, of)),)


def _contract_level(contract: str) -> str:
    """Return the number in a name (7 for 7NT, 2 for G2S, 5 for 5X), else the name itself."""
    found = _LEVEL_NUMBER.match(contract)
    return found[1] if found else contract


def _level_name(level: str, family: str, words: Words) -> str:
    keys = (f"contract.{level}@{family}", f"contract.{level}")
    return next((words.say(key) for key in keys if words.has_key(key)), level)


def leaderboard_drawing(
    rows: Sequence[LeaderboardRow], days: Sequence[LeaderboardDay], words: Words
) -> tuple[PictureBlock, ...]:
    """Return the balances of these players after every day that changed one of them."""
    if len(days) < _FEWEST_POINTS:
        return ()
    before = LeaderboardDay(days[0].day - timedelta(days=1), (0,) * len(rows))
    points = shown_points(len(days))
    courses = []
    for n, row in enumerate(rows):
        added = _running_sums([day.balances[n] for day in days])
        courses.append(ChartSeries(row.name, tuple(added[point] for point in points)))
    shown = [(before, *days)[point].day for point in points]
    heads = [format_skeleton("MMMd", day, locale=words.locale) for day in shown]
    return (PictureBlock(line_chart(words.say("chart.leaders"), heads, courses)),)


def _running_sums(changes: Sequence[int]) -> tuple[int, ...]:
    return tuple(accumulate(changes, initial=0))
