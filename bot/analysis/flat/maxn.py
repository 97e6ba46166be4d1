"""``bot.analysis.maxn`` on arrays of integers: three players, each wants the fewest tricks.

The outcomes and the positions visited are the same.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bot.analysis.flat.bounds import NOT_FOUND, Bounds
from bot.analysis.flat.constants import CODE_BITS, CODE_COUNT, CODE_MASK, LEAD_SHIFT, LEADER_VOID
from bot.analysis.flat.mid_trick import FlatTrickRules, lowest_bit
from bot.analysis.flat.off_suit import OffSuitWriter
from bot.analysis.flat.proofs import SuitProofs
from bot.analysis.flat.trick_pool import ARRAY_LENGTH, MAX_NUMBERS, trick_pool_of
from bot.analysis.maxn import ONE_TRICK
from bot.analysis.position import Cards, SolverContract
from bot.analysis.search import BudgetSpent
from bot.analysis.trick_tables import FollowingRules

# The outcomes of a position have the same sum of tricks, so two places rank them as the reference
# does: few tricks of one's own, then many of the next place. A call would cost more than the rank.
_WORST: Final[i64] = 1 << 20


@final
class FlatMaxNSearch:
    """Search of positions between two tricks, as keys; owners are places here."""

    def __init__(self, rules: FollowingRules, budget: int) -> None:
        self._pool = trick_pool_of(rules)
        self._proofs = SuitProofs(rules, False, False)
        self._row: vec[i64] = vec[i64]([0] * ARRAY_LENGTH)
        self._off_suit = OffSuitWriter(self._pool, self._proofs, self._row, False)
        self._budget: i64 = budget
        self._nodes: i64 = 0
        # by key: the tricks still to be played, and the one that gave the leader the lead
        self._known = Bounds()
        for place in range(3):
            self._known.put(place << LEAD_SHIFT, ONE_TRICK[place])

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return int(self._nodes)

    def outcome(self, key: int) -> int:
        """Return the outcome of the remaining tricks, as ``bot.analysis.maxn.AllPassOutcome``."""
        self.make_room()
        return int(self.outcome_at(key))

    def make_room(self) -> None:
        """Clear the pool of tricks where it has grown too large."""
        if len(self._pool.numbers) > MAX_NUMBERS:
            self._pool.clear()

    def outcome_at(self, key: i64) -> i64:
        """Return the same for the other flat searches; the pool must have room."""
        one: i64 = 1
        found = self._known.find(key)
        if found == NOT_FOUND:
            found = self._search(key, 0)
        return found - (one << 4 * (key >> LEAD_SHIFT))

    def _search(self, key: i64, at: i64) -> i64:
        """Return the outcome plus one trick for the leader, of a position that is not known.

        The row is free from ``at`` on.
        """
        self._nodes += 1
        if self._nodes > self._budget:
            raise BudgetSpent
        leader = key >> LEAD_SHIFT
        own = 4 * leader
        other = 4 * ((leader + 1) % 3)
        best = _WORST
        outcome = _WORST
        slot: i64 = 0
        while slot < 4:
            code = key >> slot * CODE_BITS & CODE_MASK
            voids = i64(self._proofs.voids[leader * CODE_COUNT + code])
            if voids & LEADER_VOID == 0:
                found = self._best_lead(key, leader, slot, code, voids, at)
                rank = ((found >> own & 15) << 4) - (found >> other & 15)
                if rank < best:
                    best = rank
                    outcome = found
            slot += 1
        one: i64 = 1
        outcome += one << 4 * leader
        self._known.put(key, outcome)
        return outcome

    def _best_lead(self, key: i64, leader: i64, slot: i64, code: i64, voids: i64, at: i64) -> i64:
        """Return the outcome of the best lead in one suit."""
        own = 4 * leader
        other = 4 * ((leader + 1) % 3)
        tree = self._pool.deep_tree(leader, slot, code)
        numbers = self._pool.numbers
        end = at + 2
        if voids == 0:
            self._row[at] = 1
            self._row[at + 1] = 0
        else:
            end = self._off_suit.extras(leader, key, slot, voids, at)
        best = _WORST
        outcome = _WORST
        trees = numbers[tree]
        tree += 1
        while trees > 0:
            found = self._best_second(key, leader, tree + 1, at, end)
            rank = ((found >> own & 15) << 4) - (found >> other & 15)
            if rank < best:
                best = rank
                outcome = found
            tree += 1 + numbers[tree]
            trees -= 1
        return outcome

    def _best_second(self, key: i64, leader: i64, tree: i64, first: i64, end: i64) -> i64:
        """Return the outcome of the second hand's best answer to one lead."""
        numbers = self._pool.numbers
        row = self._row
        own = 4 * ((leader + 1) % 3)
        other = 4 * ((leader + 2) % 3)
        best = _WORST
        outcome = _WORST
        groups = numbers[tree]
        tree += 1
        while groups > 0:
            at = first
            while at < end:
                stop = at + 1 + row[at]
                found = self._best_third(key, leader, tree, at, stop, end)
                rank = ((found >> own & 15) << 4) - (found >> other & 15)
                if rank < best:
                    best = rank
                    outcome = found
                at = stop
            tree += 1 + numbers[tree]
            groups -= 1
        return outcome

    def _best_third(self, key: i64, leader: i64, tree: i64, at: i64, stop: i64, end: i64) -> i64:
        """Return the outcome of the third hand's best card: one group of answers and extras."""
        known = self._known
        numbers = self._pool.numbers
        row = self._row
        own = 4 * ((leader + 2) % 3)
        other = 4 * leader
        best = _WORST
        outcome = _WORST
        last = tree + numbers[tree]
        while at + 1 < stop:
            at += 1
            base = key + row[at]
            leaf = tree
            while leaf < last:
                leaf += 1
                after = base + numbers[leaf]
                found = known.find(after)
                if found == NOT_FOUND:
                    found = self._search(after, end)
                rank = ((found >> own & 15) << 4) - (found >> other & 15)
                if rank < best:
                    best = rank
                    outcome = found
        return outcome


