"""Strategy of robots under Austrian rules (rules/austrian.md 2.2, 2.3).

bidding         auction, discard, contract, after-buy; what bids and passes tell of a hand
defence         join or stay home; offers, answers and calls beside the cards
valuation       value of a contract by expected tricks; the safety of a bettel
"""

from random import Random
from typing import Final

from bot.engine import rules, view
from bot.engine.actions import ANOTHER, FUND, PASS, Action
from bot.engine.deal import Contract, Stage
from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS, contract_of
from bot.engine.families.austrian.options import AustrianOptions
from bot.robots.families.austrian import bidding, defence
from bot.robots.families.strategy import BidThresholds, CallNames, DefenderPriors, FamilyStrategy

_EVENING = 24  # deals after which a robot ends the match


def choose_call(view: view.SeatView, rng: Random) -> Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return bidding.call(view)
        case Stage.EXCHANGE:
            return bidding.discard(view)
        case Stage.DECLARE:
            return bidding.declare(view)
        case Stage.AFTER_BUY:
            return bidding.buy(view)
        case Stage.DEFENCE:
            return defence.answer(view)
        case Stage.NEGOTIATION:
            return defence.answer_offer(view)
        case Stage.PLAY:
            return defence.call_in_play(view)
        case Stage.FUNDING:
            return FUND if view.deals < _EVENING else PASS
        case Stage.ROUND:
            return ANOTHER if view.deals < _EVENING else PASS
        case _:
            return None


def decisive_tricks(view: view.SeatView) -> int:
    """Return how many tricks against the declarer count: one, where there is no trump (C-6)."""
    contract = None if view.table is None else view.table.contract
    return 1 if contract is not None and contract.trump < 0 else 10


def _contract(rules: rules.Rules, name: str) -> Contract:
    return contract_of(name, 0, AustrianOptions.of(rules).suit_order)


def _is_in_tricks(name: str) -> bool:
    return name in NUMBERS or name == HEARTS or name[0] == GAME


AUSTRIAN: Final = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: name in NUMBERS,
        is_fixed=lambda name: name not in NUMBERS,
        may_take_none=lambda name: name in ("5", "6", "7"),
        is_in_tricks=_is_in_tricks,
        declarer_leads=True,
    ),
    bids=BidThresholds(first=3.7, overbid=4.0),
    reasoned_answer=defence.reasoned_answer,
    join_thresholds=defence.JOIN_THRESHOLDS,
    defender_priors=DefenderPriors(
        0.7, 0.1, 0.2
    ),  # a joiner who falls pays like a declarer (T4, T5)
    decisive_tricks=decisive_tricks,
    bid_likelihood=bidding.bid_likelihood,
    pass_likelihood=bidding.pass_likelihood,
    auction_effort=2,
    call_cost=2,  # the plain robot weighs all kinds at once
)
