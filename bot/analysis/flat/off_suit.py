"""Off-suit cards of a trick: trumps or discards from hands without the suit led (``extras``).

Groups are written into an array that serves as a stack: the length of each, then its sums.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bot.analysis.flat.constants import CODE_BITS, CODE_MASK, SECOND_VOID, THIRD_VOID, TRUMP_SLOT
from bot.analysis.flat.proofs import SuitProofs
from bot.analysis.flat.trick_pool import TrickPool

_BY_SECOND: Final[i64] = 1
_BY_THIRD: Final[i64] = 2


@final
class OffSuitWriter:
    """Writer of groups into ``row`` from ``at`` on; its methods return the end."""

    def __init__(self, pool: TrickPool, proofs: SuitProofs, row: vec[i64], trumps: bool) -> None:
        self._pool = pool
        self._proofs = proofs
        self._row: vec[i64] = row
        self._trumps: bool = trumps
        self._least: bool = pool.rules.least
        self._hand: vec[i64] = vec[i64]([0] * 16)  # the cards of the second hand
        self._slots: vec[i64] = vec[i64]([0, 1, 2, 3])
        self._worst: vec[i64] = vec[i64]([0, 1, 2, 3])  # the same, the most dangerous first

    def first_ruff(self, leader: i64, key: i64, slot: i64, voids: i64) -> i64:
        """Return the first hand to trump: 0 nobody, 1 the second hand, 2 the third."""
        if not self._trumps or slot == TRUMP_SLOT:
            return 0
        owners = i64(self._proofs.owners[key >> TRUMP_SLOT * CODE_BITS & CODE_MASK])
        if voids & SECOND_VOID != 0 and owners >> (leader + 1) % 3 & 1 != 0:
            return _BY_SECOND
        return _BY_THIRD if voids & THIRD_VOID != 0 and owners >> (leader + 2) % 3 & 1 != 0 else 0

    def extras(self, leader: i64, key: i64, slot: i64, voids: i64, at: i64) -> i64:
        """Write the choices of a second hand without the suit, each with answers of the third."""
        f = (leader + 1) % 3
        g = (leader + 2) % 3
        trumps: i64 = key >> TRUMP_SLOT * CODE_BITS & CODE_MASK
        owners = i64(self._proofs.owners[trumps])
        if not self._trumps or slot == TRUMP_SLOT:
            owners = 0
        ruff_f = voids & SECOND_VOID != 0 and owners >> f & 1 != 0
        ruff_g = voids & THIRD_VOID != 0 and owners >> g & 1 != 0
        if voids & SECOND_VOID == 0:
            return self._group(leader, g, key, ruff_g, at, 0)
        if voids & THIRD_VOID == 0:
            return self._singly(self._cards(leader, f, key, ruff_f, self._hand, 0, 0), at)
        if ruff_f and ruff_g:
            return self._both_ruff(leader, g, key, trumps, at)
        if not ruff_f and not ruff_g:
            return self._both_discard(f, g, key, at)
        count = self._cards(leader, f, key, ruff_f, self._hand, 0, 0)
        card: i64 = 0
        while card < count:
            at = self._group(leader, g, key, ruff_g, at, self._hand[card])
            card += 1
        return at

    def _singly(self, count: i64, at: i64) -> i64:
        """Write one group for every card of the second hand."""
        row = self._row
        card: i64 = 0
        while card < count:
            row[at] = 1
            row[at + 1] = self._hand[card]
            at += 2
            card += 1
        return at

    def _group(self, leader: i64, player: i64, key: i64, ruff: bool, at: i64, base: i64) -> i64:
        """Write all cards of the third hand as one group."""
        end = self._cards(leader, player, key, ruff, self._row, at + 1, base)
        self._row[at] = end - at - 1
        return end

    def _cards(
        self, leader: i64, player: i64, key: i64, ruff: bool, row: vec[i64], at: i64, base: i64
    ) -> i64:
        """Write the trumps of a player, or all its cards; ``base`` is added to each."""
        if ruff:
            code = key >> TRUMP_SLOT * CODE_BITS & CODE_MASK
            return self._copy(self._pool.ruffs(leader, player, code), row, at, base)
        slots = self._slots
        if player == 0 and self._least:
            slots = self._worst
            self._proofs.worst_first(key, slots, 0)
        step: i64 = 0
        while step < 4:
            slot = slots[step] & 3
            code = key >> slot * CODE_BITS & CODE_MASK
            at = self._copy(self._pool.discards(player, slot, code), row, at, base)
            step += 1
        return at

    def _copy(self, begin: i64, row: vec[i64], at: i64, base: i64) -> i64:
        """Copy a group of the pool without its length."""
        numbers = self._pool.numbers
        end = begin + numbers[begin]
        while begin < end:
            begin += 1
            row[at] = base + numbers[begin]
            at += 1
        return at

    def _both_ruff(self, leader: i64, g: i64, key: i64, trumps: i64, at: i64) -> i64:
        """Write overruffs, and discards of a third hand that need not waste a trump."""
        row = self._row
        begin = self._pool.overruffs(leader, trumps)
        groups = self._pool.numbers[begin]
        others = key - (trumps << TRUMP_SLOT * CODE_BITS)
        begin += 1
        while groups > 0:
            alone = self._pool.numbers[begin]
            end = self._copy(begin + 1, row, at + 1, 0)
            begin += 2 + end - at - 1
            if alone != 0:
                end = self._cards(leader, g, others, False, row, end, alone)
            row[at] = end - at - 1
            at = end
            groups -= 1
        return at

    def _both_discard(self, f: i64, g: i64, key: i64, at: i64) -> i64:
        """Write for each card of the second hand those of the third: same suit first."""
        row = self._row
        slot: i64 = 0
        while slot < 4:
            code = key >> slot * CODE_BITS & CODE_MASK
            begin = self._pool.pairs(f, g, slot, code)
            pairs = self._pool.numbers[begin]
            others = key - (code << slot * CODE_BITS)
            begin += 1
            while pairs > 0:
                alone = self._pool.numbers[begin]
                end = self._copy(begin + 1, row, at + 1, 0)
                begin += 2 + end - at - 1
                end = self._cards(f, g, others, False, row, end, alone)
                row[at] = end - at - 1
                at = end
                pairs -= 1
            slot += 1
        return at
