"""Strategy of robots under Russian rules (rules/russian.md 2.4-2.6).

bidding         auction, discard, contract; what bids and passes tell of a hand
defence         whist, half-whist or pass
valuation       value of a contract by expected tricks
"""

from random import Random
from typing import Final

from bot.engine import actions, rules, view
from bot.engine.deal import Contract, Stage
from bot.engine.families.russian.contracts import LEVEL, level_and_trump
from bot.robots.families.russian import bidding, defence
from bot.robots.families.strategy import BidThresholds, CallNames, FamilyStrategy


def choose_call(view: view.SeatView, rng: Random) -> actions.Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return bidding.call(view)
        case Stage.EXCHANGE:
            return bidding.discard(view)
        case Stage.DECLARE:
            return bidding.declare(view)
        case Stage.DEFENCE:
            return defence.answer(view)
        case _:
            return None


def _contract(rules: rules.Rules, name: str) -> Contract:
    return Contract(name, 0, *level_and_trump(name))


RUSSIAN: Final = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: name in LEVEL,
        is_fixed=lambda name: name not in LEVEL,
        may_take_none=lambda name: False,
        is_in_tricks=lambda name: name in LEVEL,
    ),
    bids=BidThresholds(first=4.1, overbid=4.6),
    reasoned_answer=defence.reasoned_answer,
    join_thresholds=defence.JOIN_THRESHOLDS,
    bid_likelihood=bidding.bid_likelihood,
    pass_likelihood=bidding.pass_likelihood,
    declares_highest=True,
    trick_overestimate={6: 0.3, 7: 0.1, 8: 0.1, 9: 0.1},
    bid_caution=2.5,  # the plain robot bids well
)
