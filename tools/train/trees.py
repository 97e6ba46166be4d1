"""Trees of first guesses, from searched calls: boosting with the loss of a probability.

Each small tree explains what those before leave unexplained (Friedman, Greedy Function
Approximation, 2001).  Facts are cut at edges between equal shares of the rows; each tree sees half
of the facts.  Equal rows and seeds give equal trees.
"""

from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from bot.robots.expert.first_guesses import Facts, GuessTree, Split, value_in

_TREES: Final = 60
_DEPTH: Final = 3
_RATE: Final = 0.1  # share of a tree's answer that counts
_LEAST_ROWS: Final = 20  # of a leaf
_PULL: Final = 5.0  # weight of rows without news that each leaf counts, against chance
_EDGES: Final = 24  # of a fact, at most
_SHARE: Final = 0.5  # of the facts that a tree may ask
_NOISE: Final = 1e-6  # a split must explain more than sums of floats are wrong by
_SEED: Final = 1


class _Slopes(NamedTuple):
    """First and second derivative of the loss of each row, by the logarithm of its odds.

    ``gaps``: 1 or 0, as the option was chosen or not, less its probability so far.  ``weights``:
    that probability times its complement.
    """

    gaps: list[float]
    weights: list[float]


def grown(rows: Sequence[Facts], chosen: Sequence[bool]) -> tuple[float, tuple[GuessTree, ...]]:
    """Return the logarithm of the odds before any tree, and the trees."""
    edges = [_edges(sorted(row[fact] for row in rows)) for fact in range(len(rows[0]))]
    share = (sum(chosen) + 0.5) / (len(rows) + 1)  # never 0 or 1, which have no odds
    base, rng, trees = log(share / (1 - share)), Random(_SEED), list[GuessTree]()
    odds = [base] * len(rows)
    for _ in range(_TREES):
        likely = [1 / (1 + exp(-each)) for each in odds]
        gaps = [done - each for done, each in zip(chosen, likely, strict=True)]
        slopes = _Slopes(gaps, [each * (1 - each) for each in likely])
        asked = [n for n in range(len(edges)) if edges[n] and rng.random() < _SHARE]
        tree = _grow(rows, [*range(len(rows))], slopes, {n: edges[n] for n in asked}, _DEPTH)
        trees.append(tree)
        odds = [each + value_in(tree, row) for each, row in zip(odds, rows, strict=True)]
    return base, tuple(trees)


def _edges(values: Sequence[float]) -> list[float]:
    """Return the edges that part sorted values into equal shares."""
    cuts = {values[len(values) * n // (_EDGES + 1)] for n in range(1, _EDGES + 1)}
    return sorted(cuts - {values[0]})


def _grow(
    rows: Sequence[Facts],
    among: list[int],
    slopes: _Slopes,
    edges: dict[int, list[float]],
    depth: int,
) -> GuessTree:
    """Return the tree for some of the rows, by their numbers."""
    split = _best_split(rows, among, slopes, edges) if depth else None
    if split is None:
        gap, weight = _sums(among, slopes)
        return _RATE * gap / (weight + _PULL)
    fact, edge = split
    less = [n for n in among if rows[n][fact] < edge]
    more = [n for n in among if rows[n][fact] >= edge]
    one, two = (_grow(rows, part, slopes, edges, depth - 1) for part in (less, more))
    return Split(fact, edge, one, two)


def _sums(among: Sequence[int], slopes: _Slopes) -> tuple[float, float]:
    return sum(slopes.gaps[n] for n in among), sum(slopes.weights[n] for n in among)


def _best_split(
    rows: Sequence[Facts], among: list[int], slopes: _Slopes, edges: dict[int, list[float]]
) -> tuple[int, float] | None:
    """Return the fact and the edge that explain most; None where no split explains anything."""
    gap, weight = _sums(among, slopes)
    best, found = gap * gap / (weight + _PULL) + _NOISE, None
    for fact, cuts in edges.items():
        order = sorted(among, key=lambda n: rows[n][fact])
        place, some, step = 0, 0.0, 0.0
        for edge in cuts:
            while place < len(order) and rows[order[place]][fact] < edge:
                some += slopes.gaps[order[place]]
                step += slopes.weights[order[place]]
                place += 1
            if min(place, len(order) - place) < _LEAST_ROWS:
                continue
            rest = gap - some
            explained = some * some / (step + _PULL) + rest * rest / (weight - step + _PULL)
            if explained > best:
                best, found = explained, (fact, edge)
    return found
