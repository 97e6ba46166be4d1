"""The worlds in which a call is tried are possible and explain the calls so far."""

from random import Random
from statistics import mean

import pytest

from bot.engine.deal import Deal, Stage
from bot.engine.game import Game, to_act
from bot.engine.view import build_view
from bot.robots import evaluation
from bot.robots.expert.refinement import call_likelihoods, refined_worlds
from bot.robots.worlds import World
from tests.robots.evenings import PRESETS, positions
from tests.support import balkan, builders
from tests.support.builders import said, texts


def worlds_of(game: Game, count: int = 20) -> tuple[World, ...]:
    seat = to_act(game)
    assert seat is not None
    return refined_worlds(build_view(game, seat), Random(3), count)


def deals(found: tuple[World, ...]) -> list[Deal]:
    return [world.game.deal for world in found if world.game.deal is not None]


def best(hand: int) -> float:
    return max(evaluation.declarer_tricks(hand, trump) for trump in evaluation.STRAIN_ORDER)


@pytest.mark.parametrize(
    "preset",
    [
        "sochi",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("serbian", "slovenian")),
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("viennese", "austrian")),
    ],
)
def test_every_world_looks_the_same_from_the_seat(preset: str) -> None:
    rules = PRESETS.rules(preset)
    for seed in range(3):
        for game, seat in positions(rules, seed):
            seen = build_view(game, seat)
            if seen.stage is Stage.PLAY:
                break
            for world in refined_worlds(seen, Random(1), 6):
                assert world.game.deal is not None
                assert not world.game.deal.faults()
                assert build_view(world.game, seat)._replace(version=0) == seen._replace(version=0)


@pytest.mark.parametrize("line", ["bid 6S", "bid 6S, pass, pass, discard 9C 10C, declare 7S"])
def test_layouts_that_are_sampled_in_parts_are_as_many_as_asked_for(line: str) -> None:
    hands = "AS KS QS JS 10S AC KC QC JC AD | ... | ... | 10C 9C"
    found = worlds_of(said(builders.dealt(hands), *texts(line)), count=19)
    assert [world.weight for world in found] == [1.0] * 19
    assert len({deal.hands for deal in deals(found)}) > 15


def test_who_bids_seven_holds_more_than_who_passes() -> None:
    game = said(builders.dealt(), "bid 7S", "pass")
    found = deals(worlds_of(game))
    bidder, passer = (mean(best(deal.dealt[seat]) for deal in found) for seat in (0, 1))
    assert bidder > 5
    assert passer < 4


def test_who_names_nine_holds_about_nine_tricks() -> None:
    game = builders.dealt("AS KS QS JS 10S 9S AC KC QC JC | ... | ... | 10C 9C")
    game = said(game, *texts("bid 6S, pass, pass, discard 9C 10C, declare 9S"))
    hands = [deal.hands[0] for deal in deals(worlds_of(game))]
    assert mean(evaluation.declarer_tricks(hand, 0) for hand in hands) > 8


def test_who_wants_no_trick_holds_low_cards() -> None:
    line = "7S 8S 9S 7C 8C 9C 7D 8D 7H 8H | ... | ... | ..."
    game = said(balkan.dealt(line, preset="serbian"), "bid G6B", "pass", "pass")
    hands = [deal.hands[0] for deal in deals(worlds_of(game))]
    assert mean(evaluation.misere_probability(hand, True) for hand in hands) > 0.5


def test_a_word_of_the_own_promises_nothing() -> None:
    game = said(builders.dealt(), "bid 6S", "pass")
    assert [seat for seat, _ in call_likelihoods(build_view(game, 0))] == [1]
    assert [seat for seat, _ in call_likelihoods(build_view(game, 2))] == [0, 1]
