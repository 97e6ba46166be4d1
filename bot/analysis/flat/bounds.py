"""Transposition table: bounds of positions by key, an open-addressing hash table."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

NOT_FOUND: Final[i64] = -1  # the position is not in the table
_SLOTS: Final[i64] = 1024  # at first; each is a key and the bounds behind it
_SPREAD: Final[i64] = 0x9E3779B1


@final
class Bounds:
    """The least and the most tricks of each position, as least << 4 | most."""

    def __init__(self) -> None:
        self.used: i64 = 0  # positions
        self._slots: i64 = _SLOTS
        self._row: vec[i64] = vec[i64]([NOT_FOUND] * int(2 * _SLOTS))

    def clear(self) -> None:
        """Forget every position."""
        self.used = 0
        self._resize(_SLOTS)

    def _resize(self, slots: i64) -> None:
        self._slots = slots
        self._row = vec[i64]([NOT_FOUND] * int(2 * slots))

    def find(self, key: i64) -> i64:
        """Return the bounds, or NOTHING."""
        row = self._row
        mask = 2 * self._slots - 1
        at = ((key ^ key >> 28) * _SPREAD >> 15) * 2 & mask
        while True:
            met = row[at]
            if met == key:
                return row[at + 1]
            if met < 0:
                return NOT_FOUND
            at = at + 2 & mask

    def put(self, key: i64, bounds: i64) -> None:
        """Store new or better bounds."""
        row = self._row
        mask = 2 * self._slots - 1
        at = ((key ^ key >> 28) * _SPREAD >> 15) * 2 & mask
        while row[at] != key and row[at] >= 0:
            at = at + 2 & mask
        row[at + 1] = bounds
        if row[at] < 0:
            row[at] = key
            self.used += 1
            if self.used * 2 > self._slots:
                self._grow()

    def _grow(self) -> None:
        old, end = self._row, 2 * self._slots
        self._resize(4 * self._slots)
        self.used = 0
        at: i64 = 0
        while at < end:
            if old[at] >= 0:
                self.put(old[at], old[at + 1])
            at += 2
