"""Leaderboard and profile, with their charts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from typing import Final

from babel.dates import format_skeleton

from bot.features.rankings.rating import DEALS_A_MATCH, Rating
from bot.model.leaderboards import LeaderboardFilter
from bot.model.reviews import ContractTotals, ReviewTotals
from bot.render import safe_text, screen
from bot.render.formatting import (
    bold,
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
from bot.render.server.table_lists import page_buttons
from bot.render.words import Words
from bot.ui_commands.server_commands import ShowLeaderboard, ShowLeaderboardPage, ShowRating

# One page of a leaderboard.

CHARTED_ROWS: Final = 5  # rows of a ranking the chart draws


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One player of a ranking; ``rank`` is None below the least number of games."""

    rank: int | None
    name: str
    games: int
    wins: int
    balance: int
    average_place: float


@dataclass(frozen=True, slots=True)
class LeaderboardDay:
    """The balances that some rows of a ranking made on one day, in their order."""

    day: date
    balances: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeaderboardData:
    """One page of a ranking, pages from 1; ``own`` is the asking player's row, if any.

    ``days`` are those of the first ``CHARTED_ROWS`` rows, in order.
    """

    rows: tuple[LeaderboardRow, ...]
    own: LeaderboardRow | None
    page: int
    pages: int
    filter: LeaderboardFilter
    families: tuple[str, ...]
    presets: tuple[str, ...]
    seasons: tuple[str, ...]
    min_games: int
    days: tuple[LeaderboardDay, ...] = ()


# Charts of a profile and of a leaderboard: results over time, contracts declared.

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


def leaderboard_drawing(
    rows: Sequence[LeaderboardRow], days: Sequence[LeaderboardDay], words: Words
) -> tuple[screen.PictureBlock, ...]:
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
    chart = line_chart(words.say("chart.leaders"), heads, courses)
    return (screen.PictureBlock(on_sheet(chart, words)),)


def _running_sums(changes: Sequence[int]) -> tuple[int, ...]:
    return tuple(accumulate(changes, initial=0))


# A player's profile: luck and skill, from best play and the tricks given away.

_LONGEST_BAR: Final = 8  # blocks of the longest bar
_LABEL_WIDTH: Final = 10  # columns


@dataclass(frozen=True, slots=True)
class FamilyProfile:
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


def profile_screen(
    name: str, families: Sequence[FamilyProfile], words: Words, take_backs: int = 0
) -> screen.Screen:
    """Return a part per family, most played first; ``take_backs`` counts all take-backs."""
    title = f"### {words.say('profile.title', name=name)}"
    if not families:
        return screen.Screen(
            0, 0, screen.Tone.PRIVATE, text_blocks(join_lines(title, words.say("profile.nothing")))
        )
    blocks: list[screen.Block] = [*text_blocks(title)]
    for family in families:
        blocks += text_blocks(_family_part(family, words))
        blocks += profile_drawing(family.family, family.course, words)
        blocks += contracts_drawing(family.family, family.contracts, words)
    back = small_print(words.say_plural("profile.taken_back", take_backs)) if take_backs else ""
    blocks += text_blocks(back, small_print(words.say("profile.note")))
    return screen.Screen(0, 0, screen.Tone.PRIVATE, tuple(blocks))


def _family_part(family: FamilyProfile, words: Words) -> str:
    head = join_lines(bold(words.say(f"family.{family.family}")), _matches_line(family, words))
    if family.sums is None:
        return head
    sums = family.sums
    deals = words.say_plural("profile.deals", sums.deals)
    made = words.say("profile.contracts", made=sums.fulfilled, declared=sums.declared)
    contracts = made if sums.declared else ""
    return join_lines(
        head,
        small_print(join_dotted((deals, contracts))),
        _points_table(sums, words),
        _skill_lines(family, words),
    )


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


def _robot_level_name(level: str, words: Words) -> str:
    """Return the name of a robot level; an obsolete level keeps its key."""
    key = f"level.{level}"
    return words.say(key) if words.has_key(key) else level


def _points_table(sums: ReviewTotals, words: Words) -> str:
    """Return the points per deal with a bar each: cards, own play, others, result."""
    totals = {
        "cards": sums.par,
        "own": sums.by_own_cards,
        "others": sums.by_others,
        "result": sums.earned,
    }
    rates = {key: total / sums.deals for key, total in totals.items()}
    longest = max(abs(rate) for rate in rates.values()) or 1.0
    numbers = {key: format_tenths(rate, words) for key, rate in rates.items()}
    widest = max(map(safe_text.display_width, numbers.values()))
    rows = [
        _points_row(words.say(f"profile.{key}"), numbers[key].rjust(widest), rate / longest)
        for key, rate in rates.items()
    ]
    return "```\n" + "\n".join((words.say("profile.per_deal"), *rows)) + "\n```"


