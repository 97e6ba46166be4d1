"""Losses of cards in the same positions: the foundations of the comparison."""

from itertools import islice

import pytest

from bot.engine.deal import Stage
from bot.engine.game import stage_of
from tools.arena.steps import Lost, lost, report, started


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_a_deal_begins_at_its_first_card(preset: str) -> None:
    games = [game for seed in range(6) if (game := started(seed, preset, 3)) is not None]
    assert games
    for game in games:
        assert stage_of(game) is Stage.PLAY
        assert game.deal is not None
        assert game.deal.contract is not None
        assert not game.deal.trick


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_no_card_is_better_than_the_best(preset: str) -> None:
    """A side never gains by its own card more than the other has given away."""
    played = (lost(seed, preset) for seed in range(5))
    found = [*islice((deal for deal in played if deal is not None), 2)]
    assert len(found) == 2
    assert all(given >= 0 for deal in found for given in deal.tricks)
    assert all(given == 0 for deal in found for given in deal.points if sum(deal.tricks) == 0)


def test_a_step_is_sure_when_it_is_three_errors_long() -> None:
    deals = [Lost(seed, (2.0, 1.0, 1.0), (8.0 + seed % 2, 2.0, 2.0)) for seed in range(10)]
    told = report(deals)
    assert "club over beginner: +6.50 +- 0.17 points (sure)" in told
    assert "expert over club: +0.00 +- 0.00 points\n" in told
