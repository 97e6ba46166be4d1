"""Work shared among processes has the same result as in one process."""

from itertools import count, islice

import pytest

from tests.robots.evenings import PRESETS
from tests.workers.jobs import double
from tools.arena.matches import compare
from tools.parallel import shared
from tools.problems import POOLS, Search

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
]


@pytest.mark.parametrize("processes", [1, 2])
def test_items_without_an_end_come_in_their_order(processes: int) -> None:
    assert list(islice(shared(double, count(), processes, chunk=3), 20)) == list(range(0, 40, 2))


def test_matches_are_those_of_one_process() -> None:
    rules = PRESETS.rules("sochi")
    alone, shared_out = (
        compare(rules, "club", "beginner", range(2), 1, processes) for processes in (1, 2)
    )
    assert shared_out[0] == alone[0]
    assert shared_out[1].contracts == alone[1].contracts
    assert shared_out[1].decisions == alone[1].decisions


@pytest.mark.sweep
def test_problems_are_those_of_one_process() -> None:
    problems = [list(islice(Search(POOLS[0]).run(processes), 2)) for processes in (1, 2)]
    assert problems[0] == problems[1]
