"""Take-backs of a scored deal: the player, the action, and the cards it lay between."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.notation import parse, verb
from bot.engine.replaying import Said, withdrawn
from bot.render.facts import TableFacts
from bot.render.parts import dotted, lines, small
from bot.render.table.regret import act_words, public_act
from bot.render.words import TableWords

_MOST: Final = 8  # lines on one page


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An action that was taken back, and ``since``, the number of later actions undone with it.

    ``action`` is None if only its ``verb`` is public.  ``before`` is the number of the deal's
    cards played before it.
    """

    seat: Seat
    verb: str
    action: Action | None
    since: int
    before: int


def taken_back_of(said: Iterable[Said]) -> tuple[TakenBack, ...]:
    """Return the take-backs in the log lines of a deal, in the order of the requests."""
    return tuple(
        TakenBack(seat, verb(action), public_act(action), since, before)
        for seat, action, since, before in (
            (one.seat, parse(one.line.text), one.since, one.cards) for one in withdrawn(said)
        )
    )


def told(found: Sequence[TakenBack], cards: int, facts: TableFacts, words: TableWords) -> str:
    """Return all take-backs of a deal with ``cards`` cards, one line each."""
    rest = len(found) - _MOST
    return lines(
        *(_line(one, cards, facts, words) for one in found[:_MOST]),
        small(words.count("rules.and_more", rest)) if rest > 0 else "",
    )


def told_here(
    found: Sequence[TakenBack], step: int, cards: int, facts: TableFacts, words: TableWords
) -> str:
    """Return the take-backs before card ``step`` (from 0); at the last card also later ones."""
    last = step + 1 == cards
    here = [one for one in found if one.before == step or (last and one.before >= cards)]
    return told(here, cards, facts, words)


def _line(one: TakenBack, cards: int, facts: TableFacts, words: TableWords) -> str:
    act = act_words(one.verb, one.action, words)
    return small(
        dotted(
            (
                f"↩ {words.say('takeback.told', name=facts.name(one.seat), act=act)}",
                _where(one.before, cards, words),
                words.count("takeback.with", one.since) if one.since else "",
            )
        )
    )


def _where(before: int, cards: int, words: TableWords) -> str:
    if not cards:  # nothing was played
        return ""
    if not before:
        return words.say("takeback.before", n=1)
    if before >= cards:
        return words.say("takeback.after", n=cards)
    return words.say("takeback.between", n=before, next=before + 1)
