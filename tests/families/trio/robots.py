"""The strategy of robots in Trio."""

from random import Random
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.deal import Contract, Stage
from bot.engine.rules import Rules
from bot.engine.view import SeatView
from bot.robots import evaluation
from bot.robots.families.strategy import (
    BidThresholds,
    CallNames,
    FamilyStrategy,
    HandLogLikelihood,
    JoinThreshold,
    JoinThresholds,
    at_least_tricks,
    misere_hand,
)
from tests.families.trio.engine import LEVEL, NO_TRUMP

_LEAST_SAFETY: Final = 0.8  # probability of a misère from which a robot calls it
_HOPE: Final = 1.5  # tricks that the cards of the others may bring
_NO_ANSWER: Final = JoinThreshold(0.0, 0.0, 0.0)  # both defenders always play


def choose_call(view: SeatView, rng: Random) -> Action | None:
    """Return the highest contract the hand is good for; None: pass, or play by habit."""
    if view.stage is not Stage.AUCTION:
        return None
    calls = [call for call in view.legal if isinstance(call, act.Bid) and _is_good(view, call.name)]
    return calls[-1] if calls else act.PASS


def _is_good(view: SeatView, name: str) -> bool:
    hand = int(view.hand)
    if not LEVEL[name]:
        return evaluation.mean_misere_probability(hand) >= _LEAST_SAFETY
    return evaluation.declarer_tricks(hand, NO_TRUMP) >= LEVEL[name] - _HOPE


def _contract(rules: Rules, name: str) -> Contract:
    return Contract(name, 0, LEVEL[name], NO_TRUMP)


def _bid_likelihood(name: str) -> HandLogLikelihood:
    return at_least_tricks(LEVEL[name]) if LEVEL[name] else misere_hand


TRIO: Final = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: False,
        is_fixed=lambda name: True,
        may_take_none=lambda name: not LEVEL[name],
        is_in_tricks=lambda name: bool(LEVEL[name]),
    ),
    bids=BidThresholds(first=4.0, overbid=6.0),
    reasoned_answer=lambda view: view.legal[0],
    join_thresholds={4: JoinThresholds(_NO_ANSWER, _NO_ANSWER)},
    bid_likelihood=_bid_likelihood,
)
