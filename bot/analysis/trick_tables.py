"""Outcomes of a trick by suit codes: plays in the suit led, plays without it, the next key."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from bot.analysis import keys
from bot.analysis.suit_facts import SECOND_VOID, THIRD_VOID, suit_facts

# Trees of the plays in the suit led, sorted by what to try first.
#
# Leaves are sums to add to the key of a position; they include the next leader, too, unless
# somebody trumps the trick.

Tree = tuple[keys.Deltas, ...]  # choices of one side, each with the answers of the other
DeepTree = tuple[Tree, ...]  # choices of the leader, of the second hand, of the third

# the declarer's value of a trick, of an own rank and of a defender's rank, for move ordering:
# wanted tricks, misère (tuned for fewer searched positions)
PLAY_VALUES: Final = ((64, -1, 2), (-5, 2, -1))


class FollowingRules(NamedTuple):
    """The rules of following on which the tables depend; ``least`` only sorts the moves."""

    overtake: bool = False
    may_discard: bool = False  # a trump that would lose need not be played
    bound: bool = False  # owner 1 answers the declarer's lead with the lowest winner
    least: bool = False


class SuitPlay(NamedTuple):
    """One play of the suit led: the places of the cards, -1 for a player without the suit."""

    led: int
    second: int
    third: int
    delta: int
    score: int  # the higher, the sooner the declarer would try it


def suit_plays(
    rules: FollowingRules,
    leader: int,
    code: int,
    slot: int,
    *,
    ruffed_second: bool = False,
    ruffed: bool = False,
) -> list[SuitPlay]:
    """Return every play of the suit led by the players who have it."""
    owners, f, g = keys.sequences()[code], (leader + 1) % 3, (leader + 2) % 3
    found = []
    bound = rules.bound and leader == 0
    for led in keys.lowest_of_runs(owners, leader):
        for second in _answers_in_suit(rules, owners, f, led, bound):
            best = max(led, second)
            free = FollowingRules() if ruffed_second else rules
            for third in _answers_in_suit(free, owners, g, best, False):
                top = max(best, third)
                winner = owners[top]
                delta = (
                    keys.code_without(code, len(owners), led, second, third) - code
                ) << slot * keys.CODE_BITS
                cards = ((leader, led), (f, second), (g, third))
                score = _score(rules.least, -1 if ruffed else winner, cards)
                delta += 0 if ruffed else keys.lead_change(winner, leader)
                found.append(SuitPlay(led, second, third, delta, score))
    return found


def _answers_in_suit(
    rules: FollowingRules, owners: keys.Owners, player: int, best: int, bound: bool
) -> Sequence[int]:
    cards = keys.lowest_of_runs(owners, player)
    if not cards:
        return (-1,)
    if rules.overtake:
        winning = [card for card in cards if card > best]
        if winning:
            return winning[:1] if bound else winning
    return cards


def _score(least: bool, winner: int, cards: Iterable[tuple[int, int]]) -> int:
    """Return the declarer's value of a trick: the trick itself, and the ranks each side spends."""
    trick, own, theirs = PLAY_VALUES[least]
    score = trick if winner == 0 else 0
    return score + sum((own if owner == 0 else theirs) * card for owner, card in cards if card >= 0)


def by_declarer(found: Sequence[SuitPlay]) -> Tree:
    """Group by the lead; the defenders' best answer first, the declarer's best lead first."""
    groups = [
        sorted((line for line in found if line.led == led), key=_score_of)
        for led in dict.fromkeys(line.led for line in found)
    ]
    groups.sort(key=lambda group: -group[0].score)
    return _merged(_deltas(group) for group in groups)


def by_next(found: Sequence[SuitPlay]) -> Tree:
    """Group by the cards of the defenders; the declarer's best answer first."""
    groups = [
        sorted(
            (line for line in found if (line.led, line.second) == pair), key=_score_of, reverse=True
        )
        for pair in dict.fromkeys((line.led, line.second) for line in found)
    ]
    groups.sort(key=lambda group: group[0].score)
    return _merged(_deltas(group) for group in groups)