def _points_row(label: str, number: str, share: float) -> str:
    blocks = round(abs(share) * _LONGEST_BAR)
    bar = ("█" if share > 0 else "░") * blocks
    return f"{safe_text.fit_to_width(label, _LABEL_WIDTH)}{number} {bar}".rstrip()


# The leaderboard of a server; games with robots and two-player games have separate ones.


def leaderboard_screen(facts: LeaderboardData, words: Words) -> screen.Screen:
    """Return one page with its filters and the buttons to other pages."""
    blocks: list[screen.Block] = [*text_blocks(_leaders_heading(facts, words))]
    if facts.rows:
        blocks.append(screen.Text(_leaders_lines(facts, words)))
        blocks += leaderboard_drawing(facts.rows[:CHARTED_ROWS], facts.days, words)
    else:
        blocks += text_blocks(words.say("leaders.nothing"))
    blocks += text_blocks(_own_line(facts, words))
    blocks += [*_filter_selects(facts, words), _kind_buttons(facts, words)]
    blocks += page_buttons(
        words, facts.page, facts.pages, lambda n: leaderboard_command(n, facts.filter)
    )
    return screen.Screen(0, 0, screen.Tone.PRIVATE, tuple(blocks))


def leaderboard_command(page: int, chosen: LeaderboardFilter) -> ShowLeaderboardPage:
    """Return the UI command that shows a page of the leaderboard."""
    return ShowLeaderboardPage(
        page, chosen.family, chosen.preset, chosen.season, chosen.with_robots, chosen.of_two
    )


def _leaders_heading(facts: LeaderboardData, words: Words) -> str:
    chosen = facts.filter
    what = join_dotted(
        (
            words.say(f"family.{chosen.family}") if chosen.family else "",
            words.say(f"preset.{chosen.preset}") if chosen.preset else "",
            chosen.season,
            words.say(f"leaders.{_company_key(chosen)}"),
            words.say("leaders.two" if chosen.of_two else "leaders.more"),
        )
    )
    rule = words.say_plural("leaders.min_games", facts.min_games)
    return join_lines(f"### {words.say('leaders.title')}", small_print(what), small_print(rule))


def _leaders_lines(facts: LeaderboardData, words: Words) -> str:
    """Return a line for each player, with the whole name."""
    return join_lines(*(_leader_line(row, words) for row in facts.rows))


def _leader_line(row: LeaderboardRow, words: Words) -> str:
    name = f"{row.rank}. {row.name}" if row.rank is not None else row.name
    return join_dotted(
        (
            name,
            bold(format_signed(row.balance)),
            words.say_plural("rating.matches", row.games),
            f"{words.say('leaders.wins')}: {row.wins}",
        )
    )


def _own_line(facts: LeaderboardData, words: Words) -> str:
    """Return the asking player's row, which is shown on every page."""
    own = facts.own
    if own is None:
        return words.say("leaders.not_yet")
    place = words.say("leaders.rank", rank=own.rank) if own.rank else words.say("leaders.unranked")
    return words.say_plural(
        "leaders.own",
        own.games,
        place=bold(place),
        wins=own.wins,
        balance=format_signed(own.balance),
        average=format_hundredths(own.average_place, words),
    )


def _filter_selects(facts: LeaderboardData, words: Words) -> list[screen.Select]:
    """Return selects for family, preset and season, if there is more than one value."""
    chosen = facts.filter
    wanted = (
        ("family", facts.families, replace(chosen, family="", preset=""), "family."),
        ("preset", facts.presets, replace(chosen, preset=""), "preset."),
        ("season", facts.seasons, replace(chosen, season=""), ""),
    )
    return [
        _filter_select(name, values[:24], anything, prefix, words)
        for name, values, anything, prefix in wanted
        if len(values) > 1
    ]


def _filter_select(
    name: str, values: tuple[str, ...], anything: LeaderboardFilter, prefix: str, words: Words
) -> screen.Select:
    rest = [
        screen.SelectChoice(
            words.say(prefix + value) if prefix else value,
            leaderboard_command(1, _filter_with(anything, name, value)),
        )
        for value in values
    ]
    first = screen.SelectChoice(words.say(f"leaders.any_{name}"), leaderboard_command(1, anything))
    return screen.Select(name, words.say(f"leaders.choose_{name}"), (first, *rest))


def _filter_with(anything: LeaderboardFilter, name: str, value: str) -> LeaderboardFilter:
    match name:
        case "family":
            return replace(anything, family=value)
        case "preset":
            return replace(anything, preset=value)
        case _:
            return replace(anything, season=value)


