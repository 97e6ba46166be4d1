"""Off-suit cards of a trick: trumps or discards from hands without the suit led.

As in ``trees``, leaves are sums to add to the key; a trump also moves the lead.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from bot.analysis.facts import SECOND_VOID, THIRD_VOID, suit_facts
from bot.analysis.suits import (
    CODE_BITS,
    CODE_COUNT,
    CODE_MASK,
    SEQUENCES,
    TRUMP_PLACE,
    Deltas,
    code_without,
    lead_change,
    lowest_of_runs,
)
from bot.analysis.trees import DeepTree, FollowingRules, Tree, size_of

SuitDiscards = tuple[int, Deltas]  # the negated danger of the suit, the cards
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
        none: list[SuitDiscards | None] = [None] * CODE_COUNT
        self._discards = [[list(none) for _ in range(4)] for _ in range(3)]
        self._pairs: list[dict[int, DeepTree]] = [{} for _ in range(12)]
        self._ruffs: list[dict[int, Deltas]] = [{} for _ in range(9)]
        self._double_ruffs: list[dict[int, Tree]] = [{} for _ in range(3)]

    def discards(self, player: int, key: int) -> Deltas:
        """Return every card of a player; at misère the declarer's most dangerous suit first."""
        if self.rules.least and player == 0:
            return self._worst_first(key)
        first, second, third, last = self._discards[player]
        code = key & CODE_MASK
        a = first[code] or self.discard(player, 0, code)
        code = key >> CODE_BITS & CODE_MASK
        b = second[code] or self.discard(player, 1, code)
        code = key >> 2 * CODE_BITS & CODE_MASK
        c = third[code] or self.discard(player, 2, code)
        code = key >> 3 * CODE_BITS & CODE_MASK
        d = last[code] or self.discard(player, 3, code)
        return a[1] + b[1] + c[1] + d[1]

    def _worst_first(self, key: int) -> Deltas:
        parts = [
            known[code] or self.discard(0, place, code)
            for place, known in enumerate(self._discards[0])
            for code in (key >> place * CODE_BITS & CODE_MASK,)
        ]
        parts.sort(key=_DANGER)
        return parts[0][1] + parts[1][1] + parts[2][1] + parts[3][1]

    def discard(self, player: int, place: int, code: int) -> SuitDiscards:
        found = self._discards[player][place][code]
        if found is None:
            owners, shift = SEQUENCES[code], place * CODE_BITS
            low_first = not self.rules.least or player > 0
            deltas = tuple(
                (code_without(code, len(owners), card) - code) << shift
                for card in _sorted(lowest_of_runs(owners, player), low_first)
            )
            found = (-suit_facts().danger[code], deltas)
            self._discards[player][place][code] = found
            self.size += 1 + len(deltas)
        return found

    def extras(self, leader: int, key: int, voids: int, trumping: bool) -> Tree:
        """Return the off-suit cards of a trick; ``trumping``: a side suit was led."""
        f, g = (leader + 1) % 3, (leader + 2) % 3
        trumps = key >> TRUMP_PLACE * CODE_BITS & CODE_MASK if trumping else 0
        ruff_f = bool(voids & SECOND_VOID) and f in SEQUENCES[trumps]
        ruff_g = bool(voids & THIRD_VOID) and g in SEQUENCES[trumps]
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

    def ruffs(self, leader: int, player: int, code: int) -> Deltas:
        """Return the trumps of a player, each winning the lead."""
        known = self._ruffs[leader * 3 + player]
        found = known.get(code)
        if found is None:
            owners = SEQUENCES[code]
            cards = lowest_of_runs(owners, player)
            if self.rules.bound and leader == 0 and player == 1:
                cards = cards[:1]
            found = tuple(_trump(code, card) + lead_change(player, leader) for card in cards)
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
        owners, f, g = SEQUENCES[code], (leader + 1) % 3, (leader + 2) % 3
        tree = []
        for one in self._first_ruffs(leader, code):
            answers = lowest_of_runs(owners, g)
            if self.rules.overtake:
                answers = [card for card in answers if card > one] or answers
            tree.append(
                tuple(
                    _trump(code, one, other) + lead_change(f if one > other else g, leader)
                    for other in answers
                )
            )
        return tuple(tree)

    def unbeaten(self, leader: int, code: int) -> Deltas:
        """Return the own sum of each of these trumps if the third hand may discard, else 0."""
        f, g = (leader + 1) % 3, (leader + 2) % 3
        highest = max(place for place, owner in enumerate(SEQUENCES[code]) if owner == g)
        return tuple(
            _trump(code, one) + lead_change(f, leader)
            if self.rules.may_discard and highest < one
            else 0
            for one in self._first_ruffs(leader, code)
        )

    def _first_ruffs(self, leader: int, code: int) -> list[int]:
        cards = lowest_of_runs(SEQUENCES[code], (leader + 1) % 3)
        return cards[:1] if self.rules.bound and leader == 0 else cards

    def _with_discards(self, leader: int, key: int, code: int, ruffs: Tree) -> Tree:
        """Add discards of a third hand that cannot overtrump."""
        other_suits = self.discards((leader + 2) % 3, key & ~(CODE_MASK << TRUMP_PLACE * CODE_BITS))
        return tuple(
            answers + tuple([base + other for other in other_suits]) if base else answers
            for base, answers in zip(self.unbeaten(leader, code), ruffs, strict=True)
        )

    def _both_discard(self, f: int, g: int, key: int) -> Tree:
        tree: list[Deltas] = []
        for place in range(4):
            code = key >> place * CODE_BITS & CODE_MASK
            pairs = self.pair(f, g, place, code)
            if pairs:
                others = self.discards(g, key & ~(CODE_MASK << place * CODE_BITS))
                for (alone,), together in pairs:
                    tree.append(together + tuple([alone + other for other in others]))
        return tuple(tree)

    def pair(self, f: int, g: int, place: int, code: int) -> DeepTree:
        """Return each discard of the second hand with those of the third in the same suit."""
        known = self._pairs[f * 4 + place]
        found = known.get(code)
        if found is None:
            found = tuple(self._pairs_of(f, g, place, code))
            known[code] = found
            self.size += sum(map(size_of, found))
        return found

    def _pairs_of(self, f: int, g: int, place: int, code: int) -> Iterable[Tree]:
        shift = place * CODE_BITS
        for delta in self.discard(f, place, code)[1]:
            rest = code + (delta >> shift)
            answers = self.discard(g, place, rest)[1]
            yield (delta,), tuple(delta + answer for answer in answers)


def _trump(code: int, *cards: int) -> int:
    return (code_without(code, len(SEQUENCES[code]), *cards) - code) << TRUMP_PLACE * CODE_BITS


def _sorted(cards: list[int], low_first: bool) -> list[int]:
    return cards if low_first else cards[::-1]
