"""What a deal is worth when everybody plays with all hands open and makes no mistake."""

from collections.abc import Sequence
from typing import Final

from bot.analysis import searches
from bot.analysis.duties import bits, distinct, legal_cards, played
from bot.analysis.inside import tricks_left
from bot.analysis.position import Aim, Cards, Contract, Position
from bot.analysis.search import BudgetSpent
from bot.analysis.searches import Searching
from bot.analysis.trees import Duties
from bot.engine.cards import Card
from bot.engine.tricks import Following

ENDLESS: Final = 1 << 60  # nodes

__all__ = ["BudgetSpent", "Solver", "makes", "move_values", "solve", "solve_many"]


def solve(cards: Cards, contract: Contract) -> int:
    """The tricks the declarer takes of those left, the trick in progress included."""
    return Solver(contract).solve(cards)


def makes(cards: Cards, contract: Contract, k: int) -> bool:
    """Whether the declarer takes at least k of the tricks left (LEAST: at most k)."""
    return Solver(contract).makes(cards, k)


def move_values(position: Position) -> tuple[tuple[Card, int], ...]:
    """Each legal card, and the declarer's tricks of those left after it."""
    return Solver(position.contract).move_values(position.cards)


def solve_many(batch: Sequence[tuple[Cards, Contract]]) -> tuple[int, ...]:
    """The values of many positions, one table for each contract."""
    solvers = {contract: Solver(contract) for _, contract in batch}
    return tuple(solvers[contract].solve(cards) for cards, contract in batch)


class Solver:
    """Many positions of one contract, with one table.

    ``nodes`` counts the positions that had to be searched; a question that would take it beyond
    ``budget`` raises BudgetSpent, and what was learnt until then is kept.  ``search`` is, unless it
    is named, the fastest there is.
    """

    def __init__(
        self,
        contract: Contract,
        budget: int | None = None,
        search: type[Searching] | None = None,
    ) -> None:
        self.contract = contract
        self._least = contract.aim is Aim.LEAST
        limit = ENDLESS if budget is None else budget
        trumps, two_handed = contract.trump >= 0, contract.out >= 0
        chosen = search or searches.fastest()
        self._search = chosen(duties_of(contract), trumps, two_handed, limit)
        self._reaches = searches.inside(self._search, contract).reaches

    @property
    def nodes(self) -> int:
        return self._search.nodes

    def forget(self) -> None:
        """Drop what was learnt (a table that has grown too large goes by itself)."""
        self._search.forget()

    def solve(self, cards: Cards) -> int:
        """The declarer's tricks of those left."""
        return self._value(cards, self._guess(cards))

    def makes(self, cards: Cards, k: int) -> bool:
        """MOST: at least k of those left; LEAST: at most k."""
        return self._reaches(cards, k)

    def move_values(self, cards: Cards) -> tuple[tuple[Card, int], ...]:
        """Each legal card in order, and the declarer's tricks of those left after it.

        A trick that the card completes counts among them.
        """
        guess, value = self._guess(cards), 0
        different = distinct(cards, self.contract)
        values: list[tuple[Card, int]] = []
        for card in bits(legal_cards(cards, self.contract)):
            if different >> card & 1:
                after, winner = played(cards, self.contract, card)
                won = int(winner == self.contract.declarer)
                guess = value = self._value(after, guess - won) + won
            values.append((card, value))
        return tuple(values)

    def holding(self, cards: Cards, k: int) -> tuple[Card, ...]:
        """The legal cards after which the declarer still reaches ``makes(cards, k)``."""
        different, holds = distinct(cards, self.contract), False
        found = []
        for card in bits(legal_cards(cards, self.contract)):
            if different >> card & 1:
                after, winner = played(cards, self.contract, card)
                holds = self._reaches(after, k - (winner == self.contract.declarer))
            if holds:
                found.append(card)
        return tuple(found)

    def _guess(self, cards: Cards) -> int:
        """About what the declarer takes: his trumps, and what cannot be beaten beside them."""
        left = tricks_left(cards, self.contract)
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

    def _value(self, cards: Cards, guess: int) -> int:
        """The value, found by walking the target from a guess."""
        left = tricks_left(cards, self.contract)
        target = min(max(guess, 0), left)
        step = -1 if self._least else 1
        if self._reaches(cards, target):
            while 0 <= target + step <= left and self._reaches(cards, target + step):
                target += step
            return target
        while not self._reaches(cards, target - step):
            target -= step
        return target - step


def duties_of(contract: Contract) -> Duties:
    """What of a contract the tables of tricks depend on."""
    return Duties(
        overtake=contract.following is not Following.SUIT,
        freely=contract.following is Following.OVERTAKE_FREELY,
        bound=contract.bound >= 0,
        least=contract.aim is Aim.LEAST,
    )
