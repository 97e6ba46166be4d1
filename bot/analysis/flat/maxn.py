"""``bot.analysis.maxn`` on arrays of integers: the same outcomes, the same positions."""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bot.analysis.flat.beside import Beside
from bot.analysis.flat.bounds import NOTHING, Bounds
from bot.analysis.flat.constants import CODES, LEAD, MASK, NONE_TO_LEAD, WIDTH
from bot.analysis.flat.pool import MOST_NUMBERS, ROOM, pool_of
from bot.analysis.flat.proofs import Proofs
from bot.analysis.maxn import TRICK, likings
from bot.analysis.search import BudgetSpent
from bot.analysis.trees import Duties

_OUTCOMES: Final[i64] = 2816
_WORST: Final[i64] = 1 << 20


@cache
def _wishes() -> vec[i64]:
    """Return ``likings`` in one array, place after place."""
    return vec[i64]([rank for row in likings() for rank in row])


@final
class Everybody:
    """Search of positions between two tricks, as keys; owners are places here."""

    def __init__(self, duties: Duties, budget: int) -> None:
        self._pool = pool_of(duties)
        self._proofs = Proofs(duties, False, False)
        self._row: vec[i64] = vec[i64]([0] * ROOM)
        self._beside = Beside(self._pool, self._proofs, self._row, False)
        self._wishes: vec[i64] = _wishes()
        self._budget: i64 = budget
        self._nodes: i64 = 0
        # the outcome of the rest together with the trick that gave the leader the lead
        self._known = Bounds()
        for place in range(3):
            self._known.put(place << LEAD, TRICK[place])

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return int(self._nodes)

    def outcome(self, key: int) -> int:
        """Return the outcome of the remaining tricks, as ``bot.analysis.maxn.Outcome``."""
        if len(self._pool.numbers) > MOST_NUMBERS:
            self._pool.forget()
        return int(self._ask(key, 0)) - TRICK[key >> LEAD]

    def _ask(self, key: i64, at: i64) -> i64:
        """Return the outcome plus one trick for the leader; the row is free from ``at`` on."""
        known = self._known.find(key)
        if known != NOTHING:
            return known
        self._nodes += 1
        if self._nodes > self._budget:
            raise BudgetSpent
        leader = key >> LEAD
        wishes = self._wishes
        mine = leader * _OUTCOMES
        best = _WORST
        outcome = _WORST
        place: i64 = 0
        while place < 4:
            code = key >> place * WIDTH & MASK
            voids = i64(self._proofs.voids[leader * CODES + code])
            if voids & NONE_TO_LEAD == 0:
                found = self._led(key, leader, place, code, voids, at)
                if wishes[mine + found] < best:
                    best = wishes[mine + found]
                    outcome = found
            place += 1
        one: i64 = 1
        outcome += one << 4 * leader
        self._known.put(key, outcome)
        return outcome

    def _led(self, key: i64, leader: i64, place: i64, code: i64, voids: i64, at: i64) -> i64:
        """Return the outcome of the best lead in one suit."""
        wishes = self._wishes
        mine = leader * _OUTCOMES
        tree = self._pool.deep(leader, place, code)
        numbers = self._pool.numbers
        end = at + 2
        if voids == 0:
            self._row[at] = 1
            self._row[at + 1] = 0
        else:
            end = self._beside.extras(leader, key, place, voids, at)
        best = _WORST
        outcome = _WORST
        trees = numbers[tree]
        tree += 1
        while trees > 0:
            found = self._answered(key, leader, tree + 1, at, end)
            if wishes[mine + found] < best:
                best = wishes[mine + found]
                outcome = found
            tree += 1 + numbers[tree]
            trees -= 1
        return outcome

    def _answered(self, key: i64, leader: i64, tree: i64, first: i64, end: i64) -> i64:
        """Return the outcome of the second hand's best answer to one lead."""
        numbers = self._pool.numbers
        row = self._row
        wishes = self._wishes
        own = (leader + 1) % 3 * _OUTCOMES
        best = _WORST
        outcome = _WORST
        groups = numbers[tree]
        tree += 1
        while groups > 0:
            at = first
            while at < end:
                stop = at + 1 + row[at]
                found = self._last(key, leader, tree, at, stop, end)
                if wishes[own + found] < best:
                    best = wishes[own + found]
                    outcome = found
                at = stop
            tree += 1 + numbers[tree]
            groups -= 1
        return outcome

    def _last(self, key: i64, leader: i64, tree: i64, at: i64, stop: i64, end: i64) -> i64:
        """Return the outcome of the third hand's best card: one group of answers and extras."""
        numbers = self._pool.numbers
        row = self._row
        wishes = self._wishes
        own = (leader + 2) % 3 * _OUTCOMES
        best = _WORST
        outcome = _WORST
        last = tree + numbers[tree]
        while at + 1 < stop:
            at += 1
            base = key + row[at]
            leaf = tree
            while leaf < last:
                leaf += 1
                found = self._ask(base + numbers[leaf], end)
                if wishes[own + found] < best:
                    best = wishes[own + found]
                    outcome = found
        return outcome