def by_last(found: Sequence[SuitPlay]) -> DeepTree:
    trees = []
    for led in dict.fromkeys(line.led for line in found):
        under = [line for line in found if line.led == led]
        groups = [
            sorted((line for line in under if line.second == second), key=_score_of)
            for second in dict.fromkeys(line.second for line in under)
        ]
        groups.sort(key=lambda group: -group[0].score)
        trees.append((groups[0][0].score, _merged(_deltas(group) for group in groups)))
    trees.sort(key=lambda one: one[0])
    return tuple(dict.fromkeys(tree for _, tree in trees))


def _score_of(line: SuitPlay) -> int:
    return line.score


def _deltas(group: Iterable[SuitPlay]) -> keys.Deltas:
    return tuple(dict.fromkeys(line.delta for line in group))


def _merged(groups: Iterable[keys.Deltas]) -> Tree:
    return tuple(dict.fromkeys(groups))


def size_of(tree: Tree) -> int:
    return sum(map(len, tree))


# Off-suit cards of a trick: trumps or discards from hands without the suit led.
#
# As in ``trees``, leaves are sums to add to the key; a trump also moves the lead.

SuitDiscards = tuple[int, keys.Deltas]  # the negated danger of the suit, the cards
NO_EXTRAS: Final[Tree] = ((0,),)

_DANGER: Final = itemgetter(0)