def _kind_buttons(facts: LeaderboardData, words: Words) -> screen.ButtonRow:
    """Return the buttons to the leaderboards with or without robots, and of two players."""
    chosen = facts.filter
    robots = replace(chosen, with_robots=not chosen.with_robots)
    two = replace(chosen, of_two=not chosen.of_two)
    return screen.ButtonRow(
        (
            screen.Button(
                words.say(f"leaders.show_{_company_key(robots)}"), leaderboard_command(1, robots)
            ),
            screen.Button(
                words.say(f"leaders.show_{'two' if two.of_two else 'more'}"),
                leaderboard_command(1, two),
            ),
            *_rating_button(facts, words),
        )
    )


def _rating_button(facts: LeaderboardData, words: Words) -> tuple[screen.Button, ...]:
    """Return the button to the rating of the family shown, or of the first one."""
    chosen = facts.filter
    families = (chosen.family,) if chosen.family else facts.families[:1]
    return tuple(
        screen.Button(
            words.say("rating.show"), ShowRating(1, family, chosen.with_robots, chosen.of_two)
        )
        for family in families
    )


def _company_key(chosen: LeaderboardFilter) -> str:
    return "robots" if chosen.with_robots else "people"


# The rating of a family (docs/ratings.md): rows with their error, one's own row always.


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One member of a rating; ``rank`` is None below the least number of matches."""

    rank: int | None
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingData:
    """One page of a rating, pages from 1; ``own`` is the asking player's row, if any."""

    rows: tuple[RatingRow, ...]
    own: RatingRow | None
    page: int
    pages: int
    chosen: ShowRating
    families: tuple[str, ...]
    min_games: int


def rating_screen(facts: RatingData, words: Words) -> screen.Screen:
    """Return one page with its families and the buttons to other pages."""
    rows = join_lines(*(_rating_row(row, words) for row in facts.rows))
    blocks: list[screen.Block] = [
        *text_blocks(_rating_heading(facts, words)),
        *text_blocks(rows or words.say("leaders.nothing")),
        *text_blocks(_own_rating(facts, words), small_print(words.say("rating.note"))),
        _family_select(facts, words),
        _rating_buttons(facts.chosen, words),
    ]
    blocks += page_buttons(words, facts.page, facts.pages, lambda n: replace(facts.chosen, page=n))
    return screen.Screen(0, 0, screen.Tone.PRIVATE, tuple(blocks))


def _rating_heading(facts: RatingData, words: Words) -> str:
    chosen = facts.chosen
    kind = join_dotted(
        (
            words.say("leaders.robots" if chosen.with_robots else "leaders.people"),
            words.say("leaders.two" if chosen.two_players else "leaders.more"),
            words.say_plural("leaders.min_games", facts.min_games),
        )
    )
    title = words.say("rating.title", family=words.say(f"family.{chosen.family}"))
    what = words.say("rating.what", deals=DEALS_A_MATCH)
    return join_lines(f"### {title}", small_print(what), small_print(kind))


def _rating_row(row: RatingRow, words: Words) -> str:
    rating = row.rating
    line = words.say(
        "rating.row",
        rank=row.rank or 0,
        name=bold(row.name),
        points=bold(format_signed(round(rating.points))),
        error=round(rating.error),
    )
    uncertain = words.say("rating.provisional") if rating.is_provisional else ""
    return join_dotted((line, words.say_plural("rating.matches", rating.matches), uncertain))


def _own_rating(facts: RatingData, words: Words) -> str:
    own = facts.own
    if own is None:
        return words.say("leaders.not_yet")
    line = words.say(
        "rating.own_unranked" if own.rank is None else "rating.own",
        rank=own.rank or 0,
        points=format_signed(round(own.rating.points)),
        error=round(own.rating.error),
    )
    return join_dotted((line, words.say_plural("rating.matches", own.rating.matches)))


def _family_select(facts: RatingData, words: Words) -> screen.Select:
    choices = tuple(
        screen.SelectChoice(
            words.say(f"family.{family}"), replace(facts.chosen, page=1, family=family)
        )
        for family in facts.families
    )
    return screen.Select("family", words.say("leaders.choose_family"), choices)


def _rating_buttons(chosen: ShowRating, words: Words) -> screen.ButtonRow:
    robots = replace(chosen, page=1, with_robots=not chosen.with_robots)
    two = replace(chosen, page=1, two_players=not chosen.two_players)
    return screen.ButtonRow(
        (
            screen.Button(words.say("rating.balance"), ShowLeaderboard()),
            screen.Button(
                words.say(f"leaders.show_{'robots' if robots.with_robots else 'people'}"), robots
            ),
            screen.Button(words.say(f"leaders.show_{'two' if two.two_players else 'more'}"), two),
        )
    )
