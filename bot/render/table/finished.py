"""Screens of finished things: a scored deal, its last trick, a started, closed or void game."""

from collections.abc import Sequence

from bot.engine.cards import Card, Seat
from bot.engine.deal import Call, Stage, Trick, player_seats
from bot.engine.notation import parse_action
from bot.engine.rules import Rules
from bot.engine.view import DealView, ResultView, SpectatorView, View
from bot.render.families import presenter_of, table_words
from bot.render.formatting import (
    DIVIDER,
    PLAY_STAGES,
    bold,
    card_tiles,
    command_button,
    join_dotted,
    join_lines,
    name_with_level,
    name_with_mark,
    small_print,
    text_blocks,
    trick_line,
    trick_players,
    trick_with_names,
)
from bot.render.house_rules.rule_text import game_title
from bot.render.screen import Block, ButtonRow, Screen, Style, Tone
from bot.render.screen_data import TableData
from bot.render.sheet.deal_results import scored_headline
from bot.render.table.board import contract_line
from bot.render.table.deal_lines import auction_lines, auction_summary
from bot.render.table.deck_fairness import deck_lines
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import CloseMode, CloseTable, ShowHand


def closed_board_screen(view: SpectatorView, facts: TableData, words: Words) -> Screen:
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


# The last trick, all calls of the deal so far, and the other open tricks.

NumberedTrick = tuple[int, Trick]


def last_trick_screen(view: View, facts: TableData, words: Words) -> Screen:
    """Return the last trick of the open deal, or the course of the last scored one."""
    words = table_words(view.rules, words)
    blocks = _blocks(view, facts, words)
    if view.seat is not None and view.stage is not Stage.OVER:
        blocks = (*blocks, ButtonRow((command_button(words, "to_hand", ShowHand()),)))
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _blocks(view: View, facts: TableData, words: TableWords) -> tuple[Block, ...]:
    if view.table is not None:
        table = view.table
        title = words.say("board.deal", number=table.number)
        if view.stage in PLAY_STAGES:
            what = contract_line(view, table, facts, words)
            title += f" · {what}"
        return _deal_course(
            view.rules, title, table, view.visible_tricks, table.calls, facts, words
        )
    if view.last is not None:
        scored = view.last
        calls = tuple(Call(seat, parse_action(text)) for seat, text in scored.calls)
        title = scored_headline(view.rules, scored, words)
        tricks = tuple(enumerate(scored.tricks, start=1))
        return _deal_course(view.rules, title, scored, tricks, calls, facts, words)
    return text_blocks(words.say("last.nothing"))


def _deal_course(
    rules: Rules,
    title: str,
    deal: DealView | ResultView,
    tricks: Sequence[NumberedTrick],
    calls: Sequence[Call],
    facts: TableData,
    words: TableWords,
) -> tuple[Block, ...]:
    seats = player_seats(deal.seats, deal.roles)
    said = presenter_of(rules).auction_calls(seats, calls)
    later = [
        f"{name_with_mark(facts, c.seat)} · {words.action(c.action)}" for c in calls[len(said) :]
    ]
    bids = auction_lines(seats, said, None, facts, words) if said else ""
    players = trick_players(deal.seats, deal.roles)
    return (
        *text_blocks(join_lines(f"### {title}", _last_trick(players, tricks, facts, words))),
        *text_blocks(_earlier_tricks(tricks, facts, words)),
        DIVIDER,
        *text_blocks(
            join_lines(bold(words.say("last.auction")), bids or words.say("last.no_calls"))
        ),
        *text_blocks(join_lines(bold(words.say("last.later")), *later) if later else ""),
    )


def _last_trick(
    seats: Sequence[Seat], tricks: Sequence[NumberedTrick], facts: TableData, words: TableWords
) -> str:
    if not tricks:
        return words.say("last.no_trick")
    number, trick = tricks[-1]
    return join_lines(
        bold(words.say("board.trick", number=number)), trick_with_names(trick, seats, facts, words)
    )


def _earlier_tricks(tricks: Sequence[NumberedTrick], facts: TableData, words: TableWords) -> str:
    """Return the tricks before the last one, or a note that they are turned down."""
    if tricks and len(tricks) < tricks[-1][0]:
        return small_print(words.say("last.turned_down"))
    rows = [trick_line(n, trick, facts) for n, trick in tricks[:-1]]
    return (
        join_lines(bold(words.say("last.earlier")), *(small_print(row) for row in rows))
        if rows
        else ""
    )
