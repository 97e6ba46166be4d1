"""The leaderboard: rows of one number, an own row always; a page of its chart and filters."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate
from math import isinf
from typing import Final

from babel.dates import format_skeleton

from bot.features.rankings.play_estimates import DatumNumbers, Estimate, PlayNumbers
from bot.features.rankings.rating import Rating, RatingChange
from bot.model.leaderboards import DEALS_A_MATCH, Acquaintance, RankingKind
from bot.model.values import Record, asdict, replace
from bot.render import screen
from bot.render.formatting import (
    bold,
    format_signed,
    format_tenths,
    join_dotted,
    join_lines,
    page_buttons,
    small_print,
    text_blocks,
)
from bot.render.paper.chart import ChartSeries, line_chart, shown_points
from bot.render.paper.picture_text import on_sheet
from bot.render.words import Words
from bot.store.queries.leaderboards import Encounters
from bot.ui_commands.server_commands import ShowProfile, ShowRanking, ShowRankingFilters

CHARTED_ROWS: Final = 5  # rows of a ranking the chart draws
_FEWEST_POINTS: Final = 2  # points beside the start, for a line
_MOST_CHOICES: Final = 24  # of a select, beside the one for all
RATED_KINDS: Final = (RankingKind.RATING, RankingKind.ATTENDANCE)
PLAY_KINDS: Final = (RankingKind.PLAY, RankingKind.DATUM)


class Balance(Record):
    """The matches of one player in a ranking of balances."""

    games: int
    wins: int
    balance: int


class Attendance(Record):
    """How often somebody came, and whom they met."""

    matches: int
    days: int
    opponents: int


RowNumbers = Rating | PlayNumbers | DatumNumbers | Balance | Attendance


class RankingRow(Record):
    """One player of a ranking; ``rank`` is None where the club does not know them well enough.

    ``completion``: the share of the matches they finished, if they left one.
    """

    rank: int | None
    name: str
    numbers: RowNumbers
    completion: float = 1.0


class LeaderboardDay(Record):
    """The balances that some rows of a ranking made on one day, in their order."""

    day: date
    balances: tuple[int, ...]


class Passing(Record):
    """The result of the next match that passes the next member in the rating."""

    name: str
    points: float


class RankingData(Record):
    """One page of a ranking, pages from 1; ``own`` is the asking player's row, if any.

    ``robots`` are the measured levels beside a ranking of play, ``days`` those of the first
    ``CHARTED_ROWS`` rows, in order.  ``presets`` are those that the ranking can be about.
    """

    chosen: ShowRanking
    rows: tuple[RankingRow, ...]
    own: RankingRow | None
    page: int
    pages: int
    families: tuple[str, ...]
    presets: tuple[str, ...]
    seasons: tuple[str, ...]
    fewest: int
    robots: tuple[tuple[str, PlayNumbers], ...] = ()
    days: tuple[LeaderboardDay, ...] = ()
    passing: Passing | None = None
    is_hidden: bool = False


def ranking_screen(facts: RankingData, words: Words) -> screen.Screen:
    """Return one page with the select of numbers and the buttons to filters and other pages."""
    rows = [_ranked_line(row, words) for row in facts.rows]
    blocks: list[screen.Block] = [
        *text_blocks(_heading(facts, words)),
        *text_blocks(join_lines(*rows) or words.say("leaders.nothing")),
        *text_blocks(_robot_lines(facts, words)),
        *text_blocks(_own_lines(facts, words), small_print(_note(facts, words))),
        _kind_select(facts, words),
        screen.ButtonRow((_filters_button(facts, words), *_turning(facts, words))),
    ]
    return screen.Screen(0, 0, screen.Tone.PRIVATE, tuple(blocks))


def filters_screen(facts: RankingData, words: Words) -> screen.Screen:
    """Return the chart of a page and what narrows its ranking; each choice leads to rows."""
    back = screen.Button(words.say("ranks.back"), facts.chosen)
    blocks: list[screen.Block] = [
        *text_blocks(_heading(facts, words)),
        *_chart(facts, words),
        *_filter_selects(facts, words),
        _company_buttons(facts.chosen, words),
        screen.ButtonRow((back,)),
    ]
    return screen.Screen(0, 0, screen.Tone.PRIVATE, tuple(blocks))


def _filters_button(facts: RankingData, words: Words) -> screen.Button:
    label = "ranks.chart_filters" if _chart(facts, words) else "ranks.filters"
    return screen.Button(words.say(label), ShowRankingFilters(**asdict(facts.chosen)))


def _chart(facts: RankingData, words: Words) -> tuple[screen.PictureBlock, ...]:
    return balance_drawing(facts.rows[:CHARTED_ROWS], facts.days, words)


def _turning(facts: RankingData, words: Words) -> Iterator[screen.Button]:
    """Yield the buttons to the previous and next page."""
    turned = page_buttons(
        words, facts.page, facts.pages, lambda page: replace(facts.chosen, page=page)
    )
    for row in turned:
        yield from row.buttons


def _heading(facts: RankingData, words: Words) -> str:
    chosen = facts.chosen
    games = f"family.{chosen.family}" if chosen.family else "leaders.any_family"
    games = f"preset.{chosen.preset}" if chosen.preset else games
    title = join_dotted((words.say(f"ranks.kind.{chosen.kind}"), words.say(games), chosen.season))
    what = words.say(f"ranks.what.{chosen.kind}", deals=DEALS_A_MATCH)
    least = "ranks.fewest_deals" if chosen.kind in PLAY_KINDS else "leaders.min_games"
    company = join_dotted(
        (
            words.say("leaders.robots" if chosen.with_robots else "leaders.people"),
            words.say(f"leaders.{_company_size(chosen)}"),
            words.say_plural(least, facts.fewest),
        )
    )
    return join_lines(f"### {title}", small_print(what), small_print(company))


def _note(facts: RankingData, words: Words) -> str:
    """Return the line about what the number cannot know."""
    return words.say(f"ranks.note.{facts.chosen.kind}")


def _ranked_line(row: RankingRow, words: Words) -> str:
    name = bold(row.name)
    return _line(f"{row.rank}. {name}" if row.rank is not None else name, row, words)


def _own_lines(facts: RankingData, words: Words) -> str:
    """Return the own row, what it would take to pass the next one, and if others see it."""
    if facts.own is None:
        return words.say("leaders.not_yet")
    rank = facts.own.rank
    place = words.say("leaders.rank", rank=rank) if rank else words.say("leaders.unranked")
    passing = "" if facts.passing is None else _passing_line(facts.passing, words)
    return join_lines(
        _line(words.say("ranks.you", place=bold(place)), facts.own, words),
        passing,
        small_print(words.say("ranks.hidden")) if facts.is_hidden else "",
    )


def _passing_line(passing: Passing, words: Words) -> str:
    points = bold(format_signed(round(passing.points)))
    return small_print(
        words.say("ranks.to_pass", name=passing.name, points=points, deals=DEALS_A_MATCH)
    )


def _line(head: str, row: RankingRow, words: Words) -> str:
    percent = round(100 * row.completion)
    finished = words.say("ranks.finished", percent=percent) if percent < 100 else ""
    return join_dotted((head, *_number_parts(row.numbers, words), finished))


def _number_parts(numbers: RowNumbers, words: Words) -> Iterator[str]:
    match numbers:
        case Rating():
            yield f"{bold(format_signed(round(numbers.points)))} ± {round(numbers.error)}"
            yield words.say_plural("rating.matches", numbers.matches)
            yield words.say("rating.provisional") if numbers.is_provisional else ""
        case PlayNumbers():
            yield from _play_parts(numbers, words)
        case DatumNumbers(deals, gain):
            yield words.say("ranks.a_deal", points=_signed_estimate(gain, words))
            yield words.say_plural("profile.deals", deals)
        case Balance(games, wins, balance):
            a_match = format_tenths(balance / games, words)
            yield words.say("ranks.a_match", points=bold(a_match))
            yield words.say_plural("rating.matches", games)
            yield f"{words.say('leaders.wins')}: {wins}"
        case Attendance(matches, days, opponents):
            yield bold(words.say_plural("rating.matches", matches))
            yield words.say_plural("ranks.days", days)
            yield words.say_plural("ranks.opponents", opponents)


def _play_parts(numbers: PlayNumbers, words: Words) -> Iterator[str]:
    yield words.say("ranks.given", points=_estimate(numbers.points, words))
    yield words.say("ranks.tricks", tricks=_estimate(numbers.tricks, words))
    yield words.say("ranks.clean", percent=_whole_estimate(numbers.clean))
    yield words.say_plural("profile.deals", numbers.deals) if numbers.deals else ""


def _estimate(estimate: Estimate, words: Words) -> str:
    value = bold(format_tenths(estimate.value, words).lstrip("+"))
    return f"{value}{_error(estimate.error, words)}"


def _signed_estimate(estimate: Estimate, words: Words) -> str:
    return f"{bold(format_tenths(estimate.value, words))}{_error(estimate.error, words)}"


def _error(error: float, words: Words) -> str:
    if not error or isinf(error):
        return ""
    return f" ± {format_tenths(error, words).lstrip('+')}"


def _whole_estimate(estimate: Estimate) -> str:
    value = bold(str(round(estimate.value)))
    return f"{value} ± {round(estimate.error)}" if estimate.error else value


def _robot_lines(facts: RankingData, words: Words) -> str:
    """Return the measured numbers of robots, the measure of a ranking of play."""
    return join_lines(
        *(
            small_print(join_dotted((words.say(f"level.{level}"), *_play_parts(numbers, words))))
            for level, numbers in facts.robots
        )
    )


def balance_drawing(
    rows: Sequence[RankingRow], days: Sequence[LeaderboardDay], words: Words
) -> tuple[screen.PictureBlock, ...]:
    """Return the balances of these players after every day that changed one of them."""
    if len(days) < _FEWEST_POINTS:
        return ()
    before = LeaderboardDay(days[0].day - timedelta(days=1), (0,) * len(rows))
    points = shown_points(len(days))
    courses = []
    for n, row in enumerate(rows):
        added = tuple(accumulate([day.balances[n] for day in days], initial=0))
        courses.append(ChartSeries(row.name, tuple(added[point] for point in points)))
    shown = [(before, *days)[point].day for point in points]
    heads = [format_skeleton("MMMd", day, locale=words.locale) for day in shown]
    chart = line_chart(words.say("chart.leaders"), heads, courses)
    return (screen.PictureBlock(on_sheet(chart, words)),)


# The choice of a ranking: one select for the number, further ones for what it is about.


def _kind_select(facts: RankingData, words: Words) -> screen.Select:
    chosen = replace(facts.chosen, page=1)
    return screen.Select(
        "kind",
        words.say("ranks.choose_kind"),
        tuple(
            screen.SelectChoice(words.say(f"ranks.kind.{kind}"), _of_kind(chosen, kind, facts))
            for kind in RankingKind
        ),
    )


def _filter_selects(facts: RankingData, words: Words) -> Iterator[screen.Select]:
    chosen = replace(facts.chosen, page=1)
    if chosen.kind not in PLAY_KINDS:
        yield from _select("family", facts.families, chosen, words)
    if chosen.kind not in RATED_KINDS:
        yield from _select("preset", facts.presets, chosen, words)
    if chosen.kind not in PLAY_KINDS:
        yield from _select("season", facts.seasons, chosen, words)
        yield screen.Select(
            "known",
            words.say("ranks.choose_known"),
            tuple(
                screen.SelectChoice(words.say(f"known.{one}"), replace(chosen, known=one))
                for one in Acquaintance
            ),
        )


def _of_kind(chosen: ShowRanking, kind: RankingKind, facts: RankingData) -> ShowRanking:
    """Return the ranking by another number, without what it cannot be about."""
    family = chosen.family or facts.families[0]
    if kind in PLAY_KINDS:
        return replace(chosen, kind=kind, family=family, preset="", season="")
    return replace(chosen, kind=kind, family=family, preset="")


def _select(
    name: str, values: Sequence[str], chosen: ShowRanking, words: Words
) -> Iterator[screen.Select]:
    """Yield the select of a family, preset or season, if there is a choice."""
    prefix = "" if name == "season" else f"{name}."
    has_any = name == "season" or (name == "preset" and chosen.kind is RankingKind.BALANCE)
    choices = [
        screen.SelectChoice(
            words.say(prefix + value) if prefix else value, _with(chosen, name, value)
        )
        for value in values[:_MOST_CHOICES]
    ]
    if has_any and choices:
        whole = screen.SelectChoice(words.say(f"leaders.any_{name}"), _with(chosen, name, ""))
        choices.insert(0, whole)
    if len(choices) > 1:
        yield screen.Select(name, words.say(f"leaders.choose_{name}"), tuple(choices))


def _with(chosen: ShowRanking, name: str, value: str) -> ShowRanking:
    match name:
        case "family":
            return replace(chosen, family=value, preset="")
        case "preset":
            return replace(chosen, preset=value)
        case _:
            return replace(chosen, season=value)


def _company_buttons(chosen: ShowRanking, words: Words) -> screen.ButtonRow:
    """Return the buttons to the rankings with or without robots, and of other companies."""
    robots = replace(chosen, page=1, with_robots=not chosen.with_robots)
    company = "robots" if robots.with_robots else "people"
    numbers = (2, 3, 4) if chosen.kind in RATED_KINDS else (2, 3)
    others = [
        screen.Button(words.say(f"leaders.show_{_company_size(one)}"), one)
        for one in (replace(chosen, page=1, players=number) for number in numbers)
        if _company_size(one) != _company_size(chosen)
    ]
    return screen.ButtonRow((screen.Button(words.say(f"leaders.show_{company}"), robots), *others))


def _company_size(chosen: ShowRanking) -> str:
    """Return the last part of the keys of a company's words: only ratings tell three from four."""
    if chosen.kind in RATED_KINDS or chosen.players == 2:
        return {2: "two", 3: "three", 4: "four"}[chosen.players]
    return "more"


