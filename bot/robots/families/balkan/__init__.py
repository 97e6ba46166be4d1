"""Strategy of robots under Balkan rules (rules/balkan.md 2.3-2.9).

bidding         auction, discard, contract; what bids and passes tell of a hand
defence         join, drop, invite, kontra and its answers
valuation       value of a contract by expected tricks; value of open refas
"""

from random import Random
from typing import Final

from bot.engine.actions import PAY, Action
from bot.engine.deal import Contract, Stage
from bot.engine.families.balkan.contracts import (
    BETTEL,
    GAME,
    contract_of,
    is_all_or_nothing,
    is_game,
    value_of,
)
from bot.engine.rules import Rules
from bot.engine.view import SeatView
from bot.robots.families.balkan import bidding, defence
from bot.robots.families.balkan.valuation import match_values
from bot.robots.families.strategy import BidThresholds, CallNames, FamilyStrategy


def choose_call(view: SeatView, rng: Random) -> Action | None:
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
        case Stage.PAYING:
            return PAY
        case _:
            return None


def decisive_tricks(view: SeatView) -> int:
    """Return how many tricks against the declarer count (rules/balkan.md 3.4, 3.5)."""
    return 1 if is_all_or_nothing(view.open_deal.declared_contract.name) else 5


def _contract(rules: Rules, name: str) -> Contract:
    return contract_of(name, 0)


def _is_in_tricks(name: str) -> bool:
    return name == GAME or (not is_game(name) and value_of(name) < BETTEL)


BALKAN: Final = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: False,  # there is only one number to bid
        is_fixed=lambda name: name != GAME and is_game(name),
        may_take_none=lambda name: value_of(name) <= BETTEL,
        is_in_tricks=_is_in_tricks,
    ),
    bids=BidThresholds(first=3.5, overbid=3.8),
    reasoned_answer=defence.reasoned_answer,
    join_thresholds=defence.JOIN_THRESHOLDS,
    decisive_tricks=decisive_tricks,
    bid_likelihood=bidding.bid_likelihood,
    pass_likelihood=bidding.pass_likelihood,
    match_values=match_values,
)
