"""Worlds: complete games consistent with the view of a seat and its history.

Worlds are sampled from a view alone.  The engine replays the history on every sampled layout, so a
world is legal by construction, and its view from the same seat equals the original view.

    card_layouts        what a view tells about the unseen cards; layouts that fit it
    deal_sampler        counts, draws and lists deals of hidden cards under constraints, or draws
                        them by the odds of every card
    beliefs             learned odds of every unseen card, by place
    likelihood          likelihood of a layout given the calls
    layout_sampling     layouts drawn, or listed, by all that
    history_replay      replay of the public history on other cards; talon pick-ups
"""

from random import Random
from typing import NamedTuple

from bot.engine import actions, cards, view
from bot.engine.game import Game, legal_actions, to_act
from bot.robots.worlds.card_layouts import Layout, LayoutSpace
from bot.robots.worlds.history_replay import replay_calls, replay_play, start_deal
from bot.robots.worlds.layout_sampling import (
    MOST_LISTED,
    LayoutSample,
    LayoutSampler,
    sample_layouts,
)


class World(NamedTuple):
    """A game at the moment of a view, with its relative weight."""

    game: Game
    weight: float


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
    "LayoutSampler",
    "LayoutSpace",
    "World",
    "game_on_layout",
    "sample_layouts",
    "sample_worlds",
]
