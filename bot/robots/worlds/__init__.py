"""Worlds: complete games consistent with the view of a seat and its history.

Worlds are sampled from a view alone.  The engine replays the history on every sampled layout, so a
world is legal by construction, and its view from the same seat equals the original view.

    card_layouts        what a view tells about the unseen cards; layouts that fit it
    deal_sampler        counts, draws and lists deals of hidden cards under constraints, or draws
                        them by the odds of every card
    beliefs             learned odds of every unseen card, by place
    likelihood          likelihood of a layout given the calls
    history_replay      replay of the public history on other cards; talon pick-ups
"""

from random import Random
from typing import Final, NamedTuple

from bot.engine import actions, cards, view
from bot.engine.game import Game, legal_actions, to_act
from bot.robots.worlds.beliefs import card_odds
from bot.robots.worlds.card_layouts import Layout, LayoutSpace
from bot.robots.worlds.history_replay import replay_calls, replay_play, start_deal
from bot.robots.worlds.likelihood import Likelihood, likelihood_of

MOST_LISTED: Final = 66  # layouts up to which all are listed: the discards of two from twelve cards
_POOL_FACTOR: Final = 20  # most layouts drawn for each that is kept
_CALLS_BESIDE_BELIEFS: Final = 0.7  # exponent of the likelihood of the calls beside the beliefs


class World(NamedTuple):
    """A game at the moment of a view, with its relative weight."""

    game: Game
    weight: float


class LayoutSample(NamedTuple):
    """Layouts with their weights; ``exact`` if these are all that exist."""

    layouts: tuple[Layout, ...]
    exact: bool


def sample_layouts(
    view: view.View, rng: Random, count: int, use_likelihood: bool = True
) -> LayoutSample:
    """Sample ``count`` layouts that fit the view of an open deal, or list all if there are few.

    ``use_likelihood``: weight layouts by the likelihood of the calls, else all alike.
    """
    layouts = LayoutSpace(view, card_odds if use_likelihood else None)
    likelihood = _beside_beliefs(likelihood_of(view)) if layouts.believes else likelihood_of(view)
    if layouts.count <= max(MOST_LISTED, count):
        every = tuple(layouts.list_all(rng))
        return LayoutSample(
            _with_weights(every, likelihood) if use_likelihood else every, exact=True
        )
    if not use_likelihood:
        return LayoutSample(tuple(layouts.draw(rng) for _ in range(count)), exact=False)
    return LayoutSample(_resample(_draw_pool(layouts, likelihood, rng, count), rng, count), False)


def _beside_beliefs(likelihood: Likelihood) -> Likelihood:
    """Return the likelihood beside learned beliefs, which know a part of what the calls tell."""

    def beside(layout: Layout) -> float:
        calls = likelihood(layout._replace(weight=1.0))
        return float(layout.weight * calls**_CALLS_BESIDE_BELIEFS)

    return beside


def _with_weights(layouts: tuple[Layout, ...], likelihood: Likelihood) -> tuple[Layout, ...]:
    """Return the layouts with weights that are one on average."""
    weights = [likelihood(layout) for layout in layouts]
    scale = len(weights) / (sum(weights) or 1.0)
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


def sample_worlds(view: view.View, rng: Random, count: int) -> tuple[World, ...]:
    """Sample ``count`` worlds that fit the view, or list all if there are few.

    The view must be of an open deal.  A view with ``seat`` None gives worlds for the public.
    """
    found = sample_layouts(view, rng, count).layouts
    return tuple(World(game_on_layout(view, layout, rng), layout.weight) for layout in found)


def game_on_layout(view: view.View, layout: Layout, rng: Random) -> Game:
    """Replay the history of a view on the cards of a layout."""
    laid = iter(layout.laid)

    def lay(_: Game) -> actions.Action:
        low, high = cards.Hand(next(laid))
        return actions.DISCARDS[low, high]

    def seal(game: Game) -> actions.Action:
        seat = to_act(game)
        assert seat is not None
        return rng.choice(legal_actions(game, seat))

    game = start_deal(view, layout.dealt, layout.talon)
    return replay_play(view, replay_calls(view, game, lay, seal))


__all__ = [
    "MOST_LISTED",
    "Layout",
    "LayoutSample",
    "LayoutSpace",
    "World",
    "game_on_layout",
    "sample_layouts",
    "sample_worlds",
]
