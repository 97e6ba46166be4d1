"""The stopwatch measures clicks and leaves nothing behind in the measured process."""

import tracemalloc
from pathlib import Path

from tests.support.stopwatch import Stopwatch, waits

CLICKS = 300


def test_every_answer_has_its_line(tmp_path: Path) -> None:
    watch = Stopwatch(tmp_path / "waits")
    for number in (1, 2):
        watch.heard(number)
        watch.step(number, watch.ready)
        watch.answered(number)
    assert len(waits(tmp_path / "waits")) == 2
    assert all(wait.clock >= 0 and wait.processor >= 0 for wait in waits(tmp_path / "waits"))


def test_an_answer_that_is_sent_once_more_is_measured_once(tmp_path: Path) -> None:
    watch = Stopwatch(tmp_path / "waits")
    watch.heard(1)
    watch.answered(1)
    watch.answered(1)
    watch.step(1, watch.ready)
    assert len(waits(tmp_path / "waits")) == 1


def test_nothing_is_kept_of_clicks_that_are_answered(tmp_path: Path) -> None:
    """Otherwise the siege would find growth that is only the stopwatch's own."""
    watch = Stopwatch(tmp_path / "waits")

    def clicks(first: int) -> None:
        for number in range(first, first + CLICKS):
            watch.heard(number)
            watch.answered(number)
            watch.step(number, watch.ready)  # a drawing that the click has started

    clicks(10**18)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        clicks(2 * 10**18)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20 * CLICKS  # bytes
