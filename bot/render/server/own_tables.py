"""A user's open tables, with a select that opens the hand at each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.deeds.server import ShowMyHand
from bot.engine.cards import Seat
from bot.engine.rules import Rules
from bot.refusals import Refusal
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableData
from bot.render.families import table_words
from bot.render.parts import bold, join_dotted, join_lines, name_with_mark, small_print
from bot.render.screen import Block, Screen, Select, SelectChoice, Text, Tone
from bot.render.words import Words
from bot.terms import Status

_MOST_TABLES = 25  # lines of a select


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table in the list; ``channel_link`` is a link to its channel.

    ``seat_on_turn`` is the seat on turn, ``seat`` the reader's own; ``is_own`` is True also if the
    seat is reserved for the reader.  A table that cannot be read has only ``unreadable``, the
    reason.
    """

    game: int
    channel_link: str
    rules: Rules | None = None
    facts: TableData | None = None
    seat_on_turn: Seat | None = None
    seat: Seat | None = None
    is_own: bool = False
    unreadable: Refusal | None = None


def own_tables_screen(tables: Sequence[OwnTable], words: Words) -> Screen:
    """Return a line per table and a select of the tables where the reader has a hand."""
    shown = tables[:_MOST_TABLES]
    own = [table for table in shown if table.is_own]
    head = join_lines(
        f"### {words.say('tables.title' if own else 'tables.title_here')}",
        *(f"- {_table_line(table, words)}" for table in shown),
    )
    how = small_print(words.say("tables.how" if own else "tables.none_own"))
    choices = tuple(
        SelectChoice(
            words.without_tiles(_table_name(table, words)),
            ShowMyHand(table.game),
            description=_table_state(table, words),
        )
        for table in own
    )
    select = (Select("tables", words.say("tables.open"), choices),) if choices else ()
    blocks: tuple[Block, ...] = (Text(head), Text(how), *select)
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _table_line(table: OwnTable, words: Words) -> str:
    if table.unreadable is not None or table.facts is None:
        why = words.refusal(table.unreadable or Refusal.TABLE_FROZEN)
        return join_dotted((bold(f"#{table.game}"), table.channel_link, why))
    seats = range(len(table.facts.seats))
    people = ", ".join(name for seat in seats if (name := name_with_mark(table.facts, seat)))
    return join_dotted(
        (bold(_table_name(table, words)), people, table.channel_link, _table_state(table, words))
    )


def _table_name(table: OwnTable, words: Words) -> str:
    number = f"#{table.game}"
    if table.rules is None:
        return number
    return join_dotted((number, game_title(table.rules, table_words(table.rules, words))))


def _table_state(table: OwnTable, words: Words) -> str:
    """Return the player or event the table waits for; "" if it waits for nobody."""
    facts = table.facts
    if facts is None:
        return ""
    if facts.status is Status.LOBBY:
        return words.say("tables.lobby")
    if facts.status is Status.PAUSED:
        return words.say("board.paused")
    if table.seat_on_turn is None or table.seat_on_turn < 0:
        return ""
    if table.seat_on_turn == table.seat:
        return words.say("tables.your_turn")
    return words.say("hand.waiting", name=facts.name(table.seat_on_turn))
