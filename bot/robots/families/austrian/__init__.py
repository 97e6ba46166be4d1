"""Strategy of robots under Austrian rules (rules/austrian.md 2.2, 2.3).

bidding         auction, discard, contract, after-buy; what bids and passes tell of a hand
defence         join or stay home; offers, answers and calls beside the cards
valuation       value of a contract by expected tricks; the safety of a bettel
"""

from random import Random
from typing import Final

from bot.engine.actions import ANOTHER, FUND, PASS, Action
from bot.engine.deal import Contract, Stage
from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS, contract_of
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.robots.families.austrian import auction, bargain, defence, exchange, promises
from bot.robots.families.mind import Bids, Mind, Names, Others

_EVENING = 24  # deals after which a robot ends the match


def call(view: View, rng: Random) -> Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return auction.call(view)
        case Stage.EXCHANGE:
            return exchange.discard(view)
        case Stage.DECLARE:
            return exchange.declare(view)
        case Stage.AFTER_BUY:
            return exchange.buy(view)
        case Stage.DEFENCE:
            return defence.answer(view)
        case Stage.NEGOTIATION:
            return bargain.answer(view)
        case Stage.PLAY:
            return bargain.remark(view)
        case Stage.FUNDING:
            return FUND if view.deals < _EVENING else PASS
        case Stage.ROUND:
            return ANOTHER if view.deals < _EVENING else PASS
        case _:
            return None


def most_tricks(view: View) -> int:
    """Return how many tricks against the declarer count: one, where there is no trump (C-6)."""
    contract = None if view.table is None else view.table.contract
    return 1 if contract is not None and contract.trump < 0 else 10


def _contract(rules: Rules, name: str) -> Contract:
    return contract_of(name, 0, AustrianOptions.of(rules).suit_order)


def _is_in_tricks(name: str) -> bool:
    return name in NUMBERS or name == HEARTS or name[0] == GAME


AUSTRIAN: Final = Mind(
    call=call,
    names=Names(
        contract=_contract,
        is_step=lambda name: name in NUMBERS,
        is_fixed=lambda name: name not in NUMBERS,
        may_take_none=lambda name: name in ("5", "6", "7"),
        is_in_tricks=_is_in_tricks,
        declarer_leads=True,
    ),
    bids=Bids(first=3.7, over=4.0),
    reasoned=defence.reasoned,
    quotas=defence.QUOTAS,
    others=Others(0.7, 0.1, 0.2),  # a joiner who falls pays like a declarer (T4, T5)
    most_tricks=most_tricks,
    bid_tells=promises.bid_tells,
    pass_tells=promises.pass_tells,
    patience=2,
    labour=2,  # the plain robot weighs all kinds at once
)
