"""A user's open tables, with a select that opens the hand at each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.deeds.server import MyHand
from bot.engine.cards import Seat
from bot.engine.rules import Rules
from bot.refusals import Refusal
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import bold, dotted, lines, marked, small
from bot.render.screen import Block, Choice, Screen, Select, Text, Tone
from bot.render.words import Words
from bot.terms import Status

_MOST = 25  # lines of a select


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table in the list; ``place`` is a link to its channel.

    ``asked`` is the seat on turn, ``seat`` the reader's own; ``is_his`` is True also if the seat is
    reserved for the reader.  A table that cannot be read has only ``unreadable``, the reason.
    """

    game: int
    place: str
    rules: Rules | None = None
    facts: TableFacts | None = None
    asked: Seat | None = None
    seat: Seat | None = None
    is_his: bool = False
    unreadable: Refusal | None = None


def own_tables_screen(tables: Sequence[OwnTable], words: Words) -> Screen:
    """Return a line per table and a select of the tables where the reader has a hand."""
    shown = tables[:_MOST]
    own = [table for table in shown if table.is_his]
    head = lines(
        f"### {words.say('tables.title' if own else 'tables.title_here')}",
        *(f"- {_line(table, words)}" for table in shown),
    )
    how = small(words.say("tables.how" if own else "tables.none_own"))
    choices = tuple(
        Choice(
            words.plain(_name(table, words)),
            MyHand(table.game),
            description=_state(table, words),
        )
        for table in own
    )
    select = (Select("tables", words.say("tables.open"), choices),) if choices else ()
    blocks: tuple[Block, ...] = (Text(head), Text(how), *select)
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _line(table: OwnTable, words: Words) -> str:
    if table.unreadable is not None or table.facts is None:
        why = words.refusal(table.unreadable or Refusal.TABLE_FROZEN)
        return dotted((bold(f"#{table.game}"), table.place, why))
    seats = range(len(table.facts.seats))
    people = ", ".join(name for seat in seats if (name := marked(table.facts, seat)))
    return dotted((bold(_name(table, words)), people, table.place, _state(table, words)))


def _name(table: OwnTable, words: Words) -> str:
    number = f"#{table.game}"
    if table.rules is None:
        return number
    return dotted((number, game_title(table.rules, words_at(table.rules, words))))


def _state(table: OwnTable, words: Words) -> str:
    """Return the player or event the table waits for; "" if it waits for nobody."""
    facts = table.facts
    if facts is None:
        return ""
    if facts.status is Status.LOBBY:
        return words.say("tables.lobby")
    if facts.status is Status.PAUSED:
        return words.say("board.paused")
    if table.asked is None or table.asked < 0:
        return ""
    if table.asked == table.seat:
        return words.say("tables.your_turn")
    return words.say("hand.waiting", name=facts.name(table.asked))
