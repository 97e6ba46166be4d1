"""Strategy of robots under Balkan rules (rules/balkan.md 2.3-2.9).

bidding         auction, discard, contract; what bids and passes tell of a hand
defence         join, drop, invite, kontra and its answers
valuation       value of a contract by expected tricks; value of open refas
"""

from random import Random
from typing import Final

from bot.engine import actions, rules, view
from bot.engine.deal import Contract, Stage
from bot.engine.families.balkan import contracts
from bot.robots.families.balkan import bidding, defence, valuation
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
        case Stage.PAYING:
            return actions.PAY
        case _:
            return None


def decisive_tricks(view: view.SeatView) -> int:
    """Return how many tricks against the declarer count (rules/balkan.md 3.4, 3.5)."""
    return 1 if contracts.is_all_or_nothing(view.open_deal.declared_contract.name) else 5


def _contract(rules: rules.Rules, name: str) -> Contract:
    return contracts.contract_of(name, 0)


def _is_in_tricks(name: str) -> bool:
    return name == contracts.GAME or (
        not contracts.is_game(name) and contracts.value_of(name) < contracts.BETTEL
    )


BALKAN: Final = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: False,  # there is only one number to bid
        is_fixed=lambda name: name != contracts.GAME and contracts.is_game(name),
        may_take_none=lambda name: contracts.value_of(name) <= contracts.BETTEL,
        is_in_tricks=_is_in_tricks,
    ),
    bids=BidThresholds(first=3.5, overbid=3.8),
    reasoned_answer=defence.reasoned_answer,
    join_thresholds=defence.JOIN_THRESHOLDS,
    decisive_tricks=decisive_tricks,
    bid_likelihood=bidding.bid_likelihood,
    pass_likelihood=bidding.pass_likelihood,
    match_values=valuation.match_values,
)
