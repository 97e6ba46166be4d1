"""How the others may answer a contract: as plain robots do, always, or as is reasonable.

Nobody tells beforehand whether he will take part.  A contract that only stands because plain robots
let it go is worth little at another table, so every call is valued against all of them, by how
likely each is after what the last contracts have shown.
"""

from enum import Enum
from random import Random
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.answers import answers_of
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.robots import worth
from bot.robots.beginner import Beginner
from bot.robots.families import mind_of
from bot.robots.worlds.beliefs import said

_PLAIN_ROBOT: Final = Beginner()
_TAKING_PART: Final = (act.WHIST, act.JOIN)


class Temper(Enum):
    """How somebody decides whether he takes part in the defence."""

    PLAIN = "plain"
    WHISTING = "whisting"  # always
    REASONABLE = "reasonable"


_ALWAYS: Final = 0.94  # how often who always takes part does
_UNSEEN: Final = 1.9  # tricks of a defender, in the mean of all families
_SPREAD: Final = 0.4  # and how far they are from it, in the sense of ``said``
_SEEN: Final = 0.2  # of a hand that was shown


def answer(view: View, rng: Random, temper: Temper) -> Action:
    """What somebody of this temper says; outside the defence the plain robot's word."""
    if view.stage is Stage.DEFENCE and view.table is not None:
        if temper is Temper.WHISTING:
            for word in _TAKING_PART:
                if word in view.legal:
                    return word
        if temper is Temper.REASONABLE:
            reasoned = mind_of(view.rules).reasoned(view)
            return reasoned if reasoned in view.legal else _PLAIN_ROBOT.choose(view, rng)
    return _PLAIN_ROBOT.choose(view, rng)


def tempers(view: View) -> tuple[float, ...]:
    """How likely each is at this table, in the order of the enumeration."""
    mind = mind_of(view.rules)
    likely = dict(zip(Temper, mind.others, strict=True))
    for seat, level, trump, yes, after, hand in answers_of(view.carry):
        if seat == view.seat:
            continue
        own, width = (worth.defence(hand, trump), _SEEN) if hand else (_UNSEEN, _SPREAD)
        plain, reasoned = (each.after(after) for each in mind.quota(level))
        likely[Temper.PLAIN] *= said(own, plain, yes, width)
        likely[Temper.REASONABLE] *= said(own, reasoned, yes, width)
        likely[Temper.WHISTING] *= _ALWAYS if yes else 1 - _ALWAYS
    total = sum(likely.values())
    return tuple(likely[temper] / total for temper in Temper)
