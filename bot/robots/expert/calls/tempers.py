"""How the others may answer a contract: as plain robots do, always, or as is reasonable.

Nobody tells beforehand whether he will take part.  A contract that only stands because plain robots
let it go is worth little at another table, so every call is valued against all of them, by how
likely each is after what the last deal has shown.
"""

from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Contract, Stage
from bot.engine.view import Scored, View
from bot.robots import worth
from bot.robots.beginner import Beginner
from bot.robots.families import mind_of
from bot.robots.worlds.beliefs import answered

_PLAIN_ROBOT: Final = Beginner()
_TAKING_PART: Final = (act.WHIST, act.JOIN)
_STAYING_AWAY: Final = (act.PASS, act.HALF_WHIST, act.DROP)
_WORDS: Final = {str(word): word for word in (*_TAKING_PART, *_STAYING_AWAY)}


class Temper(Enum):
    """How somebody decides whether he takes part in the defence."""

    PLAIN = "plain"
    WHISTING = "whisting"  # always
    REASONABLE = "reasonable"


_BEFORE: Final = {Temper.PLAIN: 0.4, Temper.WHISTING: 0.3, Temper.REASONABLE: 0.3}
_ALWAYS: Final = 0.94  # how often who always takes part does
_REASONABLE: Final = 0.6  # tricks less than plain robots want


def answer(view: View, rng: Random, temper: Temper) -> Action:
    """What somebody of this temper says; outside the defence the plain robot's word."""
    if view.stage is Stage.DEFENCE and view.table is not None:
        if temper is Temper.WHISTING:
            for word in _TAKING_PART:
                if word in view.legal:
                    return word
        reasoned = mind_of(view.rules).reasoned
        if temper is Temper.REASONABLE and reasoned is not None:
            said = reasoned(view)
            return said if said in view.legal else _PLAIN_ROBOT.choose(view, rng)
    return _PLAIN_ROBOT.choose(view, rng)


def tempers(view: View) -> tuple[float, ...]:
    """How likely each is at this table, in the order of the enumeration."""
    likely = dict(_BEFORE)
    for hand, contract, yes in _shown(view):
        own = worth.defence(hand, contract.trump)
        likely[Temper.PLAIN] *= answered(own, contract, yes)
        likely[Temper.REASONABLE] *= answered(own + _REASONABLE, contract, yes)
        likely[Temper.WHISTING] *= _ALWAYS if yes else 1 - _ALWAYS
    total = sum(likely.values())
    return tuple(likely[temper] / total for temper in Temper)


def _shown(view: View) -> Iterator[tuple[int, Contract, bool]]:
    """Of the last deal: the hands of the others who were asked, and whether they took part."""
    last = view.last
    if last is None or last.reveal is None or last.contract is None or last.contract.is_misere:
        return
    asked: set[Seat] = {view.seat if view.seat is not None else -1, last.contract.declarer}
    for seat, said in _answers(last):
        if seat not in asked:
            asked.add(seat)
            yield int(last.reveal.dealt[seat]), last.contract, said in _TAKING_PART


def _answers(last: Scored) -> Iterator[tuple[Seat, Action]]:
    """Those to the contract; a pass is one once it was named."""
    is_named = False
    for seat, text in last.calls:
        if text in _WORDS and (is_named or text != act.PASS):
            yield seat, _WORDS[text]
        is_named = is_named or text.startswith("declare")
