"""Models of the defenders' answers to a contract: plain, always whisting, reasonable.

A contract that only succeeds because plain robots pass is worth little at another table.  So every
call is valued against each model, weighted by its likelihood given the answers to past contracts.
"""

from enum import Enum
from random import Random
from typing import Final

from bot.engine import actions, deal, game, view
from bot.engine import actions as act
from bot.robots import evaluation, families
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.worlds.likelihood import answer_probability

_TAKING_PART: Final = (act.WHIST, act.JOIN)


class DefenderModel(Enum):
    """A model of the decision to take part in the defence."""

    PLAIN = "plain"
    WHISTING = "whisting"  # always
    REASONABLE = "reasonable"


_ALWAYS_RATE: Final = 0.94  # how often an "always whisting" defender takes part
_UNSEEN: Final = 1.9  # mean tricks of a hidden defending hand, over all families
_SPREAD: Final = 0.4  # width of their spread, as in ``said``
_SEEN: Final = 0.2  # the same for a hand that was shown


def answer_as(view: view.SeatView, rng: Random, temper: DefenderModel) -> actions.Action:
    """Return the answer of a defender with this temper; elsewhere the plain robot's choice."""
    if view.stage is deal.Stage.DEFENCE and view.table is not None:
        if temper is DefenderModel.WHISTING:
            for word in _TAKING_PART:
                if word in view.legal:
                    return word
        if temper is DefenderModel.REASONABLE:
            reasoned = families.strategy_of(view.rules).reasoned_answer(view)
            return reasoned if reasoned in view.legal else PLAIN_ROBOT.choose(view, rng)
    return PLAIN_ROBOT.choose(view, rng)


def model_probabilities(view: view.SeatView) -> tuple[float, ...]:
    """Return the probability of each ``DefenderModel`` at this table, in enumeration order."""
    strategy = families.strategy_of(view.rules)
    likely = dict(zip(DefenderModel, strategy.defender_priors, strict=True))
    for seat, level, trump, yes, after, hand in game.defence_answers_of(view.carry):
        if seat == view.seat:
            continue
        own, width = (evaluation.answer_tricks(hand, trump), _SEEN) if hand else (_UNSEEN, _SPREAD)
        plain, reasoned = (each.after_answer(after) for each in strategy.join_threshold(level))
        likely[DefenderModel.PLAIN] *= answer_probability(own, plain, yes, width)
        likely[DefenderModel.REASONABLE] *= answer_probability(own, reasoned, yes, width)
        likely[DefenderModel.WHISTING] *= _ALWAYS_RATE if yes else 1 - _ALWAYS_RATE
    total = sum(likely.values())
    return tuple(likely[temper] / total for temper in DefenderModel)
