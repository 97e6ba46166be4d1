"""Calls make the true cards likelier than chance does, and none impossible."""

from math import log
from random import Random
from statistics import mean

import pytest

from bot.engine.cards import Hand
from bot.engine.deal import Deal, Stage
from bot.engine.game import Game, stage_of
from bot.engine.view import build_view
from bot.robots.worlds import Layout, LayoutSpace
from bot.robots.worlds.likelihood import likelihood_of
from tests.robots.evenings import positions
from tests.support import builders

POOL = 60


def true_layout(deal: Deal) -> Layout:
    laid = (int(Hand.of(deal.discard)),) if deal.discard else ()
    hands, dealt = tuple(map(int, deal.hands)), tuple(map(int, deal.dealt))
    return Layout(hands, int(deal.aside), dealt, deal.talon, laid)


def first_leads(preset: str, seeds: int) -> list[Game]:
    """Yield contracts of plain robots at the first lead."""
    found = []
    for seed in range(seeds):
        games = (g for g, _ in positions(builders.rules(preset), seed))
        game = next((g for g in games if stage_of(g) is Stage.PLAY), None)
        if game is not None and game.deal is not None and game.deal.contract is not None:
            found.append(game)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_the_truth_is_believed_more_than_chance(preset: str) -> None:
    gains, rng = [], Random(1)
    for game in first_leads(preset, 30):
        deal = game.deal
        assert deal is not None
        assert deal.contract is not None
        for seat in deal.defenders():
            seen = build_view(game, seat)
            layouts, likelihood = LayoutSpace(seen), likelihood_of(seen)
            if layouts.count < POOL:
                continue
            others = [likelihood(layouts.draw(rng)) for _ in range(POOL)]
            assert min(others) > 0
            gains.append(log(likelihood(true_layout(deal)) / mean(others)))
    assert len(gains) > 20
    assert mean(gains) > 1.5
