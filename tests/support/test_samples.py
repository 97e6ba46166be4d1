"""Which cases of a sampled test are left to the suite, to ``make quick`` and to ``make sweeps``."""

import pytest

from tests.support.samples import without_sweeps


@pytest.mark.sampled(quick=2, suite=3)
@pytest.mark.parametrize(("one", "opposite"), [(n, -n) for n in range(6)])
@pytest.mark.parametrize("other", range(3))
def test_one_case_in_three_is_in_the_suite(
    request: pytest.FixtureRequest, one: int, opposite: int, other: int
) -> None:
    assert one == -opposite
    marked = {mark.name for mark in request.node.iter_markers()}
    is_alone = request.session.testscollected == 1  # asked for by its own name
    assert ("sweep" in marked) == (not is_alone and bool((one + other) % 3))
    assert ("slow" in marked) == (not is_alone and bool((one + other) % 2))


def test_a_run_has_no_sweep_unless_it_is_asked_for(request: pytest.FixtureRequest) -> None:
    items = request.session.items
    assert without_sweeps(request.config, items) == items
    assert request.node in items
