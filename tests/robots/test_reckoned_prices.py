"""An option that pays is reckoned with: the robots value what the engine writes for it.

An option pays if a case of the golden options expects other postings for another value.  The
expert robot values the end of a deal by the sheet that the engine writes
(``bot.robots.expert.continuation.situation_values``); these values then differ too, or the option
stands in ``NOT_RECKONED`` with its reason.

Plain robots call by expected tricks at usual prices, for which their thresholds were measured; of
the options that pay, their calls follow those of ``PLAIN_RECKONS`` alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from bot.engine.actions import Action, Deck
from bot.engine.cards import PACK
from bot.engine.deal import Carry, Stage
from bot.engine.families import family_of
from bot.engine.families.austrian.scoring import AustrianCarry
from bot.engine.families.russian.scoring import RussianCarry
from bot.engine.game import apply_action, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.robots.expert.continuation import situation_values
from bot.robots.families.strategy import SeatValues
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.golden.options import Case
from tests.render.test_told_prices import CASES, pays, sums_of
from tests.support import austrian, balkan, builders

Written = Mapping[str, int]  # the sums of postings, such as {"pool 0": 2}
CARRIES: Final[Mapping[str, Callable[[Rules, Written], Carry]]] = {
    "sochi": lambda agreed, written: RussianCarry(dealer=0, sheet=builders.sheet(written)),
    "serbian": lambda agreed, written: balkan.carry(agreed, written),
    "viennese": lambda agreed, written: AustrianCarry(dealer=0, sheet=builders.sheet(written)),
}
NOT_RECKONED: Final[Mapping[str, Mapping[str, str]]] = {
    "sochi": {
        "raspasy_amnesty": "takes the same from everybody, and the settlement pays differences",
        "american_aid": "the points settle alike, on whichever pools they are written",
        "pool_target": "points of a full pool go to other pools for whists of the same worth",
    },
    "serbian": {},
    "viennese": {},
}

PLAIN_RECKONS: Final[Mapping[str, frozenset[str]]] = {
    "sochi": frozenset({"raspasy_cost_base", "raspasy_progression", "raspasy_cost_cap"}),
    "serbian": frozenset({"plain_two"}),
    "viennese": frozenset(),  # ace bonuses, by a hand of four aces below
}
DEALS: Final = 20  # of each option; the sixteenth shows a difference at the latest


def agreements(case: Case, preset: str) -> list[Rules]:
    """Return the rules of each value of the option."""
    base = {"players": 3} | dict(case.base)
    return [
        builders.PRESETS.rules(case.preset or preset, **base | {case.option: value})
        for value, _ in case.values
    ]


def gains(case: Case, preset: str) -> list[list[SeatValues]]:
    """Return for each value of the option what the robots see each seat gain in its deals."""
    found = []
    for agreed, (_, expected) in zip(agreements(case, preset), case.values, strict=True):
        before = standing(agreed, preset, {})
        after = [standing(agreed, preset, written) for written in sums_of(expected)]
        found.append([tuple(a - b for a, b in zip(one, before, strict=True)) for one in after])
    return found


def standing(agreed: Rules, preset: str, written: Mapping[object, object]) -> SeatValues:
    sums = {str(line): int(str(amount)) for line, amount in written.items()}
    return situation_values(agreed, CARRIES[preset](agreed, sums), False)


def is_reckoned(case: Case, preset: str) -> bool:
    """Return True if the robots' values differ wherever the postings do."""
    postings = [list(sums_of(expected)) for _, expected in case.values]
    values = gains(case, preset)
    return all(
        (postings[n] == postings[m]) == (values[n] == values[m])
        for n in range(len(values))
        for m in range(n)
    )


@pytest.mark.parametrize("preset", CASES)
def test_an_option_that_pays_is_reckoned_with(preset: str) -> None:
    paying = [case for case in CASES[preset] if pays(case)]
    silent = {case.option for case in paying if not is_reckoned(case, preset)}
    unvalued = NOT_RECKONED[preset].keys()
    assert silent <= unvalued, "value them in match_values, or give the reason in NOT_RECKONED"
    assert unvalued <= silent, "these are valued by now"


def plain_calls(agreed: Rules, seed: int) -> Iterator[tuple[tuple[Action, ...], Action]]:
    """Yield what three plain robots may call in a deal, with what they call.

    Of the Russian family it is a third raspasy in a row, if all pass.
    """
    rng = Random(seed)
    carry = family_of(agreed).initial_carry(agreed)
    carry = replace(carry, dealer=agreed.players - 1)
    if isinstance(carry, RussianCarry):
        carry = replace(carry, streak=2)
    game = builders.begun(agreed, carry, Deck(tuple(rng.sample(PACK, 32))))
    while game.deal is not None and stage_of(game) is not Stage.PLAY:
        seat = to_act(game)
        assert seat is not None
        view = build_view(game, seat)
        action = PLAIN_ROBOT.choose(view, rng)
        yield view.legal, action
        game = apply_action(game, seat, action)


def differ_by_choice(one: Rules, other: Rules, seed: int) -> bool:
    """Return True if robots that may call the same call something else."""
    for (legal, action), (also_legal, instead) in zip(
        plain_calls(one, seed), plain_calls(other, seed), strict=False
    ):
        if legal != also_legal:
            return False
        if action != instead:
            return True
    return False


def changes_plain_calls(case: Case, preset: str) -> bool:
    first, *others = agreements(case, preset)
    return any(differ_by_choice(first, other, seed) for seed in range(DEALS) for other in others)


@pytest.mark.slow
@pytest.mark.parametrize("preset", CASES)
def test_the_options_that_pay_and_change_calls_of_plain_robots(preset: str) -> None:
    paying = [case for case in CASES[preset] if pays(case)]
    found = {case.option for case in paying if changes_plain_calls(case, preset)}
    assert found == PLAIN_RECKONS[preset]


@pytest.mark.parametrize(("pays_aces", "discards"), [(True, "9S 7D"), (False, "9S AS")])
def test_a_plain_robot_keeps_four_aces_where_they_pay(pays_aces: bool, discards: str) -> None:
    """rules/austrian.md A-10: four aces in the ten cards of a made contract."""
    agreed = builders.PRESETS.rules("austrian", players=3, ace_bonuses=pays_aces)
    hands = "9S AS JC KC AC 7D 10D JD AD AH | ... | ... | 8C 10C"
    game = builders.said(austrian.dealt_under(agreed, hands), "bid 1", "pass", "pass")
    chosen = PLAIN_ROBOT.choose(build_view(game, 0), Random(0))
    assert format_action(chosen) == f"discard {discards}"
