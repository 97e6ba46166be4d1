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
    all_or_nothing,
    contract_of,
    is_game,
    value_of,
)
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.robots.families.balkan import auction, defence, exchange, promises
from bot.robots.families.balkan.standing import standing
from bot.robots.families.mind import Bids, Mind, Names


def call(view: View, rng: Random) -> Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return auction.call(view)
        case Stage.EXCHANGE:
            return exchange.discard(view)
        case Stage.DECLARE:
            return exchange.declare(view)
        case Stage.DEFENCE:
            return defence.answer(view)
        case Stage.PAYING:
            return PAY
        case _:
            return None


def most_tricks(view: View) -> int:
    """Return how many tricks against the declarer count (rules/balkan.md 3.4, 3.5)."""
    assert view.table is not None
    return 1 if all_or_nothing(view.table.declared.name) else 5


def _contract(rules: Rules, name: str) -> Contract:
    return contract_of(name, 0)


def _is_in_tricks(name: str) -> bool:
    return name == GAME or (not is_game(name) and value_of(name) < BETTEL)


BALKAN: Final = Mind(
    call=call,
    names=Names(
        contract=_contract,
        is_step=lambda name: False,  # there is only one number to bid
        is_fixed=lambda name: name != GAME and is_game(name),
        may_take_none=lambda name: value_of(name) <= BETTEL,
        is_in_tricks=_is_in_tricks,
    ),
    bids=Bids(first=3.5, over=3.8),
    reasoned=defence.reasoned,
    quotas=defence.QUOTAS,
    most_tricks=most_tricks,
    bid_tells=promises.bid_tells,
    pass_tells=promises.pass_tells,
    standing=standing,
)
