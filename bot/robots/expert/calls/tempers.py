"""Models of the defenders' answers to a contract: plain, always whisting, reasonable.

A contract that only succeeds because plain robots pass is worth little at another table.  So every
call is valued against each model, weighted by its likelihood given the answers to past contracts.
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
    """A model of the decision to take part in the defence."""

    PLAIN = "plain"
    WHISTING = "whisting"  # always
    REASONABLE = "reasonable"


_ALWAYS: Final = 0.94  # how often an "always whisting" defender takes part
_UNSEEN: Final = 1.9  # mean tricks of a hidden defending hand, over all families
_SPREAD: Final = 0.4  # width of their spread, as in ``said``
_SEEN: Final = 0.2  # the same for a hand that was shown


def answer(view: View, rng: Random, temper: Temper) -> Action:
    """Return the answer of a defender with this temper; elsewhere the plain robot's choice."""
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
    """Return the probability of each ``Temper`` at this table, in enumeration order."""
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
