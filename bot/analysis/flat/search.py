"""``bot.analysis.search`` on arrays of integers: the same queries, the same positions.

All nested queries share one long array: a query writes the order of the suits and the extras of
the suit it tries, and the next query writes behind them.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bot.analysis.flat.bounds import NOT_FOUND, Bounds
from bot.analysis.flat.constants import (
    CANNOT_LEAD,
    CODE_BITS,
    CODE_COUNT,
    CODE_MASK,
    DECLARER_LEADS,
    LEAD_SHIFT,
)
from bot.analysis.flat.off_suit import OffSuitWriter
from bot.analysis.flat.proofs import SuitProofs
from bot.analysis.flat.trick_pool import ARRAY_LENGTH, MAX_NUMBERS, trick_pool_of
from bot.analysis.search import MAX_BOUNDS, BudgetSpent
from bot.analysis.trick_tables import FollowingRules


@final
class FlatSearch:
    """Search of positions between two tricks, as keys, with one table of bounds."""

    def __init__(self, rules: FollowingRules, trumps: bool, two_handed: bool, budget: int) -> None:
        self._pool = trick_pool_of(rules)
        self._proofs = SuitProofs(rules, trumps, two_handed)
        self._row: vec[i64] = vec[i64]([0] * ARRAY_LENGTH)
        self._off_suit = OffSuitWriter(self._pool, self._proofs, self._row, trumps)
        self._bounds = Bounds()
        self._least: bool = rules.least
        self._budget: i64 = budget
        self._nodes: i64 = 0

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return int(self._nodes)

    def clear(self) -> None:
        """Clear the table of bounds."""
        self._bounds.clear()

    def reaches(self, key: int, target: int, left: int) -> bool:
        """True if the declarer takes at least ``target`` of ``left`` tricks (LEAST: at most)."""
        if self._bounds.used > MAX_BOUNDS:
            self._bounds.clear()
        if len(self._pool.numbers) > MAX_NUMBERS:
            self._pool.clear()
        return self._search(key, target, left, 0)

    def _search(self, key: i64, target: i64, left: i64, at: i64) -> bool:
        """Search a position; the row is free from ``at`` on."""
        least = self._least
        if least:
            if target >= left or target < 0:
                return target >= 0
        elif target <= 0 or target > left:
            return target <= 0
        bounds = self._bounds.find(key)
        known = bounds != NOT_FOUND
        if not known:
            bounds = self._proofs.bounds(key, left)
        low = bounds >> 4
        high = bounds & 15
        within = target + 1 if least else target  # tricks that would be enough to decide
        if low >= within or high < within:
            if not known:
                self._bounds.put(key, bounds)
            return low >= within if not least else high < within
        self._nodes += 1
        if self._nodes > self._budget:
            raise BudgetSpent
        reached = self._try_leads(key, target, left - 1, at)
        if reached != least:
            low = within
        else:
            high = within - 1
        self._bounds.put(key, low << 4 | high)
        return reached

    def _try_leads(self, key: i64, target: i64, left: i64, at: i64) -> bool:
        """Try the leads suit by suit; ``left`` tricks follow this one."""
        row = self._row
        leader = key >> LEAD_SHIFT
        self._proofs.order(key, row, at)
        first = at + 4
        while at < first:
            if row[at] > CANNOT_LEAD:
                break
            slot = row[at] & 3
            at += 1
            code = key >> slot * CODE_BITS & CODE_MASK
            voids = i64(self._proofs.voids[leader * CODE_COUNT + code])
            end = first + 2
            if voids == 0:
                tree = self._pool.tree(leader, slot, code, 0)
                row[first] = 1
                row[first + 1] = 0
            else:
                ruffed = self._off_suit.first_ruff(leader, key, slot, voids)
                tree = self._pool.tree(leader, slot, code, ruffed)
                end = self._off_suit.extras(leader, key, slot, voids, first)
            if leader == 0:
                if self._declarer_leads(key, target, left, tree, first, end):
                    self._proofs.record_cutoff(0, slot)
                    return True
            elif leader == 1:
                if not self._next_leads(key, target, left, tree, first, end):
                    self._proofs.record_cutoff(1, slot)
                    return False
            elif not self._last_leads(key, target, left, tree, first, end):
                self._proofs.record_cutoff(2, slot)
                return False
        return leader != 0

    # The three loops over a trick differ in how the choices of the sides are nested.  Answers in
    # the suit are in the pool from ``tree`` on, extras in the row from ``first`` to ``end``.

    def _declarer_leads(
        self, key: i64, target: i64, left: i64, tree: i64, first: i64, end: i64
    ) -> bool:
        """True if some lead in the suit is good against every answer."""
        numbers = self._pool.numbers
        groups = numbers[tree]
        tree += 1
        while groups > 0:
            if self._all_good(key, target, left, tree, first, end):
                return True
            tree += 1 + numbers[tree]
            groups -= 1
        return False

    def _all_good(self, key: i64, target: i64, left: i64, tree: i64, first: i64, end: i64) -> bool:
        """True if every answer of one group, with every extra, is good for the declarer."""
        row = self._row
        at = first
        while at < end:
            stop = at + 1 + row[at]
            if not self._none_fails(key, target, left, tree, at, stop, end):
                return False
            at = stop
        return True

    def _none_fails(
        self, key: i64, target: i64, left: i64, tree: i64, at: i64, stop: i64, end: i64
    ) -> bool:
        """True if all answers of one group with one group of extras are good for the declarer."""
        row = self._row
        numbers = self._pool.numbers
        last = tree + numbers[tree]
        while at + 1 < stop:
            at += 1
            base = key + row[at]
            leaf = tree
            while leaf < last:
                leaf += 1
                child = base + numbers[leaf]
                wins = child < DECLARER_LEADS
                if not self._search(child, target - 1 if wins else target, left, end):
                    return False
        return True

    def _one_is_good(
        self, key: i64, target: i64, left: i64, tree: i64, at: i64, stop: i64, end: i64
    ) -> bool:
        """True if some answer of one group with one group of extras is good for the declarer."""
        row = self._row
        numbers = self._pool.numbers
        last = tree + numbers[tree]
        while at + 1 < stop:
            at += 1
            base = key + row[at]
            leaf = tree
            while leaf < last:
                leaf += 1
                child = base + numbers[leaf]
                wins = child < DECLARER_LEADS
                if self._search(child, target - 1 if wins else target, left, end):
                    return True
        return False

    def _next_leads(
        self, key: i64, target: i64, left: i64, tree: i64, first: i64, end: i64
    ) -> bool:
        """True if the declarer has a good answer to every lead and card of the second hand."""
        row = self._row
        numbers = self._pool.numbers
        groups = numbers[tree]
        tree += 1
        while groups > 0:
            at = first
            while at < end:
                stop = at + 1 + row[at]
                if not self._one_is_good(key, target, left, tree, at, stop, end):
                    return False
                at = stop
            tree += 1 + numbers[tree]
            groups -= 1
        return True

    def _last_leads(
        self, key: i64, target: i64, left: i64, tree: i64, first: i64, end: i64
    ) -> bool:
        """True if to every lead the declarer has an answer good against the third hand."""
        numbers = self._pool.numbers
        trees = numbers[tree]
        tree += 1
        while trees > 0:
            if not self._declarer_answers(key, target, left, tree + 1, first, end):
                return False
            tree += 1 + numbers[tree]
            trees -= 1
        return True

    def _declarer_answers(
        self, key: i64, target: i64, left: i64, tree: i64, first: i64, end: i64
    ) -> bool:
        """True if some card of the declarer is good whatever the third hand plays."""
        row = self._row
        numbers = self._pool.numbers
        groups = numbers[tree]
        tree += 1
        while groups > 0:
            at = first
            while at < end:
                stop = at + 1 + row[at]
                if self._none_fails(key, target, left, tree, at, stop, end):
                    return True
                at = stop
            tree += 1 + numbers[tree]
            groups -= 1
        return False
