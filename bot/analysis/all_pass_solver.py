"""Solver for all-pass deals: each player wants the fewest tricks (rules/russian.md 3).

Beside a dummy that plays by its rule (2.11) each of the two players wants fewer than the other.
"""

from typing import Final

from bot.analysis import keys, position, search, search_backend, solver
from bot.analysis.maxn import ONE_TRICK, AllPassOutcome, preferences, rival_preferences
from bot.engine.cards import Card

PlaceTricks = tuple[int, int, int]


def rational_line(
    cards: position.Cards, contract: position.SolverContract, budget: int | None = None
) -> tuple[PlaceTricks, tuple[Card, ...]]:
    """Return each place's share of the remaining tricks, and the cards of one rational line.

    Among outcomes with equally few own tricks a player takes the one with the most for the next
    player, then for the third; among cards of the same outcome the lowest.  Several rational
    lines exist, this is one.  Raises BudgetSpent when it would need more nodes.
    """
    line = _LineSearch(contract, solver.UNLIMITED if budget is None else budget)
    return _unpack(line.outcome(cards)), tuple(line.cards(cards))


class AllPassSolver:
    """Rational outcomes of many positions of one deal, with one shared table.

    ``search`` defaults to the fastest backend.
    """

    def __init__(
        self,
        contract: position.SolverContract,
        budget: int | None = None,
        search: type[search_backend.AllPassSearch] | None = None,
    ) -> None:
        limit = solver.UNLIMITED if budget is None else budget
        self._line = _LineSearch(contract, limit, search)

    def tricks(self, cards: position.Cards) -> PlaceTricks:
        """Return each place's share of the remaining tricks."""
        return _unpack(self._line.outcome(cards))


def _unpack(outcome: AllPassOutcome) -> PlaceTricks:
    return outcome & 15, outcome >> 4 & 15, outcome >> 8


def max_forced_tricks(
    cards: position.Cards,
    contract: position.SolverContract,
    place: position.Place,
    budget: int | None = None,
) -> int:
    """Return the most tricks that the other two together can force on this place."""
    alone = contract._replace(declarer=place, aim=position.Aim.LEAST)
    return solver.Solver(alone, budget).solve(cards)


_CARD_BY_CARD: Final = 4  # nodes charged for a trick that is searched card by card


class _LineSearch:
    """Search card by card during a trick or under a talon card, else by keys.

    A dummy's rule depends on ranks, which no key holds: deals with one are searched card by card.
    """

    def __init__(
        self,
        contract: position.SolverContract,
        budget: int,
        search: type[search_backend.AllPassSearch] | None = None,
    ) -> None:
        self._contract, self._budget = contract, budget
        self._has_dummy = contract.dummy >= 0
        self._preferences = rival_preferences(contract.dummy) if self._has_dummy else preferences()
        chosen = search or search_backend.all_pass_search()
        self._max_n = chosen(solver.following_rules(contract), budget)
        self._in_trick = search_backend.all_pass_trick_search(self._max_n, contract)
        self._known: dict[position.Cards | tuple[int, int], AllPassOutcome] = {}

    def outcome(self, cards: position.Cards) -> AllPassOutcome:
        if not any(cards.hands):
            return 0
        if cards.trick and not cards.talon and self._in_trick is not None:
            return self._in_trick.outcome(cards)
        if cards.trick or cards.talon:
            return self._search(cards, cards)
        key = keys.key_of(cards, (0, 1, 2), (0, 1, 2, 3))
        if self._has_dummy:
            return self._search((key, cards.hands[self._contract.dummy]), cards)
        return self._max_n.outcome(key)

    def _search(
        self, key: position.Cards | tuple[int, int], cards: position.Cards
    ) -> AllPassOutcome:
        known = self._known.get(key)
        if known is None:
            if self._has_dummy and len(self._known) * _CARD_BY_CARD > self._budget:
                raise search.BudgetSpent
            liking = self._preferences[position.turn_of(cards, self._contract)]
            options = position.cards_in(position.distinct_cards(cards, self._contract))
            known = min((self._after(cards, card) for card in options), key=liking.__getitem__)
            self._known[key] = known
        return known

    def _after(self, cards: position.Cards, card: Card) -> AllPassOutcome:
        after, winner = position.play_card(cards, self._contract, card)
        return self.outcome(after) + (ONE_TRICK[winner] if 0 <= winner < 3 else 0)

    def cards(self, cards: position.Cards) -> list[Card]:
        line = []
        while any(cards.hands):
            liking = self._preferences[position.turn_of(cards, self._contract)]
            options = position.cards_in(position.legal_cards(cards, self._contract))
            card = min(options, key=lambda one: (liking[self._after(cards, one)], one))
            line.append(card)
            cards, _ = position.play_card(cards, self._contract, card)
        return line
