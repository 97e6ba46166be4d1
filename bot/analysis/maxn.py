"""Max-n search: three players without sides, each of them wants the fewest tricks.

Every player picks the outcome with the fewest own tricks; among those the one with the most
tricks for the next player, then with the most for the third.  The rule depends on nothing but
the tricks taken, so equivalent cards stay equivalent and a position has the same outcome whatever
the way to it.  It is one of several rational ways to play.
"""

from functools import cache
from typing import Final

from bot.analysis.keys import CODE_BITS, CODE_MASK, LEAD_SHIFT
from bot.analysis.search import BudgetSpent
from bot.analysis.suit_facts import LEADER_VOID, suit_facts
from bot.analysis.trick_tables import NO_EXTRAS, FollowingRules, trick_tables_of

AllPassOutcome = int  # tricks of places 0, 1, 2, four bits each from the lowest
ONE_TRICK: Final = (1, 1 << 4, 1 << 8)  # one trick of a place
_OUTCOMES: Final = 11 << 8  # more than any
_WORST: Final = 1 << 20


@cache
def preferences() -> tuple[list[int], ...]:
    """Return the preference of each place for each outcome; lower is better."""
    return tuple(
        [_preference(place, outcome) for outcome in range(_OUTCOMES)] for place in range(3)
    )


def _preference(place: int, outcome: AllPassOutcome) -> int:
    own, following, third = (outcome >> 4 * ((place + step) % 3) & 15 for step in range(3))
    return own << 8 | (15 - following) << 4 | 15 - third


@cache
def rival_preferences(dummy: int) -> tuple[list[int], ...]:
    """Return the preferences beside a dummy: fewer tricks than the other player, then the fewest.

    The dummy has no preference and no choice.
    """
    return tuple(
        [
            0 if place == dummy else _rival_preference(place, 3 - dummy - place, o)
            for o in range(_OUTCOMES)
        ]
        for place in range(3)
    )


def _rival_preference(place: int, other: int, outcome: AllPassOutcome) -> int:
    own, others = (outcome >> 4 * one & 15 for one in (place, other))
    return 16 * (own - others) + own


class MaxNSearch:
    """Search of positions between two tricks, as keys; owners are places here."""

    def __init__(self, rules: FollowingRules, budget: int) -> None:
        self.nodes = 0
        self._budget = budget
        self._tables = trick_tables_of(rules)
        self._voids = suit_facts().voids
        # by key: the tricks still to be played, and the one that gave the leader the lead
        self._known = {place << LEAD_SHIFT: ONE_TRICK[place] for place in range(3)}

    def outcome(self, key: int) -> AllPassOutcome:
        """Return the outcome of the remaining tricks."""
        known = self._known.get(key)
        return (self._search(key) if known is None else known) - ONE_TRICK[key >> LEAD_SHIFT]

    def _search(self, key: int) -> AllPassOutcome:
        """Return the outcome plus one trick for the leader."""
        self.nodes += 1
        if self.nodes > self._budget:
            raise BudgetSpent
        get, search, tables = self._known.get, self._search, self._tables
        leader = key >> LEAD_SHIFT
        wish = preferences()
        first, second, third = wish[leader], wish[(leader + 1) % 3], wish[(leader + 2) % 3]
        best = outcome = _WORST
        for slot in range(4):
            code = key >> slot * CODE_BITS & CODE_MASK
            voids = self._voids[leader][code]
            if voids & LEADER_VOID:
                continue
            deep = tables.deep[leader][slot][code] or tables.deep_tree(leader, slot, code)
            extras = NO_EXTRAS
            if voids:
                extras = tables.extras(leader, key, voids, False)
            for tree in deep:
                best_second = chosen = _WORST
                for answers in tree:
                    for group in extras:
                        best_third = last = _WORST
                        for extra in group:
                            base = key + extra
                            for delta in answers:
                                found = get(base + delta)
                                if found is None:
                                    found = search(base + delta)
                                if third[found] < best_third:
                                    best_third, last = third[found], found
                        if second[last] < best_second:
                            best_second, chosen = second[last], last
                if first[chosen] < best:
                    best, outcome = first[chosen], chosen
        outcome += ONE_TRICK[leader]
        self._known[key] = outcome
        return outcome
