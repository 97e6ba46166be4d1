"""The lobby and its private pages: the menu, the seats, invitations, robots and their levels."""

from bot.deeds.looking import ShowMore
from bot.deeds.table import AddRobot, Join, Start
from bot.engine.rules import Rules
from bot.render.agreements.phrases import Differences, differences_line, game_title, length_line
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import LINE, bold, deed_button, dotted, lines, small, timed
from bot.render.screen import Button, Row, Screen, Style, Text, Tone
from bot.render.table.deck import deck_lines
from bot.render.table.levels import level_lines
from bot.render.table.lobby_more import seat_line
from bot.render.words import TableWords, Words


def lobby_screen(facts: TableFacts, rules: Rules, differences: Differences, words: Words) -> Screen:
    """Return the public message of a table that has not started."""
    words = words_at(rules, words)
    return Screen(
        facts.game,
        0,
        Tone.WAITING,
        (
            Text(_head(facts, rules, differences, words)),
            LINE,
            Text(_seats(facts, words)),
            Row(_main(facts, words)),
            Text(lines(_foot(facts, words), deck_lines(facts, 1, words))),
        ),
    )


def _head(facts: TableFacts, rules: Rules, differences: Differences, words: TableWords) -> str:
    title = words.say("lobby.title", game=game_title(rules, words))
    clock = words.say(f"clock.{facts.clock}")
    return lines(
        f"## {title}",
        _hour(facts, words),
        words.say(f"aim.{rules.family}"),
        small(differences_line(rules, differences, words)),
        small(dotted((clock, length_line(rules, facts, words)))),
        small(words.say(f"kind.{facts.kind}")),
    )


def _hour(facts: TableFacts, words: TableWords) -> str:
    """Return the scheduled start; Discord shows it in each reader's zone."""
    at = facts.starts_at
    return "" if at is None else bold(words.say("lobby.starts", when=f"<t:{at}:F> (<t:{at}:R>)"))


def _seats(facts: TableFacts, words: TableWords) -> str:
    seats = enumerate(facts.seats)
    sitting_down = (seat_line(facts, sitting, seat, words) for seat, sitting in seats)
    return lines(*sitting_down, level_lines(facts, words))


def _main(facts: TableFacts, words: TableWords) -> tuple[Button, ...]:
    """Return the buttons everybody needs; all others are behind More."""
    is_open = any(seat is None or seat.is_robot for seat in facts.seats)
    has_free = None in facts.seats
    return (
        Button(words.say("button.join"), Join(), "", Style.GOOD, is_open),
        Button(words.say("button.robot"), AddRobot(), "", Style.PLAIN, has_free),
        deed_button(words, "start", Start(), Style.PLAIN if has_free else Style.PRIMARY),
        deed_button(words, "more", ShowMore()),
    )


def _foot(facts: TableFacts, words: TableWords) -> str:
    free = facts.seats.count(None)
    ready = "lobby.ready" if facts.starts_at is None else "lobby.ready_for"
    state = words.count("lobby.waiting", free) if free else words.say(ready)
    closes = words.say("lobby.closes", when=timed(facts)) if facts.deadline else ""
    return small(dotted((state, closes if facts.starts_at is None else "")))
