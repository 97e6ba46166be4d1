"""The leaderboard of a server; games with robots and two-player games have separate ones."""

from dataclasses import replace

from bot.deeds.server import LeadersPage
from bot.render.facts import DRAWN, LeaderFacts, LeaderFilter, LeaderRow
from bot.render.parts import bold, dotted, hundredths, lines, monospace, signed, small, text_blocks
from bot.render.screen import Block, Button, Choice, Row, Screen, Select, Text, Tone
from bot.render.server.charts import leaders_drawing
from bot.render.server.history import page_buttons
from bot.render.words import Words


def leaderboard_screen(facts: LeaderFacts, words: Words) -> Screen:
    """Return one page with its filters and the buttons to other pages."""
    blocks: list[Block] = [*text_blocks(_head(facts, words))]
    if facts.rows:
        blocks.append(Text(_table(facts, words)))
        blocks += leaders_drawing(facts.rows[:DRAWN], facts.days, words)
    else:
        blocks += text_blocks(words.say("leaders.nothing"))
    blocks += text_blocks(_own(facts, words))
    blocks += [*_filters(facts, words), _kinds(facts, words)]
    blocks += page_buttons(words, facts.page, facts.pages, lambda n: page_of(n, facts.filter))
    return Screen(0, 0, Tone.PRIVATE, tuple(blocks))


def page_of(page: int, chosen: LeaderFilter) -> LeadersPage:
    """Return the UI command that shows a page of the leaderboard."""
    return LeadersPage(
        page, chosen.family, chosen.preset, chosen.season, chosen.with_robots, chosen.of_two
    )


def _head(facts: LeaderFacts, words: Words) -> str:
    chosen = facts.filter
    what = dotted(
        (
            words.say(f"family.{chosen.family}") if chosen.family else "",
            words.say(f"preset.{chosen.preset}") if chosen.preset else "",
            chosen.season,
            words.say(f"leaders.{_company(chosen)}"),
            words.say("leaders.two" if chosen.of_two else "leaders.more"),
        )
    )
    rule = words.count("leaders.min_games", facts.min_games)
    return lines(f"### {words.say('leaders.title')}", small(what), small(rule))


def _table(facts: LeaderFacts, words: Words) -> str:
    heads = [words.say(f"leaders.{column}") for column in ("games", "wins", "balance")]
    return monospace(heads, [(_name(row), _cells(row)) for row in facts.rows])


def _name(row: LeaderRow) -> str:
    return f"{row.rank}. {row.name}" if row.rank is not None else row.name


def _cells(row: LeaderRow) -> list[str]:
    return [str(row.games), str(row.wins), signed(row.balance)]


def _own(facts: LeaderFacts, words: Words) -> str:
    """Return the asking player's row, which is shown on every page."""
    own = facts.own
    if own is None:
        return words.say("leaders.not_yet")
    place = words.say("leaders.rank", rank=own.rank) if own.rank else words.say("leaders.unranked")
    return words.count(
        "leaders.own",
        own.games,
        place=bold(place),
        wins=own.wins,
        balance=signed(own.balance),
        average=hundredths(own.average_place, words),
    )


def _filters(facts: LeaderFacts, words: Words) -> list[Select]:
    """Return selects for family, preset and season, if there is more than one value."""
    chosen = facts.filter
    wanted = (
        ("family", facts.families, replace(chosen, family="", preset=""), "family."),
        ("preset", facts.presets, replace(chosen, preset=""), "preset."),
        ("season", facts.seasons, replace(chosen, season=""), ""),
    )
    return [
        _select(name, values[:24], anything, prefix, words)
        for name, values, anything, prefix in wanted
        if len(values) > 1
    ]


def _select(
    name: str, values: tuple[str, ...], anything: LeaderFilter, prefix: str, words: Words
) -> Select:
    rest = [
        Choice(
            words.say(prefix + value) if prefix else value,
            page_of(1, _with(anything, name, value)),
        )
        for value in values
    ]
    first = Choice(words.say(f"leaders.any_{name}"), page_of(1, anything))
    return Select(name, words.say(f"leaders.choose_{name}"), (first, *rest))


def _with(anything: LeaderFilter, name: str, value: str) -> LeaderFilter:
    match name:
        case "family":
            return replace(anything, family=value)
        case "preset":
            return replace(anything, preset=value)
        case _:
            return replace(anything, season=value)


def _kinds(facts: LeaderFacts, words: Words) -> Row:
    """Return the buttons to the leaderboards with or without robots, and of two players."""
    chosen = facts.filter
    robots = replace(chosen, with_robots=not chosen.with_robots)
    two = replace(chosen, of_two=not chosen.of_two)
    return Row(
        (
            Button(words.say(f"leaders.show_{_company(robots)}"), page_of(1, robots)),
            Button(words.say(f"leaders.show_{'two' if two.of_two else 'more'}"), page_of(1, two)),
        )
    )


def _company(chosen: LeaderFilter) -> str:
    return "robots" if chosen.with_robots else "people"
