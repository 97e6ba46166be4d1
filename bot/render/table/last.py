"""The last trick, all calls of the deal so far, and the other open tricks."""

from collections.abc import Sequence

from bot.deeds.table import ShowHand
from bot.engine.cards import Seat
from bot.engine.deal import Call, Stage, Trick
from bot.engine.notation import parse_action
from bot.engine.roles import player_seats
from bot.engine.rules import Rules
from bot.engine.view import DealView, ResultView, View
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.parts import (
    DIVIDER,
    PLAY_STAGES,
    bold,
    command_button,
    join_lines,
    name_with_mark,
    small_print,
    text_blocks,
    trick_line,
    trick_players,
    trick_with_names,
)
from bot.render.screen import Block, ButtonRow, Screen, Tone
from bot.render.table.auction import auction_lines
from bot.render.table.result import scored_headline
from bot.render.table.standing import contract_line
from bot.render.words import TableWords, Words

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
