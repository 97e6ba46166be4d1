"""The leaderboard of a server; games with robots and two-player games have separate ones."""

from dataclasses import replace

from bot.deeds.server import ShowLeaderboardPage
from bot.render.facts import CHARTED_ROWS, LeaderboardData, LeaderboardFilter, LeaderboardRow
from bot.render.parts import (
    bold,
    format_hundredths,
    format_signed,
    format_table,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Block, Button, ButtonRow, Screen, Select, SelectChoice, Text, Tone
from bot.render.server.charts import leaderboard_drawing
from bot.render.server.history import page_buttons
from bot.render.words import Words


def leaderboard_screen(facts: LeaderboardData, words: Words) -> Screen:
    """Return one page with its filters and the buttons to other pages."""
    blocks: list[Block] = [*text_blocks(_leaders_heading(facts, words))]
    if facts.rows:
        blocks.append(Text(_leaders_table(facts, words)))
        blocks += leaderboard_drawing(facts.rows[:CHARTED_ROWS], facts.days, words)
    else:
        blocks += text_blocks(words.say("leaders.nothing"))
    blocks += text_blocks(_own_line(facts, words))
    blocks += [*_filter_selects(facts, words), _kind_buttons(facts, words)]
    blocks += page_buttons(
        words, facts.page, facts.pages, lambda n: leaderboard_command(n, facts.filter)
    )
    return Screen(0, 0, Tone.PRIVATE, tuple(blocks))


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


def _leaders_table(facts: LeaderboardData, words: Words) -> str:
    heads = [words.say(f"leaders.{column}") for column in ("games", "wins", "balance")]
    return format_table(heads, [(_ranked_name(row), _leader_cells(row)) for row in facts.rows])


def _ranked_name(row: LeaderboardRow) -> str:
    return f"{row.rank}. {row.name}" if row.rank is not None else row.name


def _leader_cells(row: LeaderboardRow) -> list[str]:
    return [str(row.games), str(row.wins), format_signed(row.balance)]


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


def _filter_selects(facts: LeaderboardData, words: Words) -> list[Select]:
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
) -> Select:
    rest = [
        SelectChoice(
            words.say(prefix + value) if prefix else value,
            leaderboard_command(1, _filter_with(anything, name, value)),
        )
        for value in values
    ]
    first = SelectChoice(words.say(f"leaders.any_{name}"), leaderboard_command(1, anything))
    return Select(name, words.say(f"leaders.choose_{name}"), (first, *rest))


def _filter_with(anything: LeaderboardFilter, name: str, value: str) -> LeaderboardFilter:
    match name:
        case "family":
            return replace(anything, family=value)
        case "preset":
            return replace(anything, preset=value)
        case _:
            return replace(anything, season=value)


def _kind_buttons(facts: LeaderboardData, words: Words) -> ButtonRow:
    """Return the buttons to the leaderboards with or without robots, and of two players."""
    chosen = facts.filter
    robots = replace(chosen, with_robots=not chosen.with_robots)
    two = replace(chosen, of_two=not chosen.of_two)
    return ButtonRow(
        (
            Button(
                words.say(f"leaders.show_{_company_key(robots)}"), leaderboard_command(1, robots)
            ),
            Button(
                words.say(f"leaders.show_{'two' if two.of_two else 'more'}"),
                leaderboard_command(1, two),
            ),
        )
    )


def _company_key(chosen: LeaderboardFilter) -> str:
    return "robots" if chosen.with_robots else "people"
