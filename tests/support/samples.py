"""Samples of long parametrized tests: one case in a few is run, spread over all parameters.

``@pytest.mark.sampled(quick=7)`` leaves one case in seven to ``make quick``, and
``@pytest.mark.sampled(suite=7)`` one in seven to ``make test``; ``make sweeps`` runs the others.
The places of a case in its lists of parameters are added up and divided by the number, so a sample
meets every value of each list that is not longer than the number times the other lists.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pytest

SWEEP: Final = "sweep"


def mark_sampled(items: list[pytest.Item]) -> None:
    """Mark each case that is not in a sample: ``sweep`` out of the suite, ``slow`` out of quick."""
    for item, place in places(items):
        marker = item.get_closest_marker("sampled")
        assert marker is not None
        if place % marker.kwargs.get("suite", 1):
            item.add_marker(SWEEP)
        if place % marker.kwargs.get("quick", 1):
            item.add_marker("slow")


def places(items: list[pytest.Item]) -> Iterator[tuple[pytest.Function, int]]:
    """Yield each sampled case with the sum of the places of its values, in their order of use."""
    values: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for item in items:
        if not isinstance(item, pytest.Function) or item.get_closest_marker("sampled") is None:
            continue
        together = {name for mark in item.iter_markers("parametrize") for name in _later(mark)}
        place = 0
        for name, value in item.callspec.params.items():
            if name not in together:
                known = values[item.nodeid.partition("[")[0], name]
                place += known.setdefault(id(value), len(known))
        yield item, place


def _later(mark: pytest.Mark) -> list[str]:
    """Return the names after the first of those that are given together: they have one place."""
    given = mark.args[0]
    return [one.strip() for one in given.split(",")][1:] if isinstance(given, str) else given[1:]


def without_sweeps(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items of the suite: sweeps run where ``-m`` names them, and in ``make walks``."""
    if SWEEP in config.option.markexpr or "WALKS" in os.environ:
        return items
    return [item for item in items if item.get_closest_marker(SWEEP) is None]
