"""Reference search: can the declarer reach a target?  Zero-window, with a table of bounds.

The table keeps, for every position met, a lower and an upper bound of the declarer's tricks, so an
answer serves other targets too.
"""

from typing import Final

from bot.analysis.keys import (
    CODE_BITS,
    CODE_MASK,
    DECLARER_LEADS,
    LEAD_SHIFT,
    TRUMP_SLOT,
    Deltas,
    sequences,
)
from bot.analysis.suit_facts import (
    CANNOT_LEAD,
    CUTOFF_BONUS,
    DIRTY,
    EXIT,
    FORCED_BY_LAST,
    FORCED_BY_NEXT,
    SECOND_VOID,
    THIRD_VOID,
    UNKNOWN,
    clean_suits,
    lead_orders,
    suit_facts,
)
from bot.analysis.trick_tables import (
    MAX_OUTCOMES,
    NO_EXTRAS,
    DeepTree,
    FollowingRules,
    Tree,
    trick_tables_of,
)

UNDECIDED: Final = 2  # neither yes nor no


def _verdicts(least: bool) -> list[bytes]:
    """Return verdicts by target + 1, then by bounds (low << 4 | high): 0 no, 1 yes, 2 open."""
    return [
        bytes(_verdict(bounds >> 4, bounds & 15, target, least) for bounds in range(256))
        for target in range(-1, 13)
    ]


def _verdict(low: int, high: int, target: int, least: bool) -> int:
    if least:
        return 1 if high <= target else 0 if low > target else UNDECIDED
    return 1 if low >= target else 0 if high < target else UNDECIDED


MOST_VERDICTS: Final = _verdicts(least=False)
LEAST_VERDICTS: Final = _verdicts(least=True)


MAX_BOUNDS: Final = 150_000  # kept between two queries, about 18 MB
_BY_SECOND, _BY_THIRD = 1, 2
_NO_EXTRA: Final[Deltas] = (0,)
_WITHOUT_LAST: Final = bytes(n & ~THIRD_VOID for n in range(256))
_WITHOUT_NEXT: Final = bytes(n & ~SECOND_VOID for n in range(256))


class BudgetSpent(Exception):
    """The search would visit more nodes than allowed."""


