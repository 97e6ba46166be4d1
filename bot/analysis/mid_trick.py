"""Search of positions in the middle of a trick: card by card to its end, then by keys.

This is the reference; ``bot.analysis.flat.mid_trick`` asks the same questions in the same order.
"""

from typing import Protocol

from bot.analysis.keys import TRUMP_SLOT, key_of
from bot.analysis.position import (
    Aim,
    Cards,
    Place,
    SolverContract,
    cards_in,
    distinct_cards,
    play_card,
    turn_of,
)


class KeySearch(Protocol):
    """A search of positions between two tricks."""

    def reaches(self, key: int, target: int, left: int) -> bool: ...


class MidTrickSearch:
    """Search of any position of one contract."""

    def __init__(self, search: KeySearch, contract: SolverContract) -> None:
        self._search, self._contract = search, contract
        self._least = contract.aim is Aim.LEAST
        self._owners = place_owners(contract)
        self._suits = key_suits(contract.trump)

    def reaches(self, cards: Cards, target: int) -> bool:
        """True if the declarer takes at least ``target`` of the tricks left (LEAST: at most)."""
        contract, left = self._contract, tricks_left(cards, self._contract)
        if target < 0 or target >= left:
            if self._least or target < 0:
                return self._least == (target >= 0)
            if target > left or left == 0:
                return target <= 0
        if not cards.trick and not cards.talon:
            return self._search.reaches(key_of(cards, self._owners, self._suits), target, left)
        wants = turn_of(cards, contract) == contract.declarer
        for card in cards_in(distinct_cards(cards, contract)):
            after, winner = play_card(cards, contract, card)
            if self.reaches(after, target - (winner == contract.declarer)) == wants:
                return wants
        return not wants


def tricks_left(cards: Cards, contract: SolverContract) -> int:
    """Return the number of tricks still to be taken, the one in progress included."""
    return cards.hands[turn_of(cards, contract)].bit_count()


def place_owners(contract: SolverContract) -> tuple[int, int, int]:
    """Return the owner at each place: 0 the declarer, 1 the next active player, 2 the other."""
    first, second, third = (_owner(place, contract) for place in range(3))
    return first, second, third


def _owner(place: Place, contract: SolverContract) -> int:
    steps = (place - contract.declarer) % 3
    return 1 if steps == 2 and contract.out == (contract.declarer + 1) % 3 else steps


def key_suits(trump: int) -> tuple[int, int, int, int]:
    """Return the suits by their place in a key."""
    if trump < 0:
        return 0, 1, 2, 3
    first, second, third = (suit for suit in range(4) if suit != trump)
    assert TRUMP_SLOT == 3  # the slot of the trumps is the last one
    return first, second, third, trump
