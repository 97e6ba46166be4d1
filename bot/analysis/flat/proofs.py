"""Arrays of ``facts`` and ``order``: bounds that suits prove, and the order of leads."""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bot.analysis.facts import SECOND_VOID, THIRD_VOID, UNKNOWN, Clean, clean_suits, facts
from bot.analysis.flat.constants import CODES, DIRTY, EXIT, LEAD, MASK, WIDTH
from bot.analysis.order import LAST_BEST, orders
from bot.analysis.suits import SEQUENCES
from bot.analysis.trees import Duties

_MOST_DIRT: Final[i64] = 15


@final
class Proofs:
    """Bounds and order for one set of following rules, with trumps or without.

    Arrays are by leader or player, then by code; in ``quick`` a danger stands between the two.
    """

    def __init__(self, duties: Duties, trumps: bool, two_handed: bool) -> None:
        shared = _shared(duties.least)
        self._least: bool = duties.least
        self._trumps: bool = trumps
        self._quick: vec[u8] = shared.quick
        self._drawn: vec[u8] = shared.drawn
        self._sure: vec[u8] = shared.sure
        self._dirt: vec[u8] = shared.dirt
        self._side: vec[i32] = shared.side
        self._last: vec[i32] = shared.trumps if trumps else shared.side
        self.voids: vec[u8] = shared.voids_of_two if two_handed else shared.voids
        self.owners: vec[u8] = shared.owners
        self._clean: Clean = clean_suits(duties.overtake)
        self._known: vec[u8] = _known(duties.overtake)
        self._bonus: i64 = LAST_BEST[duties.least]
        self._best: vec[i64] = vec[i64]([0, 0, 0])  # by leader: the suit of the last cut-off

    def bounds(self, key: i64, left: i64) -> i64:
        """Return the bounds that the suits alone prove, as least << 4 | most."""
        a = key & MASK
        b = key >> WIDTH & MASK
        c = key >> 2 * WIDTH & MASK
        d = key >> 3 * WIDTH & MASK
        leader = key >> LEAD
        if self._least:
            return left if self._trumps else self._misere_bounds(leader, key, left)
        quick = self._quick
        if not self._trumps:
            at = leader * 4 * CODES
            tricks = i64(quick[at + a]) + i64(quick[at + b])
            tricks += i64(quick[at + c]) + i64(quick[at + d])
            return left - tricks if leader != 0 else tricks << 4 | left
        sure = self._sure
        at = (leader * 4 + i64(self._drawn[leader * CODES + d])) * CODES
        tricks = i64(sure[leader * CODES + d])
        tricks += i64(quick[at + a]) + i64(quick[at + b]) + i64(quick[at + c])
        if leader == 0:
            other = max(i64(sure[CODES + d]), i64(sure[2 * CODES + d]))
            return tricks << 4 | left - other
        other = i64(sure[(3 - leader) * CODES + d])
        return i64(sure[d]) << 4 | left - max(other, tricks)

    def _misere_bounds(self, leader: i64, key: i64, left: i64) -> i64:
        bits: i64 = 0
        place: i64 = 0
        while place < 4:
            bits |= self._clean_bits(key >> place * WIDTH & MASK)
            place += 1
        if bits & DIRTY == 0:
            return 0 if leader != 0 or bits & EXIT != 0 else left
        if leader != 0 and bits >> leader & 1 != 0:  # FORCED_BY_NEXT, FORCED_BY_LAST
            return 1 << 4 | left
        return left

    def _clean_bits(self, code: i64) -> i64:
        bits: i64 = i64(self._known[code])
        if bits == UNKNOWN:
            bits = self._clean.bits(int(code))
            self._known[code] = u8(bits)
        return bits

    def good(self, leader: i64, place: i64) -> None:
        """Record that the lead of this suit caused a cut-off."""
        self._best[leader] = place

    def order(self, key: i64, row: vec[i64], at: i64) -> None:
        """Write the suits in the order to try; the lowest bits hold the place of a suit."""
        leader = key >> LEAD
        side = self._side
        begin = leader * CODES
        row[at] = i64(side[begin + (key & MASK)])
        row[at + 1] = i64(side[begin + (key >> WIDTH & MASK)]) + 1
        row[at + 2] = i64(side[begin + (key >> 2 * WIDTH & MASK)]) + 2
        row[at + 3] = i64(self._last[begin + (key >> 3 * WIDTH & MASK)]) + 3
        row[at + self._best[leader]] -= self._bonus
        _sort(row, at)

    def worst_first(self, key: i64, row: vec[i64], at: i64) -> None:
        """Write the suits for discards of a misère declarer, the most dangerous first."""
        place: i64 = 0
        while place < 4:
            dirt = i64(self._dirt[key >> place * WIDTH & MASK])
            row[at + place] = (_MOST_DIRT - dirt) * 4 + place
            place += 1
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
class _Shared:
    """The arrays themselves, for tricks wanted or not wanted."""

    def __init__(self, least: bool) -> None:
        found = facts()
        side, trumps = orders(least)
        self.quick: vec[u8] = vec[u8]([n for rows in found.quick for row in rows for n in row])
        self.drawn: vec[u8] = vec[u8]([n for row in found.drawn for n in row])
        self.sure: vec[u8] = vec[u8]([n for row in found.sure for n in row])
        self.dirt: vec[u8] = vec[u8](found.dirt)
        self.voids: vec[u8] = vec[u8]([n for row in found.voids for n in row])
        first, second, third = found.voids  # two-handed: the third is absent, not void
        self.voids_of_two: vec[u8] = vec[u8](
            [n & ~THIRD_VOID for n in first] + [n & ~SECOND_VOID for n in second] + list(third)
        )
        owners = [sum({(1, 2, 4)[owner] for owner in one}) for one in SEQUENCES]
        self.owners: vec[u8] = vec[u8](owners)
        self.side: vec[i32] = vec[i32]([n for row in side for n in row])
        self.trumps: vec[i32] = vec[i32]([n for row in trumps for n in row])


@cache
def _shared(least: bool) -> _Shared:
    return _Shared(least)


@cache
def _known(overtake: bool) -> vec[u8]:
    """Return a shared copy of the results of ``Clean`` so far."""
    return vec[u8](clean_suits(overtake).known)
