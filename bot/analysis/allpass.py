"""A deal that everybody passed: each player wants the fewest tricks (rules/russian.md 3)."""

from bot.analysis.duties import bits, distinct, legal_cards, played, turn_of
from bot.analysis.keys import key_of
from bot.analysis.maxn import TRICK, Everybody, Outcome, likings
from bot.analysis.position import Aim, Cards, Contract, Place
from bot.analysis.solver import ENDLESS, Solver, duties_of
from bot.engine.cards import Card

Tricks = tuple[int, int, int]


def rational_line(
    cards: Cards, contract: Contract, budget: int | None = None
) -> tuple[Tricks, tuple[Card, ...]]:
    """The tricks of each place of those left, and the cards, when each wants the fewest.

    Among outcomes with equally few tricks of his own a player takes the one with the most for
    the next player, then for the third; among cards of the same outcome the lowest.  Several
    rational lines exist, this is one.  Raises BudgetSpent when it would need more nodes.
    """
    line = _Line(contract, ENDLESS if budget is None else budget)
    return _tricks(line.outcome(cards)), tuple(line.cards(cards))


class Rational:
    """``rational_line`` of many positions of one deal, with one table."""

    def __init__(self, contract: Contract, budget: int | None = None) -> None:
        self._line = _Line(contract, ENDLESS if budget is None else budget)

    def tricks(self, cards: Cards) -> Tricks:
        """The tricks of each place of those left."""
        return _tricks(self._line.outcome(cards))


def _tricks(outcome: Outcome) -> Tricks:
    return outcome & 15, outcome >> 4 & 15, outcome >> 8


def at_most(cards: Cards, contract: Contract, place: Place, budget: int | None = None) -> int:
    """The most tricks that the other two together can force on this place."""
    alone = contract._replace(declarer=place, aim=Aim.LEAST)
    return Solver(alone, budget).solve(cards)


class _Line:
    """Card by card where a trick is in progress or a talon card leads, else by keys."""

    def __init__(self, contract: Contract, budget: int) -> None:
        self._contract = contract
        self._everybody = Everybody(duties_of(contract), budget)
        self._known: dict[Cards, Outcome] = {}

    def outcome(self, cards: Cards) -> Outcome:
        if not any(cards.hands):
            return 0
        if not cards.trick and not cards.talon:
            return self._everybody.outcome(key_of(cards, (0, 1, 2), (0, 1, 2, 3)))
        known = self._known.get(cards)
        if known is None:
            liking = likings()[turn_of(cards, self._contract)]
            options = bits(distinct(cards, self._contract))
            known = min((self._after(cards, card) for card in options), key=liking.__getitem__)
            self._known[cards] = known
        return known

    def _after(self, cards: Cards, card: Card) -> Outcome:
        after, winner = played(cards, self._contract, card)
        return self.outcome(after) + (TRICK[winner] if 0 <= winner < 3 else 0)

    def cards(self, cards: Cards) -> list[Card]:
        line = []
        while any(cards.hands):
            liking = likings()[turn_of(cards, self._contract)]
            options = bits(legal_cards(cards, self._contract))
            card = min(options, key=lambda one: (liking[self._after(cards, one)], one))
            line.append(card)
            cards, _ = played(cards, self._contract, card)
        return line
