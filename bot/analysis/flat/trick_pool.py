"""Trees and extras one after the other in one array, addressed by their first index.

A list of groups is their number, then each group as its length and its sums to add to a key.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from bot.analysis.flat.constants import CODE_BITS, CODE_COUNT, CODE_MASK
from bot.analysis.flat.suit_plays import SuitPlayWriter
from bot.analysis.trick_tables import FollowingRules

MAX_NUMBERS: Final = 1_500_000  # the limit of all pools together, 12 MB
# length of the array that all nested queries share: n cards have at most n * (n + 2) extras and
# four suits, so ten tricks need less
ARRAY_LENGTH: Final = 2048
_BY_SUIT: Final = 3 * 4 * 9841  # by player, slot of the suit, code
_TREES: Final = 4 * _BY_SUIT  # also by the first hand to trump, or with every hand choosing
_RUFFS: Final = 3 * 3 * 9841  # by leader, player, code of the trumps
_OVERRUFFS: Final = 3 * 9841
_DEEP: Final = 3


@final
class TrickPool:
    """Trees and extras of one set of following rules, filled on demand, shared by its contracts.

    Every method returns the index in ``numbers`` at which the list begins.
    """

    def __init__(self, rules: FollowingRules) -> None:
        self.rules = rules
        self._writer = SuitPlayWriter(rules)
        self.numbers: vec[i64] = vec[i64]([0])  # no list begins at 0, which means not here yet
        self._trees: vec[i32] = vec[i32]([0] * _TREES)
        self._discards: vec[i32] = vec[i32]([0] * _BY_SUIT)
        self._pairs: vec[i32] = vec[i32]([0] * _BY_SUIT)
        self._ruffs: vec[i32] = vec[i32]([0] * _RUFFS)
        self._overruffs: vec[i32] = vec[i32]([0] * _OVERRUFFS)

    def clear(self) -> None:
        """Clear the pool; no query may be running."""
        self.numbers = vec[i64]([0])
        self._trees = vec[i32]([0] * _TREES)
        self._discards = vec[i32]([0] * _BY_SUIT)
        self._pairs = vec[i32]([0] * _BY_SUIT)
        self._ruffs = vec[i32]([0] * _RUFFS)
        self._overruffs = vec[i32]([0] * _OVERRUFFS)

    @property
    def size(self) -> int:
        """The number of integers in the pool."""
        return len(self.numbers)

    def tree(self, leader: i64, slot: i64, code: i64, ruffed: i64) -> i64:
        """Return the tree of the plays in the suit led.

        ``ruffed``: 0; 1 or 2 when the second or the third hand trumps; 3 where all choose.

        When owner 2 leads it is a list of lists, each with its length in front.
        """
        index = ((ruffed * 3 + leader) * 4 + slot) * CODE_COUNT + code
        begin: i64 = i64(self._trees[index])
        if begin != 0:
            return begin
        if slot > 0:
            begin = self._copy_to(self.tree(leader, 0, code, ruffed), slot)
        else:
            self._writer.write_tree(leader, code, ruffed)
            begin = self._append_list()
        self._trees[index] = self._end_list(begin)
        return begin

    def deep_tree(self, leader: i64, slot: i64, code: i64) -> i64:
        """Return the tree in which every hand chooses by itself: always a list of lists."""
        return self.tree(leader, slot, code, _DEEP)

    def discards(self, player: i64, slot: i64, code: i64) -> i64:
        """Return the cards of a player in one suit, as a single group."""
        index = (player * 4 + slot) * CODE_COUNT + code
        begin: i64 = i64(self._discards[index])
        if begin != 0:
            return begin
        if slot > 0:
            begin = self._copy_to(self.discards(player, 0, code), slot)
        else:
            self._writer.write_discards(player, code)
            begin = self._append_list()
        self._discards[index] = self._end_list(begin)
        return begin

    def pairs(self, second: i64, third: i64, slot: i64, code: i64) -> i64:
        """Return for each card of the second hand in a suit its sum and the third's group."""
        index = (second * 4 + slot) * CODE_COUNT + code
        begin: i64 = i64(self._pairs[index])
        if begin != 0:
            return begin
        if slot > 0:
            begin = self._copy_to(self.pairs(second, third, 0, code), slot)
        else:
            self._writer.write_pairs(second, third, code)
            begin = self._append_list()
        self._pairs[index] = self._end_list(begin)
        return begin

    def ruffs(self, leader: i64, player: i64, code: i64) -> i64:
        """Return the trumps of a player, each winning the lead, as a single group."""
        index = (leader * 3 + player) * CODE_COUNT + code
        begin: i64 = i64(self._ruffs[index])
        if begin == 0:
            self._writer.write_ruffs(leader, player, code)
            begin = self._append_list()
            self._ruffs[index] = self._end_list(begin)
        return begin

    def overruffs(self, leader: i64, code: i64) -> i64:
        """Return the groups when both hands trump, one for each trump of the second hand.

        In front of each group is the sum of that trump if the third hand may discard, else 0.
        """
        index = leader * CODE_COUNT + code
        begin: i64 = i64(self._overruffs[index])
        if begin == 0:
            self._writer.write_overruffs(leader, code)
            begin = self._append_list()
            self._overruffs[index] = self._end_list(begin)
        return begin

    def _begin_list(self) -> i64:
        """Return the index of the next list; the number in front of it will hold its end."""
        self._put(0)
        return len(self.numbers)

    def _end_list(self, begin: i64) -> i32:
        self.numbers[begin - 1] = len(self.numbers)
        return i32(begin)

    def _copy_to(self, begin: i64, slot: i64) -> i64:
        """Copy a list of the first suit for another slot in the key.

        Sums reduce the code of a suit, so no sum has the value of a length.
        """
        copy = self._begin_list()
        end = self.numbers[begin - 1]
        while begin < end:
            number = self.numbers[begin]
            if number < 0 or number > CODE_MASK:
                change = (
                    (number & CODE_MASK) - CODE_MASK - 1
                )  # of the code; the rest moves the lead
                number += (change << slot * CODE_BITS) - change
            self._put(number)
            begin += 1
        return copy

    def _append_list(self) -> i64:
        """Append what the writer has written; return where it begins."""
        begin = self._begin_list()
        written = self._writer.numbers
        end = self._writer.end
        at: i64 = 0
        while at < end:
            self._put(written[at])
            at += 1
        return begin

    def _put(self, number: i64) -> None:
        self.numbers = append(self.numbers, number)


_POOL_CACHE: Final[dict[FollowingRules, TrickPool]] = {}


def trick_pool_of(rules: FollowingRules) -> TrickPool:
    """Return the cached pool of these rules; pools that grow too large are dropped."""
    if sum([pool.size for pool in _POOL_CACHE.values()]) > MAX_NUMBERS:
        _POOL_CACHE.clear()
    if rules not in _POOL_CACHE:
        _POOL_CACHE[rules] = TrickPool(rules)
    return _POOL_CACHE[rules]
