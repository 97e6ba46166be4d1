"""Every set problem has a decision and a fitting grade; long walks check all of them."""

import pytest

from bot.analysis.problems.collection import shipped_problems
from bot.robots.problem_grading import grade_of, measure_traits, plain
from tests.properties.walking import WALKS, share
from tests.support.cases import for_each

ALL = shipped_problems()
STEP = 40 if WALKS == 1 else 1


@pytest.mark.slow
@for_each("key", share(list(ALL.problems)[::STEP]))
def test_it_is_graded_again(key: str) -> None:
    """The line has a decision with a single right card, and its traits yield the grade."""
    etude = ALL.problems[key]
    found = measure_traits(etude, plain)
    assert found.only_moves > 0
    assert grade_of(found) is etude.grade
