"""Auction: open bids and sealed games (rules/austrian.md V-1 to V-8, A-1 to A-7).

The first bid binds to its category, so all kinds are weighed at once: with the talon, a suit
without it, and the premium contracts.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import BUY, DISCARDS, NO_ACES, PASS, Action, Bid, Declare, Seal
from bot.engine.cards import Card, Hand
from bot.engine.families.austrian import contracts, options
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation
from bot.robots.families import strategy
from bot.robots.families.austrian import valuation

_LEAST_BID_VALUE: Final = -4.0  # least value of a bid, in tenths of the amount
_CONTESTED_SHARE: Final = 0.7  # share of a number's value that is left when others bid on
_NO_SACRIFICE: Final = -99.0  # a losing contract without trump is no sacrifice bid
_STAKE: Final = 10
_DANGER_WEIGHT: Final = 0.3  # weight of the danger while others may still bid
_AVERAGE_TRICKS: Final = 10 / 3  # tricks a seat takes when everybody avoids them


def call(view: SeatView) -> Action:
    """Return the bid of the highest value, the lowest among equals, else pass."""
    table, prices = view.open_deal, valuation.contract_stakes(view)
    offers: list[tuple[float, int, Action]] = []
    for n, action in enumerate(view.legal):
        if action == act.PASS:
            offers.append((_pass_value(view, table, prices), 1, action))
        else:
            offers.append((_bid_value(view, table, action, prices), -n, action))
    return max(offers)[2]


def _pass_value(view: SeatView, table: DealView, prices: valuation.ContractStakes) -> float:
    """Return the value of a pass, which may lead (for the last caller: leads) to all-pass play."""
    caution = _LEAST_BID_VALUE * prices.amount / 10
    passes = sum(call.action == act.PASS for call in table.calls)
    if passes != len(table.calls) or prices.options.all_pass is not options.AllPassRule.AUSFECHTEN:
        return caution
    danger = _STAKE * (evaluation.unwanted_tricks(int(view.hand)) - _AVERAGE_TRICKS) / 2
    return caution - danger * (1.0 if passes == 2 else _DANGER_WEIGHT)


def _bid_value(
    view: SeatView, table: DealView, action: Action, prices: valuation.ContractStakes
) -> float:
    name = action.name if isinstance(action, Bid | Seal) else _held_number(table)
    hand = int(view.hand)
    if name in contracts.NUMBERS:
        value = value_of_purchase(hand, name, prices)
        return value * _CONTESTED_SHARE if value > 0 else value
    if contracts.is_bought(name):
        value = value_of_purchase(hand, name, prices)
    else:
        value = valuation.best_contract(_possible_contracts(name), valuation.outlook(hand), prices)[
            0
        ]
    is_gamble = name in contracts.PREMIUMS and name != contracts.HEARTS
    return _NO_SACRIFICE if is_gamble and value < 0 else value


def _possible_contracts(name: str) -> tuple[str, ...]:
    """Return the contracts a game may become: S becomes 1X to 3X, S1 becomes 1X."""
    if name[0] != contracts.GAME:
        return (name,)
    return tuple(
        f"{game[1]}X" for game in (contracts.GAME_SUITS if name == contracts.GAME else (name,))
    )


def _held_number(table: DealView) -> str:
    """Return the number that may be held."""
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_purchase(hand: int, name: str, prices: valuation.ContractStakes) -> float:
    """Return the value of the best contract from this bid on, averaged over talons."""
    names = contracts.contracts_from(name, prices.options.top)
    seen = valuation.outlooks(hand)
    return sum(valuation.best_contract(names, each, prices)[0] for each in seen) / len(seen)


# The purchase: discard, contract, and buying the talon after another player's discard.

_LEAST_BUY_VALUE: Final = 1.0  # least value of an after-buy, in tenths of the amount


def discard(view: SeatView) -> Action:
    """Return the discard that leaves the ten cards and the contract of the highest value."""
    table, prices, hand = view.open_deal, valuation.contract_stakes(view), int(view.hand)
    names = contracts.contracts_from(table.declared_contract.name, prices.options.top)

    def promise(pair: tuple[Card, Card]) -> tuple[float, int]:
        """Return the value of the ten cards left; among equals the lower pair goes."""
        low, high = pair
        kept = hand & ~(1 << low | 1 << high)
        value = valuation.best_contract(names, valuation.outlook(kept), prices)[
            0
        ] + valuation.ace_bonus(kept, prices)
        return round(value, 3), -(low & 7) - (high & 7)

    return DISCARDS[max(combinations(tuple(Hand(hand)), 2), key=promise)]


def declare(view: SeatView) -> Action:
    """Return the best legal contract; announcing no aces never costs anything."""
    if NO_ACES in view.legal:
        return NO_ACES
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    return Declare(
        valuation.best_contract(
            names, valuation.outlook(int(view.hand)), valuation.contract_stakes(view)
        )[1]
    )


def buy(view: SeatView) -> Action:
    """Buy the discarded cards if they are worth it, valued like any two cards."""
    table, prices = view.open_deal, valuation.contract_stakes(view)
    name = table.declared_contract.name
    lowest = str(max(5, int(name) + 1))
    value = value_of_purchase(int(view.hand), lowest, prices)
    return BUY if value > _LEAST_BUY_VALUE * prices.amount / 10 else PASS


# Log-likelihoods of a hand given a number, a game or a pass (rules/austrian.md V-1 to V-8).

_TRICKS_FOR_FIRST_BID: Final = 3.6  # tricks for the lowest bid
_GAME: Final = 5.8  # tricks for a game in the best suit
_LOW: Final = ("", "1", "2")  # bids over which a pass is informative


def bid_likelihood(name: str) -> strategy.HandLogLikelihood:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == contracts.HEARTS or name[0] == contracts.GAME:
        return strategy.at_least_tricks(_GAME)
    return (
        strategy.at_least_tricks(_TRICKS_FOR_FIRST_BID)
        if name in contracts.NUMBERS
        else strategy.no_information
    )


def pass_likelihood(high: str) -> strategy.HandLogLikelihood:
    return (
        strategy.at_most_tricks(_TRICKS_FOR_FIRST_BID) if high in _LOW else strategy.no_information
    )