class OffSuitTables:
    """Tables of off-suit cards for one set of following rules, filled on demand."""

    def __init__(self, rules: FollowingRules) -> None:
        self.rules = rules
        self.clear()

    def clear(self) -> None:
        """Clear the tables, which grow with every new suit they meet."""
        self.size = 0  # outcomes kept in all tables
        none: list[SuitDiscards | None] = [None] * keys.CODE_COUNT
        self._discards = [[list(none) for _ in range(4)] for _ in range(3)]
        self._pairs: list[dict[int, DeepTree]] = [{} for _ in range(12)]
        self._ruffs: list[dict[int, keys.Deltas]] = [{} for _ in range(9)]
        self._double_ruffs: list[dict[int, Tree]] = [{} for _ in range(3)]

    def discards(self, player: int, key: int) -> keys.Deltas:
        """Return every card of a player; at misère the declarer's most dangerous suit first."""
        if self.rules.least and player == 0:
            return self._worst_first(key)
        first, second, third, last = self._discards[player]
        code = key & keys.CODE_MASK
        a = first[code] or self.discard(player, 0, code)
        code = key >> keys.CODE_BITS & keys.CODE_MASK
        b = second[code] or self.discard(player, 1, code)
        code = key >> 2 * keys.CODE_BITS & keys.CODE_MASK
        c = third[code] or self.discard(player, 2, code)
        code = key >> 3 * keys.CODE_BITS & keys.CODE_MASK
        d = last[code] or self.discard(player, 3, code)
        return a[1] + b[1] + c[1] + d[1]

    def _worst_first(self, key: int) -> keys.Deltas:
        parts = [
            known[code] or self.discard(0, slot, code)
            for slot, known in enumerate(self._discards[0])
            for code in (key >> slot * keys.CODE_BITS & keys.CODE_MASK,)
        ]
        parts.sort(key=_DANGER)
        return parts[0][1] + parts[1][1] + parts[2][1] + parts[3][1]

    def discard(self, player: int, slot: int, code: int) -> SuitDiscards:
        found = self._discards[player][slot][code]
        if found is None:
            owners, shift = keys.sequences()[code], slot * keys.CODE_BITS
            low_first = not self.rules.least or player > 0
            deltas = tuple(
                (keys.code_without(code, len(owners), card) - code) << shift
                for card in _sorted(keys.lowest_of_runs(owners, player), low_first)
            )
            found = (-suit_facts().danger[code], deltas)
            self._discards[player][slot][code] = found
            self.size += 1 + len(deltas)
        return found

    def extras(self, leader: int, key: int, voids: int, trumping: bool) -> Tree:
        """Return the off-suit cards of a trick; ``trumping``: a side suit was led."""
        f, g = (leader + 1) % 3, (leader + 2) % 3
        trumps = key >> keys.TRUMP_SLOT * keys.CODE_BITS & keys.CODE_MASK if trumping else 0
        ruff_f = bool(voids & SECOND_VOID) and f in keys.sequences()[trumps]
        ruff_g = bool(voids & THIRD_VOID) and g in keys.sequences()[trumps]
        if not voids & THIRD_VOID:
            found = self.ruffs(leader, f, trumps) if ruff_f else self.discards(f, key)
            return tuple(zip(found, strict=True))
        if not voids & SECOND_VOID:
            return (self.ruffs(leader, g, trumps) if ruff_g else self.discards(g, key),)
        if ruff_f and ruff_g:
            return self._both_ruff(leader, key, trumps)
        if ruff_f or ruff_g:
            first = self.ruffs(leader, f, trumps) if ruff_f else self.discards(f, key)
            last = self.ruffs(leader, g, trumps) if ruff_g else self.discards(g, key)
            return tuple([tuple([one + other for other in last]) for one in first])
        return self._both_discard(f, g, key)

    def ruffs(self, leader: int, player: int, code: int) -> keys.Deltas:
        """Return the trumps of a player, each winning the lead."""
        known = self._ruffs[leader * 3 + player]
        found = known.get(code)
        if found is None:
            owners = keys.sequences()[code]
            cards = keys.lowest_of_runs(owners, player)
            if self.rules.bound and leader == 0 and player == 1:
                cards = cards[:1]
            found = tuple(_trump(code, card) + keys.lead_change(player, leader) for card in cards)
            known[code] = found
            self.size += len(found)
        return found

    def _both_ruff(self, leader: int, key: int, code: int) -> Tree:
        known = self._double_ruffs[leader]
        found = known.get(code)
        if found is None:
            found = self.overruffs(leader, code)
            known[code] = found
            self.size += size_of(found)
        if self.rules.may_discard:
            return self._with_discards(leader, key, code, found)
        return found

    def overruffs(self, leader: int, code: int) -> Tree:
        """Return, for each trump of the second hand, the trumps of the third."""
        owners, f, g = keys.sequences()[code], (leader + 1) % 3, (leader + 2) % 3
        tree = []
        for one in self._first_ruffs(leader, code):
            answers = keys.lowest_of_runs(owners, g)
            if self.rules.overtake:
                answers = [card for card in answers if card > one] or answers
            tree.append(
                tuple(
                    _trump(code, one, other) + keys.lead_change(f if one > other else g, leader)
                    for other in answers
                )
            )
        return tuple(tree)

    def unbeaten(self, leader: int, code: int) -> keys.Deltas:
        """Return the own sum of each of these trumps if the third hand may discard, else 0."""
        f, g = (leader + 1) % 3, (leader + 2) % 3
        highest = max(place for place, owner in enumerate(keys.sequences()[code]) if owner == g)
        return tuple(
            _trump(code, one) + keys.lead_change(f, leader)
            if self.rules.may_discard and highest < one
            else 0
            for one in self._first_ruffs(leader, code)
        )

    def _first_ruffs(self, leader: int, code: int) -> list[int]:
        cards = keys.lowest_of_runs(keys.sequences()[code], (leader + 1) % 3)
        return cards[:1] if self.rules.bound and leader == 0 else cards

    def _with_discards(self, leader: int, key: int, code: int, ruffs: Tree) -> Tree:
        """Add discards of a third hand that cannot overtrump."""
        other_suits = self.discards(
            (leader + 2) % 3, key & ~(keys.CODE_MASK << keys.TRUMP_SLOT * keys.CODE_BITS)
        )
        return tuple(
            answers + tuple([base + other for other in other_suits]) if base else answers
            for base, answers in zip(self.unbeaten(leader, code), ruffs, strict=True)
        )

    def _both_discard(self, f: int, g: int, key: int) -> Tree:
        tree: list[keys.Deltas] = []
        for slot in range(4):
            code = key >> slot * keys.CODE_BITS & keys.CODE_MASK
            pairs = self.pair(f, g, slot, code)
            if pairs:
                others = self.discards(g, key & ~(keys.CODE_MASK << slot * keys.CODE_BITS))
                for (alone,), together in pairs:
                    tree.append(together + tuple([alone + other for other in others]))
        return tuple(tree)

    def pair(self, f: int, g: int, slot: int, code: int) -> DeepTree:
        """Return each discard of the second hand with those of the third in the same suit."""
        known = self._pairs[f * 4 + slot]
        found = known.get(code)
        if found is None:
            found = tuple(self._pairs_of(f, g, slot, code))
            known[code] = found
            self.size += sum(map(size_of, found))
        return found

    def _pairs_of(self, f: int, g: int, slot: int, code: int) -> Iterable[Tree]:
        shift = slot * keys.CODE_BITS
        for delta in self.discard(f, slot, code)[1]:
            rest = code + (delta >> shift)
            answers = self.discard(g, slot, rest)[1]
            yield (delta,), tuple(delta + answer for answer in answers)


