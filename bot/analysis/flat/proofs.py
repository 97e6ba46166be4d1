"""Arrays of ``facts`` and ``order``: bounds that suits prove, and the order of leads."""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bot.analysis.flat.clean_suits import flat_clean_suits
from bot.analysis.flat.constants import CODE_BITS, CODE_COUNT, CODE_MASK, DIRTY, EXIT, LEAD_SHIFT
from bot.analysis.keys import sequences
from bot.analysis.suit_facts import (
    CUTOFF_BONUS,
    SECOND_VOID,
    THIRD_VOID,
    lead_orders,
    suit_facts,
)
from bot.analysis.trick_tables import FollowingRules

_MOST_DIRT: Final[i64] = 15


@final
class SuitProofs:
    """Bounds and order for one set of following rules, with trumps or without.

    Arrays are by leader or player, then by code; in ``quick`` a danger stands between the two.
    """

    def __init__(self, rules: FollowingRules, trumps: bool, two_handed: bool) -> None:
        shared = _shared_arrays(rules.least)
        self._least: bool = rules.least
        self._trumps: bool = trumps
        self._quick: vec[u8] = shared.quick
        self._drawn: vec[u8] = shared.drawn
        self._sure: vec[u8] = shared.sure
        self._dirt: vec[u8] = shared.dirt
        self._side: vec[i32] = shared.side
        self._trump_slot_order: vec[i32] = shared.trumps if trumps else shared.side
        self.voids: vec[u8] = shared.voids_of_two if two_handed else shared.voids
        self.owners: vec[u8] = shared.owners
        self._clean = flat_clean_suits(rules.overtake)
        self._bonus: i64 = CUTOFF_BONUS[rules.least]
        self._cutoff_slot: vec[i64] = vec[i64]([0, 0, 0])  # by leader: the suit of the last cut-off

    def bounds(self, key: i64, left: i64) -> i64:
        """Return the bounds that the suits alone prove, as low << 4 | high."""
        a = key & CODE_MASK
        b = key >> CODE_BITS & CODE_MASK
        c = key >> 2 * CODE_BITS & CODE_MASK
        d = key >> 3 * CODE_BITS & CODE_MASK
        leader = key >> LEAD_SHIFT
        if self._least:
            return left if self._trumps else self._misere_bounds(leader, key, left)
        quick = self._quick
        if not self._trumps:
            at = leader * 4 * CODE_COUNT
            tricks = i64(quick[at + a]) + i64(quick[at + b])
            tricks += i64(quick[at + c]) + i64(quick[at + d])
            return left - tricks if leader != 0 else tricks << 4 | left
        sure = self._sure
        at = (leader * 4 + i64(self._drawn[leader * CODE_COUNT + d])) * CODE_COUNT
        tricks = i64(sure[leader * CODE_COUNT + d])
        tricks += i64(quick[at + a]) + i64(quick[at + b]) + i64(quick[at + c])
        if leader == 0:
            other = max(i64(sure[CODE_COUNT + d]), i64(sure[2 * CODE_COUNT + d]))
            return tricks << 4 | left - other
        other = i64(sure[(3 - leader) * CODE_COUNT + d])
        return i64(sure[d]) << 4 | left - max(other, tricks)

    def _misere_bounds(self, leader: i64, key: i64, left: i64) -> i64:
        bits: i64 = 0
        slot: i64 = 0
        while slot < 4:
            bits |= self._clean.bits(key >> slot * CODE_BITS & CODE_MASK)
            slot += 1
        if bits & DIRTY == 0:
            return 0 if leader != 0 or bits & EXIT != 0 else left
        if leader != 0 and bits >> leader & 1 != 0:  # FORCED_BY_NEXT, FORCED_BY_LAST
            return 1 << 4 | left
        return left

    def record_cutoff(self, leader: i64, slot: i64) -> None:
        """Record that the lead of this suit caused a cut-off."""
        self._cutoff_slot[leader] = slot

    def order(self, key: i64, row: vec[i64], at: i64) -> None:
        """Write the suits in the order to try; the lowest bits hold the slot of a suit."""
        leader = key >> LEAD_SHIFT
        side = self._side
        begin = leader * CODE_COUNT
        row[at] = i64(side[begin + (key & CODE_MASK)])
        row[at + 1] = i64(side[begin + (key >> CODE_BITS & CODE_MASK)]) + 1
        row[at + 2] = i64(side[begin + (key >> 2 * CODE_BITS & CODE_MASK)]) + 2
        row[at + 3] = i64(self._trump_slot_order[begin + (key >> 3 * CODE_BITS & CODE_MASK)]) + 3
        row[at + self._cutoff_slot[leader]] -= self._bonus
        _sort(row, at)

    def worst_first(self, key: i64, row: vec[i64], at: i64) -> None:
        """Write the suits for discards of a misère declarer, the most dangerous first."""
        slot: i64 = 0
        while slot < 4:
            dirt = i64(self._dirt[key >> slot * CODE_BITS & CODE_MASK])
            row[at + slot] = (_MOST_DIRT - dirt) * 4 + slot
            slot += 1
        _sort(row, at)


def _sort(row: vec[i64], at: i64) -> None:
    """Sort four numbers in place."""
    a = row[at]
    b = row[at + 1]
    c = row[at + 2]
    d = row[at + 3]
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    row[at] = a
    row[at + 1] = b
    row[at + 2] = c
    row[at + 3] = d


@final
class _SharedArrays:
    """The arrays themselves, for tricks wanted or not wanted."""

    def __init__(self, least: bool) -> None:
        found = suit_facts()
        side, trumps = lead_orders(least)
        self.quick: vec[u8] = vec[u8]([n for rows in found.quick for row in rows for n in row])
        self.drawn: vec[u8] = vec[u8]([n for row in found.drawn for n in row])
        self.sure: vec[u8] = vec[u8]([n for row in found.sure for n in row])
        self.dirt: vec[u8] = vec[u8](found.danger)
        self.voids: vec[u8] = vec[u8]([n for row in found.voids for n in row])
        first, second, third = found.voids  # two-handed: the third is absent, not void
        self.voids_of_two: vec[u8] = vec[u8](
            [n & ~THIRD_VOID for n in first] + [n & ~SECOND_VOID for n in second] + list(third)
        )
        owners = [sum({(1, 2, 4)[owner] for owner in one}) for one in sequences()]
        self.owners: vec[u8] = vec[u8](owners)
        self.side: vec[i32] = vec[i32]([n for row in side for n in row])
        self.trumps: vec[i32] = vec[i32]([n for row in trumps for n in row])


@cache
def _shared_arrays(least: bool) -> _SharedArrays:
    return _SharedArrays(least)
