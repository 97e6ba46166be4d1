"""The pause before a robot's move: by what all can see, with a chance of its own."""

from random import Random

from bot.background.driver import difficulty_of, pause_before_move
from bot.engine.deal import Stage
from bot.engine.game import Game, stage_of
from bot.engine.view import build_view
from bot.robots.worlds import LayoutSpace, game_on_layout
from tests.robots.evenings import positions
from tests.support import builders

RULES = builders.rules("sochi")


def moves(seed: int) -> list[tuple[Game, int]]:
    return [*positions(RULES, seed)]


def pauses(seed: int) -> list[float]:
    return [
        pause_before_move(build_view(game, None), f"{seed} {game.version}", 1.0)
        for game, _ in moves(seed)
    ]


def test_pauses_vary_within_bounds_and_are_the_same_again() -> None:
    found = pauses(1)
    assert found == pauses(1)
    assert len(set(found)) == len(found)
    assert min(found) > 0.3
    assert max(found) <= 2.5


def test_they_take_about_the_usual_time_over_a_deal() -> None:
    found = [pause for seed in range(20) for pause in pauses(seed)]
    assert 0.85 < sum(found) / len(found) < 1.15


def test_the_last_trick_is_quick_and_a_discard_slow() -> None:
    by_stage = {}
    for game, _ in moves(1):
        by_stage[stage_of(game)] = difficulty_of(build_view(game, None))
    assert max(by_stage, key=by_stage.__getitem__) is Stage.EXCHANGE
    assert min(by_stage, key=by_stage.__getitem__) is Stage.PLAY  # the last card of all


def test_hidden_cards_change_no_pause() -> None:
    rng, swapped = Random(3), 0
    for game, seat in moves(2)[8:]:
        seen = build_view(game, seat)
        other = game_on_layout(seen, LayoutSpace(seen).draw(rng), rng)
        assert game.deal is not None
        assert other.deal is not None
        swapped += other.deal.hands != game.deal.hands
        assert difficulty_of(build_view(other, None)) == difficulty_of(build_view(game, None))
    assert swapped


def test_without_a_pace_nobody_waits() -> None:
    game, _ = moves(1)[0]
    assert pause_before_move(build_view(game, None), "1 1", 0.0) == 0.0