def _trump(code: int, *cards: int) -> int:
    return (
        keys.code_without(code, len(keys.sequences()[code]), *cards) - code
    ) << keys.TRUMP_SLOT * keys.CODE_BITS


def _sorted(cards: list[int], low_first: bool) -> list[int]:
    return cards if low_first else cards[::-1]


# Tricks as additions to the key of a position, computed when they are first needed.
#
# A trick is the lead with the answers in the suit (a *tree* over the sequence of that suit) and
# the off-suit cards of the others (*extras*: trumps or discards). A leaf of the tree plus a leaf
# of the extras is one outcome of the trick.

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
        nothing: list[Tree | None] = [None] * keys.CODE_COUNT
        self.by_declarer = [list(nothing) for _ in range(4)]  # by the slot of the suit
        self.by_next = [list(nothing) for _ in range(4)]
        deep: list[DeepTree | None] = [None] * keys.CODE_COUNT
        self.by_last = [list(deep) for _ in range(4)]
        self.deep = [[list(deep) for _ in range(4)] for _ in range(3)]
        self._ruffed = [[RuffTrees({}, {}) for _ in range(4)] for _ in range(3)]

    def tree_by_declarer(self, slot: int, code: int) -> Tree:
        """Return the declarer's leads, each with the answers of the defenders."""
        tree = by_declarer(self._lines(0, code, slot))
        self.by_declarer[slot][code] = tree
        self.size += size_of(tree)
        return tree

    def tree_by_next(self, slot: int, code: int) -> Tree:
        """Return the defenders' cards when owner 1 leads, each with the declarer's answers."""
        tree = by_next(self._lines(1, code, slot))
        self.by_next[slot][code] = tree
        self.size += size_of(tree)
        return tree

    def tree_by_last(self, slot: int, code: int) -> DeepTree:
        """Return the leads of owner 2, with the choices of the declarer, then of owner 1."""
        tree = by_last(self._lines(2, code, slot))
        self.by_last[slot][code] = tree
        self.size += sum(map(size_of, tree))
        return tree

    def deep_tree(self, leader: int, slot: int, code: int) -> DeepTree:
        """Return the choices of any leader, of the second, and of the third hand."""
        tree = by_last(self._lines(leader, code, slot))
        self.deep[leader][slot][code] = tree
        self.size += sum(map(size_of, tree))
        return tree

    def _lines(self, leader: int, code: int, slot: int) -> list[SuitPlay]:
        return suit_plays(self.rules, leader, code, slot)

    def ruffed_by_declarer(self, slot: int, code: int, second: bool) -> Tree:
        """Return the tree when the declarer leads and the second or the third hand trumps."""
        return self._ruffed_tree(0, slot, code, second)[0]

    def ruffed_by_next(self, slot: int, code: int, second: bool) -> Tree:
        return self._ruffed_tree(1, slot, code, second)[0]

    def ruffed_by_last(self, slot: int, code: int, second: bool) -> DeepTree:
        return self._ruffed_tree(2, slot, code, second)

    def _ruffed_tree(self, leader: int, slot: int, code: int, second: bool) -> DeepTree:
        known = self._ruffed[leader][slot][int(second)]
        tree = known.get(code)
        if tree is None:
            found = suit_plays(self.rules, leader, code, slot, ruffed_second=second, ruffed=True)
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
