"""Screens of finished things: a scored deal, its last trick, a started, closed or void game."""

from bot.deeds.table import Close, Ending
from bot.engine.cards import Card
from bot.engine.deal import Call
from bot.engine.notation import parse
from bot.engine.roles import speakers
from bot.engine.rules import Rules
from bot.engine.view import Scored, View
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.parts import (
    bold,
    deed_button,
    dotted,
    lines,
    seated,
    small,
    text_blocks,
    tiles,
    trick_line,
)
from bot.render.screen import Row, Screen, Style, Tone
from bot.render.table.auction import auction_summary
from bot.render.table.deck import deck_lines
from bot.render.table.result import headline
from bot.render.words import TableWords, Words


def closed_board_screen(view: View, facts: TableFacts, words: Words) -> Screen:
    """Return the board of the last scored deal: its auction and play, without buttons."""
    scored = view.last
    words = words_at(view.rules, words)
    body = () if scored is None else text_blocks(*_course(view.rules, scored, facts, words))
    return Screen(facts.game, view.version, Tone.CLOSED, body)


def _course(rules: Rules, scored: Scored, facts: TableFacts, words: TableWords) -> tuple[str, ...]:
    calls = tuple(Call(seat, parse(text)) for seat, text in scored.calls)
    seats = speakers(scored.seats, scored.roles)
    bids = manner_of(rules).auction_calls(seats, calls)
    spoken = auction_summary(seats, bids, facts, words)
    talon = ""
    if scored.reveal is not None:
        talon = small(words.say("board.talon", cards=tiles(scored.reveal.talon)))
    tricks = [small(trick_line(n, t, facts)) for n, t in enumerate(scored.tricks, start=1)]
    return (
        lines(bold(headline(rules, scored, words)), small(spoken) if calls else "", talon),
        lines(*tricks),
    )


def started_screen(
    facts: TableFacts, rules: Rules, place: str, drawn: tuple[Card, ...], words: Words
) -> Screen:
    """Return the lobby of a game that has begun, with the cards drawn for dealer by seat.

    ``place`` is a link to its thread, or "".
    """
    words = words_at(rules, words)
    names = dotted(seated(facts, seat, words) for seat in range(len(facts.seats)))
    title = f"## {words.say('lobby.title', game=game_title(rules, words))}"
    where = words.say("lobby.started_in", place=place) if place else words.say("lobby.started")
    cards = zip(drawn, range(len(facts.seats)), strict=False)
    lot = dotted(f"{facts.name(seat)} {words.card(card)}" for card, seat in cards)
    draw = words.say("lobby.drawn", cards=lot) if drawn else ""
    body = lines(title, names, draw, small(where), deck_lines(facts, 1, words))
    return Screen(facts.game, 0, Tone.CLOSED, text_blocks(body))


def void_screen(facts: TableFacts, words: Words) -> Screen:
    """Return the message of a closed or expired lobby, or a game without a result."""
    return Screen(facts.game, 0, Tone.CLOSED, text_blocks(bold(words.say("board.void"))))


def close_screen(facts: TableFacts, words: Words) -> Screen:
    """Ask a manager: settle the written score, or end without a result."""
    head = lines(f"### {words.say('close.title')}", words.say("close.explain"))
    row = Row(
        (
            deed_button(words, "close_scored", Close(Ending.SCORED), Style.PRIMARY),
            deed_button(words, "close_void", Close(Ending.VOID), Style.DANGER),
        )
    )
    return Screen(facts.game, 0, Tone.PRIVATE, (*text_blocks(head), row))
