"""Tricks as additions to the key of a position, computed when they are first needed.

A trick is the lead with the answers in the suit (a *tree* over the sequence of that suit) and the
off-suit cards of the others (*extras*: trumps or discards).  A leaf of the tree plus a leaf of the
extras is one outcome of the trick.
"""

from typing import Final, NamedTuple

from bot.analysis.extras import OffSuitTables
from bot.analysis.suits import CODE_COUNT
from bot.analysis.trees import (
    DeepTree,
    FollowingRules,
    SuitPlay,
    Tree,
    by_declarer,
    by_last,
    by_next,
    size_of,
    suit_plays,
)

MAX_OUTCOMES: Final = 250_000  # the limit of all tables together, about 28 MB
_FLAT: Final = (by_declarer, by_next)  # trees of two sides, by leader


class RuffTrees(NamedTuple):
    """Trees of one leader when somebody trumps: they do not move the lead."""

    last: dict[int, DeepTree]  # the third hand trumps
    second: dict[int, DeepTree]  # the second hand trumps; nobody can beat that in the suit


class TrickTables(OffSuitTables):
    """All tricks under one set of following rules, shared by every contract with these rules."""

    def clear(self) -> None:
        super().clear()
        nothing: list[Tree | None] = [None] * CODE_COUNT
        self.by_declarer = [list(nothing) for _ in range(4)]  # by the place of the suit
        self.by_next = [list(nothing) for _ in range(4)]
        deep: list[DeepTree | None] = [None] * CODE_COUNT
        self.by_last = [list(deep) for _ in range(4)]
        self.deep = [[list(deep) for _ in range(4)] for _ in range(3)]
        self._ruffed = [[RuffTrees({}, {}) for _ in range(4)] for _ in range(3)]

    def tree_by_declarer(self, place: int, code: int) -> Tree:
        """Return the declarer's leads, each with the answers of the defenders."""
        tree = by_declarer(self._lines(0, code, place))
        self.by_declarer[place][code] = tree
        self.size += size_of(tree)
        return tree

    def tree_by_next(self, place: int, code: int) -> Tree:
        """Return the defenders' cards when owner 1 leads, each with the declarer's answers."""
        tree = by_next(self._lines(1, code, place))
        self.by_next[place][code] = tree
        self.size += size_of(tree)
        return tree

    def tree_by_last(self, place: int, code: int) -> DeepTree:
        """Return the leads of owner 2, with the choices of the declarer, then of owner 1."""
        tree = by_last(self._lines(2, code, place))
        self.by_last[place][code] = tree
        self.size += sum(map(size_of, tree))
        return tree

    def deep_tree(self, leader: int, place: int, code: int) -> DeepTree:
        """Return the choices of any leader, of the second, and of the third hand."""
        tree = by_last(self._lines(leader, code, place))
        self.deep[leader][place][code] = tree
        self.size += sum(map(size_of, tree))
        return tree

    def _lines(self, leader: int, code: int, place: int) -> list[SuitPlay]:
        return suit_plays(self.rules, leader, code, place)

    def ruffed_by_declarer(self, place: int, code: int, second: bool) -> Tree:
        """Return the tree when the declarer leads and the second or the third hand trumps."""
        return self._ruffed_tree(0, place, code, second)[0]

    def ruffed_by_next(self, place: int, code: int, second: bool) -> Tree:
        return self._ruffed_tree(1, place, code, second)[0]

    def ruffed_by_last(self, place: int, code: int, second: bool) -> DeepTree:
        return self._ruffed_tree(2, place, code, second)

    def _ruffed_tree(self, leader: int, place: int, code: int, second: bool) -> DeepTree:
        known = self._ruffed[leader][place][int(second)]
        tree = known.get(code)
        if tree is None:
            found = suit_plays(self.rules, leader, code, place, ruffed_second=second, ruffed=True)
            tree = by_last(found) if leader == 2 else (_FLAT[leader](found),)
            known[code] = tree
            self.size += sum(map(size_of, tree))
        return tree


_TABLE_CACHE: Final[dict[FollowingRules, TrickTables]] = {}


def trick_tables_of(rules: FollowingRules) -> TrickTables:
    """Return the cached tables of these rules; all caches are cleared when they grow too large."""
    if sum(tables.size for tables in _TABLE_CACHE.values()) > MAX_OUTCOMES:
        for tables in _TABLE_CACHE.values():
            tables.clear()
    if rules not in _TABLE_CACHE:
        _TABLE_CACHE[rules] = TrickTables(rules)
    return _TABLE_CACHE[rules]
