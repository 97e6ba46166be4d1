"""Luck and skill of a player, with the course of their results and of their rating."""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from bot.features.rankings.play_estimates import FEWEST_DEALS, call_numbers
from bot.features.rankings.rating import Rating
from bot.model.reviews import CallTotals, ContractTotals, ReviewTotals
from bot.model.values import Record, replace
from bot.render import screen
from bot.render.formatting import (
    bold,
    command_button,
    format_hundredths,
    format_signed,
    format_tenths,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.paper.chart import BarShare, ChartSeries, bar_chart, line_chart, shown_points
from bot.render.paper.picture_text import on_sheet
from bot.render.words import Words
from bot.ui_commands.server_commands import ShowProfile, ShowProfileInWords, ShowRivals

ChosenProfile = ShowProfile | ShowProfileInWords

# Charts: results over time, contracts declared.

_FEWEST_POINTS: Final = 2  # points beside the start, for a line
_PROFILE_SERIES: Final = ("result", "cards", "own", "others")
_LEVEL_NUMBER: Final = re.compile(r"\D?(\d+)")


def profile_drawing(
    family: str, periods: Sequence[ReviewTotals], words: Words
) -> tuple[screen.PictureBlock, ...]:
    """Return the running sums of the result and its parts; nothing for a single deal."""
    if len(periods) < _FEWEST_POINTS:
        return ()
    heads = [str(deals) for deals in accumulate((period.deals for period in periods), initial=0)]
    changes = {
        "result": [period.earned for period in periods],
        "cards": [period.par for period in periods],
        "own": [period.by_own_cards for period in periods],
        "others": [period.by_others for period in periods],
    }
    courses = [
        ChartSeries(words.say(f"profile.{key}"), _running_sums(changes[key]))
        for key in _PROFILE_SERIES
    ]
    title = join_dotted((words.say(f"family.{family}"), words.say("chart.profile")))
    return (screen.PictureBlock(on_sheet(line_chart(title, heads, courses), words)),)


def rating_drawing(
    family: str, course: Sequence[float], words: Words
) -> tuple[screen.PictureBlock, ...]:
    """Return the rating after every match; nothing for a single match."""
    if len(course) < _FEWEST_POINTS:
        return ()
    points = shown_points(len(course))
    values = [0, *map(round, course)]
    series = ChartSeries(words.say("ranks.kind.rating"), tuple(values[point] for point in points))
    title = join_dotted((words.say(f"family.{family}"), words.say("chart.rating")))
    chart = line_chart(title, [str(point) for point in points], [series])
    return (screen.PictureBlock(on_sheet(chart, words)),)


def contracts_drawing(
    family: str, contracts: Sequence[ContractTotals], words: Words
) -> tuple[screen.PictureBlock, ...]:
    """Return a bar for every declared level, over all suits."""
    levels: dict[str, list[ContractTotals]] = {}
    for one in contracts:
        levels.setdefault(_contract_level(one.contract), []).append(one)
    if not levels:
        return ()
    shares = [
        BarShare(
            _level_name(level, family, words),
            sum(one.fulfilled for one in levels[level]),
            sum(one.declared for one in levels[level]),
        )
        for level in sorted(levels, key=lambda level: (not level.isdecimal(), len(level), level))
    ]
    title = join_dotted((words.say(f"family.{family}"), words.say("chart.contracts")))

    def of(part: int, whole: int) -> str:
        return words.say("chart.of", part=part, whole=whole)

    return (screen.PictureBlock(on_sheet(bar_chart(title, shares, of), words)),)


def _contract_level(contract: str) -> str:
    """Return the number in a name (7 for 7NT, 2 for G2S, 5 for 5X), else the name itself."""
    found = _LEVEL_NUMBER.match(contract)
    return found[1] if found else contract


def _level_name(level: str, family: str, words: Words) -> str:
    keys = (f"contract.{level}@{family}", f"contract.{level}")
    return next((words.say(key) for key in keys if words.has_key(key)), level)


def _running_sums(changes: Sequence[int]) -> tuple[int, ...]:
    return tuple(accumulate(changes, initial=0))


# A player's profile: luck and skill, from best play and the tricks given away.


class FamilyProfile(Record):
    """The profile in one family; ``robots`` are levels with their tricks given away per deal."""

    family: str
    sums: ReviewTotals | None
    games: int
    wins: int
    balance: int
    robots: tuple[tuple[str, float], ...]
    games_left: int = 0  # games that the player left before the end
    course: Sequence[ReviewTotals] = ()  # the reviewed deals in order of time
    contracts: Sequence[ContractTotals] = ()
    calls: CallTotals | None = None
    rating: Rating | None = None  # of matches without robots
    rating_course: Sequence[float] = ()  # after each of these matches


def profile_screen(
    name: str,
    families: Sequence[FamilyProfile],
    words: Words,
    chosen: ChosenProfile,
    take_backs: int = 0,
    rival: int | None = None,
) -> screen.Screen:
    """Return a family drawn, or in words; without a choice the most played family.

    ``take_backs`` counts all take-backs.  ``rival``: the user, if they are not the reader, whose
    matches against them a button shows.
    """
    title = f"### {words.say('profile.title', name=name)}"
    if not families:
        return screen.Screen(
            0, 0, screen.Tone.PRIVATE, text_blocks(join_lines(title, words.say("profile.nothing")))
        )
    family = next((one for one in families if one.family == chosen.family), families[0])
    charts = _chart_blocks(family, words) if words.pictures else ()
    is_drawn = bool(charts) and isinstance(chosen, ShowProfile)
    told = charts if is_drawn else _number_blocks(family, words, take_backs)
    row = list[screen.Button]()
    if charts:
        kind = ShowProfileInWords if is_drawn else ShowProfile
        other = kind(chosen.user_id, family.family)
        row.append(command_button(words, "in_words" if is_drawn else "chart", other))
    if rival is not None:
        row.append(screen.Button(words.say("rivals.show"), ShowRivals(rival)))
    head = join_lines(title, _family_head(family, words))
    rows = (screen.ButtonRow(tuple(row)),) if row else ()
    choice = (_family_select(families, family, chosen, words),) if len(families) > 1 else ()
    blocks = (*text_blocks(head), *told, *choice, *rows)
    return screen.Screen(0, 0, screen.Tone.PRIVATE, blocks)


def _chart_blocks(family: FamilyProfile, words: Words) -> tuple[screen.Block, ...]:
    return (
        *profile_drawing(family.family, family.course, words),
        *rating_drawing(family.family, family.rating_course, words),
    )


def _number_blocks(
    family: FamilyProfile, words: Words, take_backs: int
) -> tuple[screen.Block, ...]:
    back = words.say_plural("profile.taken_back", take_backs) if take_backs else ""
    note = join_lines(small_print(back) if back else "", small_print(words.say("profile.note")))
    bars = contracts_drawing(family.family, family.contracts, words)
    return (*text_blocks(_numbers(family, words)), *bars, *text_blocks(note))


def _family_select(
    families: Sequence[FamilyProfile], shown: FamilyProfile, chosen: ChosenProfile, words: Words
) -> screen.Select:
    """Return the select of the families; its head is the one shown."""
    choices = tuple(
        screen.SelectChoice(words.say(f"family.{one.family}"), replace(chosen, family=one.family))
        for one in families
    )
    return screen.Select("profile_family", words.say(f"family.{shown.family}"), choices)


def _family_head(family: FamilyProfile, words: Words) -> str:
    return join_lines(
        bold(words.say(f"family.{family.family}")),
        _matches_line(family, words),
        _rating_line(family, words),
    )


def _numbers(family: FamilyProfile, words: Words) -> str:
    """Return the reviewed deals in numbers; "" without any."""
    if family.sums is None:
        return ""
    sums = family.sums
    deals = words.say_plural("profile.deals", sums.deals)
    made = words.say("profile.contracts", made=sums.fulfilled, declared=sums.declared)
    contracts = made if sums.declared else ""
    return join_lines(
        small_print(join_dotted((deals, contracts))),
        _points_line(sums, words),
        _skill_lines(family, words),
        _calls_lines(family, words),
    )


def _rating_line(family: FamilyProfile, words: Words) -> str:
    rating = family.rating
    if rating is None:
        return ""
    points = bold(format_signed(round(rating.points)))
    line = words.say("profile.rating", points=points, error=round(rating.error))
    return join_dotted((line, words.say("rating.provisional") if rating.is_provisional else ""))


def _matches_line(family: FamilyProfile, words: Words) -> str:
    if not family.games:
        return ""
    balance = bold(format_signed(family.balance))
    played = words.say_plural("profile.matches", family.games, wins=family.wins, balance=balance)
    left = words.say("profile.left", left=family.games_left, games=family.games)
    return join_dotted((played, left if family.games_left else ""))


def _skill_lines(family: FamilyProfile, words: Words) -> str:
    """Return the tricks given away per deal, beside those of the server's robots."""
    sums = family.sums
    if sums is None or not sums.played:
        return ""
    own = words.say(
        "profile.skill",
        rate=bold(format_hundredths(sums.tricks_given / sums.played, words)),
    )
    robots = join_dotted(
        f"{_robot_level_name(level, words)} {format_hundredths(n, words)}"
        for level, n in family.robots
    )
    return join_lines(
        own, small_print(words.say("profile.robots", levels=robots)) if robots else ""
    )


def _calls_lines(family: FamilyProfile, words: Words) -> str:
    """Return what the calls gave away a deal, with its error; "" after few deals."""
    if family.calls is None or family.calls.deals < FEWEST_DEALS:
        return ""
    given = call_numbers(family.calls)
    points = bold(format_tenths(given.value, words).lstrip("+"))
    error = format_tenths(given.error, words).lstrip("+")
    line = words.say_plural("profile.calls", family.calls.deals, points=points, error=error)
    return join_lines(line, small_print(words.say("profile.calls_note")))


def _robot_level_name(level: str, words: Words) -> str:
    """Return the name of a robot level; an obsolete level keeps its key."""
    key = f"level.{level}"
    return words.say(key) if words.has_key(key) else level


def _points_line(sums: ReviewTotals, words: Words) -> str:
    """Return the points per deal: cards, own play, others, result."""
    totals = {
        "cards": sums.par,
        "own": sums.by_own_cards,
        "others": sums.by_others,
        "result": sums.earned,
    }
    rates = (
        f"{words.say(f'profile.{key}')} {bold(format_tenths(total / sums.deals, words))}"
        for key, total in totals.items()
    )
    return f"{words.say('profile.per_deal')}: {join_dotted(rates)}"
