"""Take-backs of a scored deal: the player, the action, and the cards it lay between."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.notation import action_verb, parse_action
from bot.engine.replaying import SeatLine, find_take_backs
from bot.render.facts import TableData
from bot.render.parts import join_dotted, join_lines, small_print
from bot.render.table.regret import action_text, public_action
from bot.render.words import TableWords

_MOST_TAKE_BACKS: Final = 8  # lines on one page


@dataclass(frozen=True, slots=True)
class TakeBackRecord:
    """An action that was taken back, and ``undone_with_it``, the number of later actions undone
    with it.

    ``action`` is None if only its ``verb`` is public.  ``cards_before`` is the number of the deal's
    cards played before it.
    """

    seat: Seat
    verb: str
    action: Action | None
    undone_with_it: int
    cards_before: int


def take_backs_in(said: Iterable[SeatLine]) -> tuple[TakeBackRecord, ...]:
    """Return the take-backs in the log lines of a deal, in the order of the requests."""
    return tuple(
        TakeBackRecord(seat, action_verb(action), public_action(action), since, before)
        for seat, action, since, before in (
            (one.seat, parse_action(one.line.text), one.since, one.cards)
            for one in find_take_backs(said)
        )
    )


def take_back_lines(
    found: Sequence[TakeBackRecord], cards: int, facts: TableData, words: TableWords
) -> str:
    """Return all take-backs of a deal with ``cards`` cards, one line each."""
    rest = len(found) - _MOST_TAKE_BACKS
    return join_lines(
        *(_take_back_line(one, cards, facts, words) for one in found[:_MOST_TAKE_BACKS]),
        small_print(words.say_plural("rules.and_more", rest)) if rest > 0 else "",
    )


def take_back_lines_at(
    found: Sequence[TakeBackRecord], step: int, cards: int, facts: TableData, words: TableWords
) -> str:
    """Return the take-backs before card ``step`` (from 0); at the last card also later ones."""
    last = step + 1 == cards
    here = [
        one for one in found if one.cards_before == step or (last and one.cards_before >= cards)
    ]
    return take_back_lines(here, cards, facts, words)


def _take_back_line(one: TakeBackRecord, cards: int, facts: TableData, words: TableWords) -> str:
    act = action_text(one.verb, one.action, words)
    return small_print(
        join_dotted(
            (
                f"↩ {words.say('takeback.told', name=facts.name(one.seat), act=act)}",
                _between_cards(one.cards_before, cards, words),
                words.say_plural("takeback.with", one.undone_with_it) if one.undone_with_it else "",
            )
        )
    )


def _between_cards(before: int, cards: int, words: TableWords) -> str:
    if not cards:  # nothing was played
        return ""
    if not before:
        return words.say("takeback.before", n=1)
    if before >= cards:
        return words.say("takeback.after", n=cards)
    return words.say("takeback.between", n=before, next=before + 1)
