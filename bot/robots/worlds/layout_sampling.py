"""Samples of the layouts that fit a view, by what calls and cards tell of the unseen ones."""

from random import Random
from typing import Final, NamedTuple

from bot.engine import view
from bot.robots.worlds.beliefs import card_odds
from bot.robots.worlds.card_layouts import Layout, LayoutSpace
from bot.robots.worlds.likelihood import Likelihood, likelihood_of

MOST_LISTED: Final = 66  # layouts up to which all are listed: the discards of two from twelve cards
_POOL_FACTOR: Final = 20  # most layouts drawn for each that is kept
_CALLS_BESIDE_BELIEFS: Final = 0.7  # exponent of the likelihood of the calls beside the beliefs


class LayoutSample(NamedTuple):
    """Layouts with their weights; ``exact`` if these are all that exist."""

    layouts: tuple[Layout, ...]
    exact: bool


def sample_layouts(
    view: view.View, rng: Random, count: int, use_likelihood: bool = True
) -> LayoutSample:
    """Sample ``count`` layouts as ``LayoutSampler`` does."""
    return LayoutSampler(view, use_likelihood).sample(rng, count)


class LayoutSampler:
    """The layouts that fit the view of an open deal, to be sampled more than once.

    ``use_likelihood``: weight layouts by the likelihood of the calls, else all alike.
    """

    def __init__(self, view: view.View, use_likelihood: bool = True) -> None:
        self._weighs = use_likelihood
        self._space = LayoutSpace(view, card_odds if use_likelihood else None)
        believes = self._space.believes
        self._likelihood = _beside_beliefs(view) if believes else likelihood_of(view)

    def sample(self, rng: Random, count: int) -> LayoutSample:
        """Sample ``count`` layouts, or list all if there are few."""
        space, likelihood = self._space, self._likelihood
        if space.count <= max(MOST_LISTED, count):
            every = tuple(space.list_all(rng))
            return LayoutSample(_with_weights(every, likelihood) if self._weighs else every, True)
        if not self._weighs:
            return LayoutSample(tuple(space.draw(rng) for _ in range(count)), False)
        return LayoutSample(_resample(_draw_pool(space, likelihood, rng, count), rng, count), False)


def _beside_beliefs(view: view.View) -> Likelihood:
    """Return the likelihood beside learned beliefs, which know a part of what the calls tell."""
    calls = likelihood_of(view, weighs=False)

    def beside(layout: Layout) -> float:
        return float(layout.weight * calls(layout) ** _CALLS_BESIDE_BELIEFS)

    return beside


def _with_weights(layouts: tuple[Layout, ...], likelihood: Likelihood) -> tuple[Layout, ...]:
    """Return the layouts with weights that are one on average."""
    weights = [likelihood(layout) for layout in layouts]
    total = sum(weights)
    scale = len(weights) / (total if total else 1.0)
    pairs = zip(layouts, weights, strict=True)
    return tuple(layout._replace(weight=weight * scale) for layout, weight in pairs)


def _draw_pool(
    layouts: LayoutSpace, likelihood: Likelihood, rng: Random, count: int
) -> list[tuple[Layout, float]]:
    """Draw layouts with likelihoods until their effective number is ``count``, or a maximum.

    The draws follow the learned beliefs card by card; the likelihood knows which cards make a hand.
    """
    pool: list[tuple[Layout, float]] = []
    total = squares = 0.0
    while len(pool) < _POOL_FACTOR * count and total * total <= count * squares:
        for _ in range(count):
            layout = layouts.draw(rng)
            weight = likelihood(layout)
            pool.append((layout, weight))
            total += weight
            squares += weight * weight
    return pool


def _resample(pool: list[tuple[Layout, float]], rng: Random, count: int) -> tuple[Layout, ...]:
    """Resample ``count`` layouts from a pool by likelihood; the multiplicity is the weight.

    Systematic resampling (even steps from one random start) adds the least variance.
    """
    step = sum(weight for _, weight in pool) / count
    at, passed, picked = rng.random() * step, 0.0, []
    for layout, weight in pool:
        passed += weight
        times = 0
        while at < passed and step:
            times += 1
            at += step
        if times:
            picked.append(layout._replace(weight=float(times)))
    rng.shuffle(picked)
    return tuple(picked)