class ReferenceSearch:
    """Search of positions between two tricks, as keys, with one table of bounds."""

    def __init__(self, rules: FollowingRules, trumps: bool, two_handed: bool, budget: int) -> None:
        self.tables = trick_tables_of(rules)
        self.least = rules.least
        self.trumps = trumps
        self.budget = budget
        self.nodes = 0
        self.bounds: dict[int, int] = {}
        self._verdicts = LEAST_VERDICTS if rules.least else MOST_VERDICTS
        known = suit_facts()
        self._quick, self._drawn, self._sure = known.quick, known.drawn, known.sure
        self._cash = [by_danger[0] for by_danger in known.quick]
        self._side, trump_order = lead_orders(rules.least)
        self._trump_slot_order = trump_order if trumps else self._side
        self._bonus = CUTOFF_BONUS[rules.least]
        self._cutoff_slot = [0, 0, 0]  # by leader: the suit that brought the last cut-off
        self._clean = clean_suits(rules.overtake)
        self._voids = known.voids
        if two_handed:  # the third player is absent, not void
            first, second, _ = known.voids
            self._voids = first.translate(_WITHOUT_LAST), second.translate(_WITHOUT_NEXT)

    def clear(self) -> None:
        """Clear the table of bounds."""
        self.bounds.clear()

    def reaches(self, key: int, target: int, left: int) -> bool:
        """True if the declarer takes at least ``target`` of ``left`` tricks (LEAST: at most)."""
        if len(self.bounds) > MAX_BOUNDS:
            self.bounds.clear()
        if self.tables.size > MAX_OUTCOMES:
            self.tables.clear()
        answer = self._verdicts[target + 1][self.bounds.get(key, left)]
        if answer == UNDECIDED:
            return self._search(key, target, left)
        return answer == 1

    def _search(self, key: int, target: int, left: int) -> bool:
        """Search a position that the table does not decide."""
        bounds = self.bounds.get(key, -1)
        if bounds < 0:
            bounds = self._first_bounds(key, left)
            answer = self._verdicts[target + 1][bounds]
            if answer != UNDECIDED:
                self.bounds[key] = bounds
                return answer == 1
        self.nodes += 1
        if self.nodes > self.budget:
            raise BudgetSpent
        leader = key >> LEAD_SHIFT
        if leader == 0:
            reached = self._declarer_leads(key, target, left)
        elif leader == 1:
            reached = self._next_leads(key, target, left)
        else:
            reached = self._last_leads(key, target, left)
        low, high = bounds >> 4, bounds & 15
        if reached == self.least:
            new_high = target if reached else target - 1
            high = new_high if new_high < high else high
        else:
            new_low = target if reached else target + 1
            low = new_low if new_low > low else low
        self.bounds[key] = low << 4 | high
        return reached

    def _first_bounds(self, key: int, left: int) -> int:
        """Return the bounds that the suits alone prove, as low << 4 | high."""
        a, b = key & CODE_MASK, key >> CODE_BITS & CODE_MASK
        c, d = key >> 2 * CODE_BITS & CODE_MASK, key >> 3 * CODE_BITS & CODE_MASK
        leader = key >> LEAD_SHIFT
        if self.least:
            return left if self.trumps else self._misere_bounds(leader, (a, b, c, d), left)
        if not self.trumps:
            row = self._cash[leader]
            tricks = row[a] + row[b] + row[c] + row[d]
            return left - tricks if leader else tricks << 4 | left
        row = self._quick[leader][self._drawn[leader][d]]
        tricks = self._sure[leader][d] + row[a] + row[b] + row[c]
        if not leader:
            other, partner = self._sure[1][d], self._sure[2][d]
            return tricks << 4 | left - (other if other > partner else partner)
        other = self._sure[3 - leader][d]
        return self._sure[0][d] << 4 | left - (other if other > tricks else tricks)

    def _misere_bounds(self, leader: int, codes: tuple[int, int, int, int], left: int) -> int:
        a, b, c, d = codes
        known = self._clean.known
        bits = known[a] | known[b] | known[c] | known[d]
        if bits & UNKNOWN:
            learn = self._clean.bits
            bits = learn(a) | learn(b) | learn(c) | learn(d)
        if not bits & DIRTY:
            return 0 if leader or bits & EXIT else left
        if leader and bits & (FORCED_BY_NEXT if leader == 1 else FORCED_BY_LAST):
            return 1 << 4 | left
        return left

    def _order(self, key: int) -> list[int]:
        """Return the suits in the order to try; the two lowest bits hold the slot of a suit."""
        leader = key >> LEAD_SHIFT
        side = self._side[leader]
        suits = [
            side[key & CODE_MASK],
            side[key >> CODE_BITS & CODE_MASK] + 1,
            side[key >> 2 * CODE_BITS & CODE_MASK] + 2,
            self._trump_slot_order[leader][key >> 3 * CODE_BITS & CODE_MASK] + 3,
        ]
        suits[self._cutoff_slot[leader]] -= self._bonus
        suits.sort()
        return suits

    # The three loops over a trick differ in how the choices of the sides are nested.  They are the
    # hottest lines of the solver, written out to save a call for every card.
    #
    # In a key below ``limit`` the declarer leads: it has won the trick.  The default of
    # ``get(child, left)`` is the packed form of the bounds 0..left: nothing is known.

    def _declarer_leads(self, key: int, target: int, left: int) -> bool:
        """True if some lead of the declarer is good against every answer."""
        get, limit = self.bounds.get, DECLARER_LEADS
        left -= 1
        lost, won = self._verdicts[target + 1], self._verdicts[target]
        for suit in self._order(key):
            if suit > CANNOT_LEAD:
                break
            slot = suit & 3
            code = key >> slot * CODE_BITS & CODE_MASK
            voids = self._voids[0][code]
            tree, extras = self._declarer_trick(key, slot, code, voids)
            for answers in tree:
                for extra in extras:
                    base = key + extra
                    for delta in answers:
                        child = base + delta
                        wins = child < limit
                        answer = (won if wins else lost)[get(child, left)]
                        if answer == UNDECIDED:
                            answer = self._search(child, target - wins, left)
                        if not answer:
                            break
                    else:
                        continue
                    break
                else:
                    self._cutoff_slot[0] = slot
                    return True
        return False

    def _declarer_trick(self, key: int, slot: int, code: int, voids: int) -> tuple[Tree, Deltas]:
        tables = self.tables
        tree = tables.by_declarer[slot][code] or tables.tree_by_declarer(slot, code)
        if not voids:
            return tree, _NO_EXTRA
        ruffed = self._first_ruff(0, key, slot, voids)
        if ruffed:
            tree = tables.ruffed_by_declarer(slot, code, ruffed == _BY_SECOND)
        extras = tables.extras(0, key, voids, self.trumps and slot != TRUMP_SLOT)
        return tree, tuple([extra for group in extras for extra in group])

    def _next_leads(self, key: int, target: int, left: int) -> bool:
        """True if the declarer has a good answer to every lead and card of the second hand."""
        get, limit = self.bounds.get, DECLARER_LEADS
        left -= 1
        lost, won = self._verdicts[target + 1], self._verdicts[target]
        for suit in self._order(key):
            if suit > CANNOT_LEAD:
                break
            slot = suit & 3
            code = key >> slot * CODE_BITS & CODE_MASK
            voids = self._voids[1][code]
            tree, extras = self._next_trick(key, slot, code, voids)
            for answers in tree:
                for group in extras:
                    for extra in group:
                        base = key + extra
                        for delta in answers:
                            child = base + delta
                            wins = child < limit
                            answer = (won if wins else lost)[get(child, left)]
                            if answer == UNDECIDED:
                                answer = self._search(child, target - wins, left)
                            if answer:
                                break
                        else:
                            continue
                        break
                    else:
                        self._cutoff_slot[1] = slot
                        return False
        return True

    def _next_trick(self, key: int, slot: int, code: int, voids: int) -> tuple[Tree, Tree]:
        tables = self.tables
        tree = tables.by_next[slot][code] or tables.tree_by_next(slot, code)
        if not voids:
            return tree, NO_EXTRAS
        ruffed = self._first_ruff(1, key, slot, voids)
        if ruffed:
            tree = tables.ruffed_by_next(slot, code, ruffed == _BY_SECOND)
        return tree, tables.extras(1, key, voids, self.trumps and slot != TRUMP_SLOT)

    def _last_leads(self, key: int, target: int, left: int) -> bool:
        """True if to every lead the declarer has an answer good against the third hand."""
        get, limit = self.bounds.get, DECLARER_LEADS
        left -= 1
        lost, won = self._verdicts[target + 1], self._verdicts[target]
        for suit in self._order(key):
            if suit > CANNOT_LEAD:
                break
            slot = suit & 3
            code = key >> slot * CODE_BITS & CODE_MASK
            voids = self._voids[2][code]
            deep, extras = self._last_trick(key, slot, code, voids)
            for tree in deep:
                for answers in tree:
                    for group in extras:
                        for extra in group:
                            base = key + extra
                            for delta in answers:
                                child = base + delta
                                wins = child < limit
                                answer = (won if wins else lost)[get(child, left)]
                                if answer == UNDECIDED:
                                    answer = self._search(child, target - wins, left)
                                if not answer:
                                    break
                            else:
                                continue
                            break
                        else:
                            break
                    else:
                        continue
                    break
                else:
                    self._cutoff_slot[2] = slot
                    return False
        return True

    def _last_trick(self, key: int, slot: int, code: int, voids: int) -> tuple[DeepTree, Tree]:
        tables = self.tables
        tree = tables.by_last[slot][code] or tables.tree_by_last(slot, code)
        if not voids:
            return tree, NO_EXTRAS
        ruffed = self._first_ruff(2, key, slot, voids)
        if ruffed:
            tree = tables.ruffed_by_last(slot, code, ruffed == _BY_SECOND)
        return tree, tables.extras(2, key, voids, self.trumps and slot != TRUMP_SLOT)

    def _first_ruff(self, leader: int, key: int, slot: int, voids: int) -> int:
        """Return the first hand to trump: 0 nobody, else the second or the third hand."""
        if not self.trumps or slot == TRUMP_SLOT:
            return 0
        trumps = sequences()[key >> TRUMP_SLOT * CODE_BITS & CODE_MASK]
        if voids & SECOND_VOID and (leader + 1) % 3 in trumps:
            return _BY_SECOND
        return _BY_THIRD if voids & THIRD_VOID and (leader + 2) % 3 in trumps else 0
