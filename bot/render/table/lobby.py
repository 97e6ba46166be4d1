"""The lobby and its private pages: the menu, the seats, invitations, robots and their levels."""

from bot.deeds.looking import ShowMorePage
from bot.deeds.table import AddRobot, JoinTable, StartGame
from bot.engine.rules import Rules
from bot.render.agreements.phrases import Differences, differences_line, game_title, length_line
from bot.render.facts import TableData
from bot.render.families import table_words
from bot.render.parts import (
    DIVIDER,
    bold,
    command_button,
    format_countdown,
    join_dotted,
    join_lines,
    small_print,
)
from bot.render.screen import Button, ButtonRow, Screen, Style, Text, Tone
from bot.render.table.deck import deck_lines
from bot.render.table.levels import level_lines
from bot.render.table.lobby_more import lobby_seat_line
from bot.render.words import TableWords, Words


def lobby_screen(facts: TableData, rules: Rules, differences: Differences, words: Words) -> Screen:
    """Return the public message of a table that has not started."""
    words = table_words(rules, words)
    return Screen(
        facts.game,
        0,
        Tone.WAITING,
        (
            Text(_head(facts, rules, differences, words)),
            DIVIDER,
            Text(_seats_text(facts, words)),
            ButtonRow(_main_buttons(facts, words)),
            Text(join_lines(_foot(facts, words), deck_lines(facts, 1, words))),
        ),
    )


def _head(facts: TableData, rules: Rules, differences: Differences, words: TableWords) -> str:
    title = words.say("lobby.title", game=game_title(rules, words))
    clock = words.say(f"clock.{facts.clock}")
    return join_lines(
        f"## {title}",
        _start_time(facts, words),
        words.say(f"aim.{rules.family}"),
        small_print(differences_line(rules, differences, words)),
        small_print(join_dotted((clock, length_line(rules, facts, words)))),
        small_print(words.say(f"kind.{facts.kind}")),
    )


def _start_time(facts: TableData, words: TableWords) -> str:
    """Return the scheduled start; Discord shows it in each reader's zone."""
    at = facts.starts_at
    return "" if at is None else bold(words.say("lobby.starts", when=f"<t:{at}:F> (<t:{at}:R>)"))


def _seats_text(facts: TableData, words: TableWords) -> str:
    seats = enumerate(facts.seats)
    sitting_down = (lobby_seat_line(facts, sitting, seat, words) for seat, sitting in seats)
    return join_lines(*sitting_down, level_lines(facts, words))


def _main_buttons(facts: TableData, words: TableWords) -> tuple[Button, ...]:
    """Return the buttons everybody needs; all others are behind More."""
    is_open = any(seat is None or seat.is_robot for seat in facts.seats)
    has_free = None in facts.seats
    return (
        Button(words.say("button.join"), JoinTable(), "", Style.GOOD, is_open),
        Button(words.say("button.robot"), AddRobot(), "", Style.PLAIN, has_free),
        command_button(words, "start", StartGame(), Style.PLAIN if has_free else Style.PRIMARY),
        command_button(words, "more", ShowMorePage()),
    )


def _foot(facts: TableData, words: TableWords) -> str:
    free = facts.seats.count(None)
    ready = "lobby.ready" if facts.starts_at is None else "lobby.ready_for"
    state = words.say_plural("lobby.waiting", free) if free else words.say(ready)
    closes = words.say("lobby.closes", when=format_countdown(facts)) if facts.deadline else ""
    return small_print(join_dotted((state, closes if facts.starts_at is None else "")))
