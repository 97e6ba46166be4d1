"""The last trick, all calls of the deal so far, and the other open tricks."""

from collections.abc import Sequence

from bot.deeds.table import ShowHand
from bot.engine.cards import Seat
from bot.engine.deal import Call, Stage, Trick
from bot.engine.notation import parse
from bot.engine.roles import speakers
from bot.engine.rules import Rules
from bot.engine.view import Scored, Table, View
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.parts import (
    IN_PLAY,
    LINE,
    bold,
    deed_button,
    lines,
    marked,
    named_trick,
    small,
    taking_part,
    text_blocks,
    trick_line,
)
from bot.render.screen import Block, Row, Screen, Tone
from bot.render.table.auction import auction_lines
from bot.render.table.result import headline
from bot.render.table.standing import contract_line
from bot.render.words import TableWords, Words

Numbered = tuple[int, Trick]


def last_screen(view: View, facts: TableFacts, words: Words) -> Screen:
    """Return the last trick of the open deal, or the course of the last scored one."""
    words = words_at(view.rules, words)
    blocks = _blocks(view, facts, words)
    if view.seat is not None and view.stage is not Stage.OVER:
        blocks = (*blocks, Row((deed_button(words, "to_hand", ShowHand()),)))
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _blocks(view: View, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    if view.table is not None:
        table = view.table
        title = words.say("board.deal", number=table.number)
        if view.stage in IN_PLAY:
            what = contract_line(view, table, facts, words)
            title += f" · {what}"
        return _course(view.rules, title, table, view.open_tricks, table.calls, facts, words)
    if view.last is not None:
        scored = view.last
        calls = tuple(Call(seat, parse(text)) for seat, text in scored.calls)
        title = headline(view.rules, scored, words)
        tricks = tuple(enumerate(scored.tricks, start=1))
        return _course(view.rules, title, scored, tricks, calls, facts, words)
    return text_blocks(words.say("last.nothing"))


def _course(
    rules: Rules,
    title: str,
    deal: Table | Scored,
    tricks: Sequence[Numbered],
    calls: Sequence[Call],
    facts: TableFacts,
    words: TableWords,
) -> tuple[Block, ...]:
    seats = speakers(deal.seats, deal.roles)
    said = manner_of(rules).auction_calls(seats, calls)
    later = [f"{marked(facts, c.seat)} · {words.action(c.action)}" for c in calls[len(said) :]]
    bids = auction_lines(seats, said, None, facts, words) if said else ""
    players = taking_part(deal.seats, deal.roles)
    return (
        *text_blocks(lines(f"### {title}", _last(players, tricks, facts, words))),
        *text_blocks(_earlier(tricks, facts, words)),
        LINE,
        *text_blocks(lines(bold(words.say("last.auction")), bids or words.say("last.no_calls"))),
        *text_blocks(lines(bold(words.say("last.later")), *later) if later else ""),
    )


def _last(
    seats: Sequence[Seat], tricks: Sequence[Numbered], facts: TableFacts, words: TableWords
) -> str:
    if not tricks:
        return words.say("last.no_trick")
    number, trick = tricks[-1]
    return lines(
        bold(words.say("board.trick", number=number)), named_trick(trick, seats, facts, words)
    )


def _earlier(tricks: Sequence[Numbered], facts: TableFacts, words: TableWords) -> str:
    """Return the tricks before the last one, or a note that they are turned down."""
    if tricks and len(tricks) < tricks[-1][0]:
        return small(words.say("last.turned_down"))
    rows = [trick_line(n, trick, facts) for n, trick in tricks[:-1]]
    return lines(bold(words.say("last.earlier")), *(small(row) for row in rows)) if rows else ""