# Two members beside each other, and the change of the rating by one match.


class Rivals(Record):
    """Two members of a server with their matches against each other."""

    name: str
    other_name: str
    other_id: int
    encounters: tuple[Encounters, ...]
    ratings: tuple[tuple[str, Rating | None, Rating | None], ...]  # by family


def rivals_screen(facts: Rivals, words: Words) -> screen.Screen:
    """Return the matches of two members by family, and their ratings."""
    title = words.say("rivals.title", one=facts.name, other=facts.other_name)
    parts = [_encounter_lines(one, facts, words) for one in facts.encounters]
    return screen.Screen(
        0,
        0,
        screen.Tone.PRIVATE,
        (
            *text_blocks(f"### {title}"),
            *text_blocks(*(parts or [words.say("rivals.nothing")])),
            *text_blocks(small_print(words.say("rivals.note")) if parts else ""),
            screen.ButtonRow(
                (screen.Button(words.say("rivals.profile"), ShowProfile(facts.other_id)),)
            ),
        ),
    )


def _encounter_lines(met: Encounters, facts: Rivals, words: Words) -> str:
    ratings = {family: (own, other) for family, own, other in facts.ratings}
    own, other = ratings.get(met.family, (None, None))
    return join_lines(
        join_dotted(
            (
                bold(words.say(f"family.{met.family}")),
                words.say_plural("rating.matches", met.matches),
            )
        ),
        _rival_line(facts.name, met.ahead, met.balance, own, words),
        _rival_line(facts.other_name, met.behind, met.other_balance, other, words),
    )


