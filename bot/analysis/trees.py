"""Trees of the plays in the suit led, sorted by what to try first.

Leaves are sums to add to the key of a position; they include the next leader, too, unless
somebody trumps the trick.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.analysis.suits import (
    CODE_BITS,
    SEQUENCES,
    Deltas,
    Owners,
    code_without,
    lead_change,
    lowest_of_runs,
)

Tree = tuple[Deltas, ...]  # choices of one side, each with the answers of the other
DeepTree = tuple[Tree, ...]  # choices of the leader, of the second hand, of the third

# the declarer's value of a trick, of an own rank and of a defender's rank, for move ordering:
# wanted tricks, misère (tuned for fewer searched positions)
_VALUES: Final = ((64, -1, 2), (-5, 2, -1))


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
    place: int,
    *,
    ruffed_second: bool = False,
    ruffed: bool = False,
) -> list[SuitPlay]:
    """Return every play of the suit led by the players who have it."""
    owners, f, g = SEQUENCES[code], (leader + 1) % 3, (leader + 2) % 3
    found = []
    bound = rules.bound and leader == 0
    for led in lowest_of_runs(owners, leader):
        for second in _answers_in_suit(rules, owners, f, led, bound):
            best = max(led, second)
            free = FollowingRules() if ruffed_second else rules
            for third in _answers_in_suit(free, owners, g, best, False):
                top = max(best, third)
                winner = owners[top]
                delta = (
                    code_without(code, len(owners), led, second, third) - code
                ) << place * CODE_BITS
                cards = ((leader, led), (f, second), (g, third))
                score = _score(rules.least, -1 if ruffed else winner, cards)
                delta += 0 if ruffed else lead_change(winner, leader)
                found.append(SuitPlay(led, second, third, delta, score))
    return found


def _answers_in_suit(
    rules: FollowingRules, owners: Owners, player: int, best: int, bound: bool
) -> Sequence[int]:
    cards = lowest_of_runs(owners, player)
    if not cards:
        return (-1,)
    if rules.overtake:
        winning = [card for card in cards if card > best]
        if winning:
            return winning[:1] if bound else winning
    return cards


def _score(least: bool, winner: int, cards: Iterable[tuple[int, int]]) -> int:
    """Return the declarer's value of a trick: the trick itself, and the ranks each side spends."""
    trick, own, theirs = _VALUES[least]
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


def _deltas(group: Iterable[SuitPlay]) -> Deltas:
    return tuple(dict.fromkeys(line.delta for line in group))


def _merged(groups: Iterable[Deltas]) -> Tree:
    return tuple(dict.fromkeys(groups))


def size_of(tree: Tree) -> int:
    return sum(map(len, tree))
