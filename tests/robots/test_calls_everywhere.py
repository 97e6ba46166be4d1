"""The expert's calls under every set of rules: legal, deterministic, blind to hidden cards."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES
from bot.engine.game import Game
from bot.engine.view import build_view
from bot.robots.expert import continuation
from bot.robots.expert.call_choice import advise_call
from tests.robots.evenings import PRESETS, positions, tables
from tests.robots.test_choices import dealt_anew

QUICKLY = 60_000  # steps: fewer than at a table, enough for several worlds
EVERYWHERE = [table for family in FAMILIES for table in tables(family)]


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continuation.WorkBudget.__init__, "__defaults__", (QUICKLY, 1))


def questions(preset: str, players: int, seeds: range) -> Iterator[tuple[Game, Seat]]:
    """Return the first decision of each kind outside the cards, in some deals among robots."""
    rules, asked = PRESETS.rules(preset, players=players), set()
    for seed in seeds:
        for game, seat in positions(rules, seed):
            stage = build_view(game, seat).stage
            if stage is Stage.PLAY:
                break
            if stage not in asked:
                asked.add(stage)
                yield game, seat


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), EVERYWHERE)
def test_every_call_is_legal(preset: str, players: int) -> None:
    for game, seat in questions(preset, players, range(3)):
        seen = build_view(game, seat)
        advice = advise_call(seen, Random(1))
        assert advice.action in seen.legal
        assert {option.action for option in advice.options} <= set(seen.legal)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_the_same_seed_gives_the_same_advice(preset: str) -> None:
    for game, seat in questions(preset, 3, range(7, 8)):
        seen = build_view(game, seat)
        assert advise_call(seen, Random(4)) == advise_call(seen, Random(4))


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_hidden_cards_change_nothing(preset: str) -> None:
    moved = 0
    for game, seat in questions(preset, 3, range(11, 13)):
        other = dealt_anew(game, seat, Random(2))
        moved += other.deal != game.deal
        assert advise_call(build_view(other, seat), Random(4)) == advise_call(
            build_view(game, seat), Random(4)
        )
    assert moved


def test_without_time_to_think_it_says_what_the_plain_robot_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(continuation.WorkBudget.__init__, "__defaults__", (0, 1))
    for game, seat in questions("sochi", 3, range(20, 21)):
        seen = build_view(game, seat)
        advice = advise_call(seen, Random(1))
        assert not isinstance(advice.action, Play)
        assert advice.layouts <= 1
