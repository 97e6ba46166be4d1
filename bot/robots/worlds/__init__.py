"""Worlds: whole games as a seat may imagine them, with the history it has seen.

Drawn from a view alone.  Every world is told once more through the engine, so it is legal by
construction, and its view from the same seat is the view it was drawn from.
"""

from random import Random
from typing import Final, NamedTuple

from bot.engine.actions import DISCARDS, Action
from bot.engine.cards import Hand
from bot.engine.game import Game, legal, to_act
from bot.engine.view import View
from bot.robots.worlds.beliefs import Likelihood, likelihood_of
from bot.robots.worlds.layouts import Layout, Layouts
from bot.robots.worlds.retelling import opened, played, told

FEW: Final = 66  # so many layouts are all looked at: the ways to lay two of twelve cards away
_POOL: Final = 20  # layouts drawn at most for one that is kept


class World(NamedTuple):
    """A game at the moment of a view, and how likely it is beside the others."""

    game: Game
    weight: float


class Survey(NamedTuple):
    """Layouts with their weights; ``exact`` when there are no others."""

    layouts: tuple[Layout, ...]
    exact: bool


def survey(view: View, rng: Random, count: int, believes: bool = True) -> Survey:
    """So many layouts that fit the view of an open deal, or all of them where there are few.

    ``believes``: weighed by how well they explain what was said, else any as likely as another.
    """
    layouts = Layouts(view)
    if layouts.count <= max(FEW, count):
        every = tuple(layouts.every(rng))
        return Survey(_weighed(every, likelihood_of(view)) if believes else every, exact=True)
    if not believes:
        return Survey(tuple(layouts.draw(rng) for _ in range(count)), exact=False)
    return Survey(_picked(_pool(layouts, likelihood_of(view), rng, count), rng, count), False)


def _weighed(layouts: tuple[Layout, ...], likelihood: Likelihood) -> tuple[Layout, ...]:
    """With weights that are one on average."""
    weights = [likelihood(layout) for layout in layouts]
    scale = len(weights) / (sum(weights) or 1.0)
    pairs = zip(layouts, weights, strict=True)
    return tuple(layout._replace(weight=weight * scale) for layout, weight in pairs)


def _pool(
    layouts: Layouts, likelihood: Likelihood, rng: Random, count: int
) -> list[tuple[Layout, float]]:
    """Layouts with their likelihoods, until they are worth as many as are wanted, or enough."""
    pool: list[tuple[Layout, float]] = []
    total = squares = 0.0
    while len(pool) < _POOL * count and total * total <= count * squares:
        for _ in range(count):
            layout = layouts.draw(rng)
            weight = likelihood(layout)
            pool.append((layout, weight))
            total += weight
            squares += weight * weight
    return pool


def _picked(pool: list[tuple[Layout, float]], rng: Random, count: int) -> tuple[Layout, ...]:
    """So many of a larger pool, each as often as its likelihood tells: that is its weight.

    At even steps from one random start, so the luck of the draw adds least.
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


def worlds(view: View, rng: Random, count: int) -> tuple[World, ...]:
    """So many worlds that fit the view, or all of them where there are few.

    The view must be of an open deal.  ``seat`` None gives the worlds the public may imagine.
    """
    found = survey(view, rng, count).layouts
    return tuple(World(game_of(view, layout, rng), layout.weight) for layout in found)


def game_of(view: View, layout: Layout, rng: Random) -> Game:
    """The history of a view told on the cards of a layout."""
    laid = iter(layout.laid)

    def lay(_: Game) -> Action:
        low, high = Hand(next(laid))
        return DISCARDS[low, high]

    def seal(game: Game) -> Action:
        seat = to_act(game)
        assert seat is not None
        return rng.choice(legal(game, seat))

    game = opened(view, layout.dealt, layout.talon)
    return played(view, told(view, game, lay, seal))


__all__ = ["FEW", "Layout", "Layouts", "Survey", "World", "game_of", "survey", "worlds"]
