"""Calls that depend on the state of a match: the open refas, and their owners (balkan.md 3.7)."""

from random import Random
from statistics import mean

import pytest

from bot.engine import actions as act
from bot.engine.game import Game
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.expert.call_choice import weigh_made_call
from tests.support import balkan
from tests.support.builders import said

pytestmark = pytest.mark.slow

OWED = {"main 0": -60, "main 1": -60, "main 2": -60}
FOUR_CLUBS_BEHIND_THE_ACE = "8C 9C 10C JC AC 9D 10D 7H 10H QH | ... | ... | 9H JH"
FOUR_SPADES_AND_AN_ACE = "7S 9S JS KS 7D 9D QD 7H JH AH | ... | ... | 10S QC"


def calls(game: Game, times: int = 3) -> list[str]:
    """Return the expert's answers to the open decision, by as many seeds."""
    seen = build_view(game, 0)
    return [format_action(ROBOTS["expert"].choose(seen, Random(seed))) for seed in range(times)]


def test_nobody_passes_to_get_what_everybody_gets() -> None:
    """Three passes give everybody a refa, which is no gain: a hand that brings little is bid."""
    game = balkan.dealt(FOUR_CLUBS_BEHIND_THE_ACE, "serbian", OWED)
    assert calls(game, 12).count("bid 2") >= 8


def test_an_open_refa_is_kept_for_a_better_contract() -> None:
    """The hold that is called without one is worth less than the pass with one."""
    without, refa = held_or_passed((0, 0, 0)), held_or_passed((1, 0, 0))
    assert calls(without).count("hold") >= 2
    before, after = (
        mean(lead_of_the_hold(game, seed) for seed in range(4)) for game in (without, refa)
    )
    assert after < min(0.0, before - 10.0)


def held_or_passed(refas: tuple[int, ...]) -> Game:
    game = balkan.dealt(FOUR_SPADES_AND_AN_ACE, "serbian", OWED, refas=refas)
    return said(game, "bid 2", "bid 3", "pass")


def lead_of_the_hold(game: Game, seed: int) -> float:
    """Return how many points the hold is worth more than the pass, in sixty layouts."""
    tally = weigh_made_call(build_view(game, 0), Random(seed), act.HOLD)
    return tally.lead_over(act.HOLD, act.PASS)[0]
