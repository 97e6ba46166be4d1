"""Auction: open bids and sealed games (rules/austrian.md V-1 to V-8, A-1 to A-7).

The first bid binds to its category, so all kinds are weighed at once: with the talon, a suit
without it, and the premium contracts.
"""

from functools import lru_cache
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Bid, Seal
from bot.engine.families.austrian.contracts import (
    GAME,
    GAME_SUITS,
    HEARTS,
    NUMBERS,
    PREMIUMS,
    contracts_from,
    is_bought,
)
from bot.engine.families.austrian.options import AllPassRule
from bot.engine.view import DealView, View
from bot.robots import worth
from bot.robots.families.austrian.value import (
    ContractStakes,
    best_contract,
    contract_stakes,
    outlook,
    outlooks,
)

_LEAST_BID_VALUE: Final = -4.0  # least value of a bid, in tenths of the amount
_CONTESTED_SHARE: Final = 0.7  # share of a number's value that is left when others bid on
_NO_SACRIFICE: Final = -99.0  # a losing contract without trump is no sacrifice bid
_STAKE: Final = 10
_DANGER_WEIGHT: Final = 0.3  # weight of the danger while others may still bid
_AVERAGE_TRICKS: Final = 10 / 3  # tricks a seat takes when everybody avoids them


def call(view: View) -> Action:
    """Return the bid of the highest value, the lowest among equals, else pass."""
    table, prices = view.table, contract_stakes(view)
    assert table is not None
    offers: list[tuple[float, int, Action]] = []
    for n, action in enumerate(view.legal):
        if action == act.PASS:
            offers.append((_pass_value(view, table, prices), 1, action))
        else:
            offers.append((_bid_value(view, table, action, prices), -n, action))
    return max(offers)[2]


def _pass_value(view: View, table: DealView, prices: ContractStakes) -> float:
    """Return the value of a pass, which may lead (for the last caller: leads) to all-pass play."""
    caution = _LEAST_BID_VALUE * prices.amount / 10
    passes = sum(call.action == act.PASS for call in table.calls)
    if passes != len(table.calls) or prices.options.all_pass is not AllPassRule.AUSFECHTEN:
        return caution
    danger = _STAKE * (worth.unwanted_tricks(int(view.hand)) - _AVERAGE_TRICKS) / 2
    return caution - danger * (1.0 if passes == 2 else _DANGER_WEIGHT)


def _bid_value(view: View, table: DealView, action: Action, prices: ContractStakes) -> float:
    name = action.name if isinstance(action, Bid | Seal) else _held_number(table)
    hand = int(view.hand)
    if name in NUMBERS:
        value = value_of_purchase(hand, name, prices)
        return value * _CONTESTED_SHARE if value > 0 else value
    if is_bought(name):
        value = value_of_purchase(hand, name, prices)
    else:
        value = best_contract(_possible_contracts(name), outlook(hand), prices)[0]
    is_gamble = name in PREMIUMS and name != HEARTS
    return _NO_SACRIFICE if is_gamble and value < 0 else value


def _possible_contracts(name: str) -> tuple[str, ...]:
    """Return the contracts a game may become: S becomes 1X to 3X, S1 becomes 1X."""
    if name[0] != GAME:
        return (name,)
    return tuple(f"{game[1]}X" for game in (GAME_SUITS if name == GAME else (name,)))


def _held_number(table: DealView) -> str:
    """Return the number that may be held."""
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_purchase(hand: int, name: str, prices: ContractStakes) -> float:
    """Return the value of the best contract from this bid on, averaged over talons."""
    names = contracts_from(name, prices.options.top)
    seen = outlooks(hand)
    return sum(best_contract(names, each, prices)[0] for each in seen) / len(seen)
