"""Screens of finished things: a scored deal, its last trick, a started, closed or void game."""

from bot.deeds.table import CloseMode, CloseTable
from bot.engine.cards import Card
from bot.engine.deal import Call
from bot.engine.notation import parse_action
from bot.engine.roles import player_seats
from bot.engine.rules import Rules
from bot.engine.view import ResultView, View
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.parts import (
    bold,
    card_tiles,
    command_button,
    join_dotted,
    join_lines,
    name_with_level,
    small_print,
    text_blocks,
    trick_line,
)
from bot.render.screen import ButtonRow, Screen, Style, Tone
from bot.render.table.auction import auction_summary
from bot.render.table.deck import deck_lines
from bot.render.table.result import scored_headline
from bot.render.words import TableWords, Words


def closed_board_screen(view: View, facts: TableData, words: Words) -> Screen:
    """Return the board of the last scored deal: its auction and play, without buttons."""
    scored = view.last
    words = table_words(view.rules, words)
    body = () if scored is None else text_blocks(*_deal_summary(view.rules, scored, facts, words))
    return Screen(facts.game, view.version, Tone.CLOSED, body)


def _deal_summary(
    rules: Rules, scored: ResultView, facts: TableData, words: TableWords
) -> tuple[str, ...]:
    calls = tuple(Call(seat, parse_action(text)) for seat, text in scored.calls)
    seats = player_seats(scored.seats, scored.roles)
    bids = presenter_of(rules).auction_calls(seats, calls)
    spoken = auction_summary(seats, bids, facts, words)
    talon = ""
    if scored.reveal is not None:
        talon = small_print(words.say("board.talon", cards=card_tiles(scored.reveal.talon)))
    tricks = [small_print(trick_line(n, t, facts)) for n, t in enumerate(scored.tricks, start=1)]
    return (
        join_lines(
            bold(scored_headline(rules, scored, words)), small_print(spoken) if calls else "", talon
        ),
        join_lines(*tricks),
    )


def started_screen(
    facts: TableData, rules: Rules, place: str, drawn: tuple[Card, ...], words: Words
) -> Screen:
    """Return the lobby of a game that has begun, with the cards drawn for dealer by seat.

    ``place`` is a link to its thread, or "".
    """
    words = table_words(rules, words)
    names = join_dotted(name_with_level(facts, seat, words) for seat in range(len(facts.seats)))
    title = f"## {words.say('lobby.title', game=game_title(rules, words))}"
    where = words.say("lobby.started_in", place=place) if place else words.say("lobby.started")
    cards = zip(drawn, range(len(facts.seats)), strict=False)
    lot = join_dotted(f"{facts.name(seat)} {words.card(card)}" for card, seat in cards)
    draw = words.say("lobby.drawn", cards=lot) if drawn else ""
    body = join_lines(title, names, draw, small_print(where), deck_lines(facts, 1, words))
    return Screen(facts.game, 0, Tone.CLOSED, text_blocks(body))


def void_screen(facts: TableData, words: Words) -> Screen:
    """Return the message of a closed or expired lobby, or a game without a result."""
    return Screen(facts.game, 0, Tone.CLOSED, text_blocks(bold(words.say("board.void"))))


def close_screen(facts: TableData, words: Words) -> Screen:
    """Ask a manager: settle the written score, or end without a result."""
    head = join_lines(f"### {words.say('close.title')}", words.say("close.explain"))
    row = ButtonRow(
        (
            command_button(words, "close_scored", CloseTable(CloseMode.SCORED), Style.PRIMARY),
            command_button(words, "close_void", CloseTable(CloseMode.VOID), Style.DANGER),
        )
    )
    return Screen(facts.game, 0, Tone.PRIVATE, (*text_blocks(head), row))