_NONE: Final[i64] = -1


@final
class FlatAllPassTrick:
    """Search of positions in the middle of a trick that no talon card leads, card by card."""

    def __init__(self, search: FlatMaxNSearch, contract: SolverContract) -> None:
        self._search = search
        self._rules = FlatTrickRules(contract, (0, 1, 2), (0, 1, 2, 3))

    def outcome(self, cards: Cards) -> int:
        """Return the outcome of the remaining tricks, as ``bot.analysis.maxn.AllPassOutcome``."""
        assert cards.trick
        assert not cards.talon
        self._search.make_room()
        a, b, c = cards.hands
        second = cards.trick[1] if len(cards.trick) > 1 else -1
        return int(self._best(a, b, c, cards.leader, cards.trick[0], second))

    def _best(self, a: i64, b: i64, c: i64, leader: i64, first: i64, second: i64) -> i64:
        """Return the outcome of the best card of the hand on turn, the first among equals."""
        turn = self._rules.after(leader)
        if second >= 0:
            turn = self._rules.after(turn)
        hand = a if turn == 0 else (b if turn == 1 else c)
        rest = self._rules.distinct(a | b | c, hand, turn, leader, first, second, _NONE, _NONE)
        own = 4 * turn
        other = 4 * ((turn + 1) % 3)
        best = _WORST
        outcome = _WORST
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            card = lowest_bit(bit)
            if turn == 0:
                found = self._after(a ^ bit, b, c, leader, first, second, card)
            elif turn == 1:
                found = self._after(a, b ^ bit, c, leader, first, second, card)
            else:
                found = self._after(a, b, c ^ bit, leader, first, second, card)
            rank = ((found >> own & 15) << 4) - (found >> other & 15)
            if rank < best:
                best = rank
                outcome = found
        return outcome

    def _after(
        self, a: i64, b: i64, c: i64, leader: i64, first: i64, second: i64, card: i64
    ) -> i64:
        """Return the outcome after a card has left its hand, with the trick it completes."""
        if second < 0 and self._rules.full == 3:
            return self._best(a, b, c, leader, first, card)
        if second < 0:
            winner = self._rules.winner(leader, first, card, _NONE, _NONE, False)
        else:
            winner = self._rules.winner(leader, first, second, card, _NONE, False)
        one: i64 = 1
        key = self._rules.key(a, b, c, winner)
        return self._search.outcome_at(key) + (one << 4 * winner)
