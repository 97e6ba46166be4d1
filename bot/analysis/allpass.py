"""Solver for all-pass deals: each player wants the fewest tricks (rules/russian.md 3).

Beside a dummy that plays by its rule (2.11) each of the two players wants fewer than the other.
"""

from typing import Final

from bot.analysis import searches
from bot.analysis.duties import bits, distinct, legal_cards, played, turn_of
from bot.analysis.keys import key_of
from bot.analysis.maxn import TRICK, Outcome, likings, rivalries
from bot.analysis.position import Aim, Cards, Contract, Place
from bot.analysis.search import BudgetSpent
from bot.analysis.solver import ENDLESS, Solver, duties_of
from bot.engine.cards import Card

Tricks = tuple[int, int, int]


def rational_line(
    cards: Cards, contract: Contract, budget: int | None = None
) -> tuple[Tricks, tuple[Card, ...]]:
    """Return each place's share of the remaining tricks, and the cards of one rational line.

    Among outcomes with equally few own tricks a player takes the one with the most for the next
    player, then for the third; among cards of the same outcome the lowest.  Several rational
    lines exist, this is one.  Raises BudgetSpent when it would need more nodes.
    """
    line = _Line(contract, ENDLESS if budget is None else budget)
    return _tricks(line.outcome(cards)), tuple(line.cards(cards))


class Rational:
    """Rational outcomes of many positions of one deal, with one shared table."""

    def __init__(self, contract: Contract, budget: int | None = None) -> None:
        self._line = _Line(contract, ENDLESS if budget is None else budget)

    def tricks(self, cards: Cards) -> Tricks:
        """Return each place's share of the remaining tricks."""
        return _tricks(self._line.outcome(cards))


def _tricks(outcome: Outcome) -> Tricks:
    return outcome & 15, outcome >> 4 & 15, outcome >> 8


def at_most(cards: Cards, contract: Contract, place: Place, budget: int | None = None) -> int:
    """Return the most tricks that the other two together can force on this place."""
    alone = contract._replace(declarer=place, aim=Aim.LEAST)
    return Solver(alone, budget).solve(cards)


_CARD_BY_CARD: Final = 4  # nodes charged for a trick that is searched card by card


class _Line:
    """Search card by card during a trick or under a talon card, else by keys.

    A dummy's rule depends on ranks, which no key holds: deals with one are searched card by card.
    """

    def __init__(self, contract: Contract, budget: int) -> None:
        self._contract, self._budget = contract, budget
        self._has_dummy = contract.dummy >= 0
        self._likings = rivalries(contract.dummy) if self._has_dummy else likings()
        self._everybody = searches.everybody()(duties_of(contract), budget)
        self._known: dict[Cards | tuple[int, int], Outcome] = {}

    def outcome(self, cards: Cards) -> Outcome:
        if not any(cards.hands):
            return 0
        if cards.trick or cards.talon:
            return self._looked_up(cards, cards)
        key = key_of(cards, (0, 1, 2), (0, 1, 2, 3))
        if self._has_dummy:
            return self._looked_up((key, cards.hands[self._contract.dummy]), cards)
        return self._everybody.outcome(key)

    def _looked_up(self, key: Cards | tuple[int, int], cards: Cards) -> Outcome:
        known = self._known.get(key)
        if known is None:
            if self._has_dummy and len(self._known) * _CARD_BY_CARD > self._budget:
                raise BudgetSpent
            liking = self._likings[turn_of(cards, self._contract)]
            options = bits(distinct(cards, self._contract))
            known = min((self._after(cards, card) for card in options), key=liking.__getitem__)
            self._known[key] = known
        return known

    def _after(self, cards: Cards, card: Card) -> Outcome:
        after, winner = played(cards, self._contract, card)
        return self.outcome(after) + (TRICK[winner] if 0 <= winner < 3 else 0)

    def cards(self, cards: Cards) -> list[Card]:
        line = []
        while any(cards.hands):
            liking = self._likings[turn_of(cards, self._contract)]
            options = bits(legal_cards(cards, self._contract))
            card = min(options, key=lambda one: (liking[self._after(cards, one)], one))
            line.append(card)
            cards, _ = played(cards, self._contract, card)
        return line