def _rival_line(name: str, ahead: int, balance: int, rating: Rating | None, words: Words) -> str:
    return join_dotted(
        (
            bold(name),
            words.say_plural("rivals.ahead", ahead),
            format_signed(balance),
            "" if rating is None else words.say("rivals.rating", rating=_rating_text(rating)),
        )
    )


def _rating_text(rating: Rating) -> str:
    return f"{format_signed(round(rating.points))} ± {round(rating.error)}"


class MatchRating(Record):
    """The change of one member's rating by a match."""

    name: str
    change: RatingChange
    balance: int


def match_rating_screen(
    game_id: int, family: str, rows: Sequence[MatchRating], words: Words
) -> screen.Screen:
    """Return what a match changed in the rating of each member."""
    title = words.say("rating.match_title", game=game_id)
    lines = [
        join_dotted(
            (
                bold(row.name),
                format_signed(row.balance),
                words.say(
                    "rating.change",
                    change=bold(format_tenths(row.change.after - row.change.before, words)),
                    after=format_signed(round(row.change.after)),
                ),
            )
        )
        for row in rows
    ]
    said = join_lines(*lines) or words.say("rating.no_change")
    small = small_print(words.say("rating.what_change", family=words.say(f"family.{family}")))
    return screen.Screen(
        0, 0, screen.Tone.PRIVATE, text_blocks(join_lines(f"### {title}", small), said)
    )
