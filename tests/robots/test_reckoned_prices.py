"""An option that pays is reckoned with: the robots value what the engine writes for it.

An option pays if a case of the golden options expects other postings for another value.  The
expert robot values the end of a deal by the sheet that the engine writes
(``bot.robots.expert.continuation.situation_values``); these values then differ too, or the option
stands in ``NOT_RECKONED`` with its reason.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from bot.engine.deal import Carry
from bot.engine.families.austrian.scoring import AustrianCarry
from bot.engine.families.russian.scoring import RussianCarry
from bot.engine.rules import Rules
from bot.robots.expert.continuation import situation_values
from bot.robots.families.strategy import SeatValues
from tests.golden.options import Case
from tests.render.test_told_prices import CASES, pays, sums_of
from tests.support import balkan, builders

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


def gains(case: Case, preset: str) -> list[list[SeatValues]]:
    """Return for each value of the option what the robots see each seat gain in its deals."""
    found = []
    for value, expected in case.values:
        changes = {"players": 3} | dict(case.base) | {case.option: value}
        agreed = builders.PRESETS.rules(case.preset or preset, **changes)
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
