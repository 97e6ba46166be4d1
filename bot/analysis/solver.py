"""Double-dummy solver: the value of a position under perfect play with open hands."""

from collections.abc import Sequence
from typing import Final

from bot.analysis import mid_trick, position, search_backend, trick_tables
from bot.analysis.search import BudgetSpent
from bot.engine.cards import Card, FollowRule

UNLIMITED: Final = 1 << 60  # nodes

__all__ = ["BudgetSpent", "Solver", "makes", "move_values", "solve", "solve_many"]


def solve(cards: position.Cards, contract: position.SolverContract) -> int:
    """Return the declarer's share of the remaining tricks, the one in progress included."""
    return Solver(contract).solve(cards)


def makes(cards: position.Cards, contract: position.SolverContract, k: int) -> bool:
    """True if the declarer takes at least k of the tricks left (LEAST: at most k)."""
    return Solver(contract).makes(cards, k)


def move_values(position: position.Position) -> tuple[tuple[Card, int], ...]:
    """Return each legal card with the declarer's share of the tricks left after it."""
    return Solver(position.contract).move_values(position.cards)


def solve_many(batch: Sequence[tuple[position.Cards, position.SolverContract]]) -> tuple[int, ...]:
    """Return the values of many positions, with one table for each contract."""
    solvers = {contract: Solver(contract) for _, contract in batch}
    return tuple(solvers[contract].solve(cards) for cards, contract in batch)


class Solver:
    """Solver for many positions of one contract, with one transposition table.

    ``nodes`` counts the searched positions; a query that would take it beyond ``budget`` raises
    BudgetSpent, and the table keeps its entries.  ``search`` defaults to the fastest backend.
    """

    def __init__(
        self,
        contract: position.SolverContract,
        budget: int | None = None,
        search: type[search_backend.TargetSearch] | None = None,
    ) -> None:
        self.contract = contract
        self._least = contract.aim is position.Aim.LEAST
        limit = UNLIMITED if budget is None else budget
        trumps, two_handed = contract.trump >= 0, contract.out >= 0
        chosen = search or search_backend.fastest_search()
        self._search = chosen(following_rules(contract), trumps, two_handed, limit)
        self._reaches = search_backend.position_search(self._search, contract).reaches

    @property
    def nodes(self) -> int:
        return self._search.nodes

    def clear(self) -> None:
        """Clear the table (one that has grown too large is cleared automatically)."""
        self._search.clear()

    def solve(self, cards: position.Cards) -> int:
        """Return the declarer's share of the remaining tricks."""
        return self._value(cards, self._guess(cards))

    def makes(self, cards: position.Cards, k: int) -> bool:
        """True if the declarer takes at least k of the tricks left (LEAST: at most k)."""
        return self._reaches(cards, k)

    def move_values(self, cards: position.Cards) -> tuple[tuple[Card, int], ...]:
        """Return each legal card in order, with the declarer's share of the tricks left.

        A trick that the card completes is included.
        """
        guess, value = self._guess(cards), 0
        different = position.distinct_cards(cards, self.contract)
        values: list[tuple[Card, int]] = []
        for card in position.cards_in(position.legal_cards(cards, self.contract)):
            if different >> card & 1:
                after, winner = position.play_card(cards, self.contract, card)
                won = int(winner == self.contract.declarer)
                guess = value = self._value(after, guess - won) + won
            values.append((card, value))
        return tuple(values)

    def holding_cards(self, cards: position.Cards, k: int) -> tuple[Card, ...]:
        """Return the legal cards after which ``makes(cards, k)`` still holds."""
        different, holds = position.distinct_cards(cards, self.contract), False
        found = []
        for card in position.cards_in(position.legal_cards(cards, self.contract)):
            if different >> card & 1:
                after, winner = position.play_card(cards, self.contract, card)
                holds = self._reaches(after, k - (winner == self.contract.declarer))
            if holds:
                found.append(card)
        return tuple(found)

    def _guess(self, cards: position.Cards) -> int:
        """Estimate the declarer's tricks: own trumps, and unbeatable cards of side suits."""
        left = mid_trick.tricks_left(cards, self.contract)
        if self._least:
            return left // 4
        hands, declarer, tricks = cards.hands, self.contract.declarer, 0
        others = (hands[0] | hands[1] | hands[2]) ^ hands[declarer]
        for suit in range(4):
            own = hands[declarer] >> 8 * suit & 0xFF
            if suit != self.contract.trump:
                own >>= (others >> 8 * suit & 0xFF).bit_length()
            tricks += own.bit_count()
        return min(tricks, left)

    def _value(self, cards: position.Cards, guess: int) -> int:
        """Return the value by moving the target step by step from a guess."""
        left = mid_trick.tricks_left(cards, self.contract)
        target = min(max(guess, 0), left)
        step = -1 if self._least else 1
        if self._reaches(cards, target):
            while 0 <= target + step <= left and self._reaches(cards, target + step):
                target += step
            return target
        while not self._reaches(cards, target - step):
            target -= step
        return target - step


def following_rules(contract: position.SolverContract) -> trick_tables.FollowingRules:
    """Return the part of a contract on which the trick tables depend."""
    return trick_tables.FollowingRules(
        overtake=contract.following is not FollowRule.SUIT,
        may_discard=contract.following is FollowRule.OVERTAKE_FREELY,
        bound=contract.bound >= 0,
        least=contract.aim is position.Aim.LEAST,
    )
