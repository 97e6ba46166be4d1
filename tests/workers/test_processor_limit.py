"""A job that uses too much processor time ends with a named error."""

import signal
import time

import pytest

from bot.features.deals import deal_handlers
from bot.notation.reading import BadImport
from bot.workers.jobs import OutOfTime, processor_limit

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="Windows has no timer that counts processor time"
)


def spin(*_: object) -> None:
    began = time.process_time()
    while time.process_time() - began < 20:
        pass


def test_a_job_is_ended() -> None:
    with pytest.raises(OutOfTime), processor_limit(0.05):
        spin()


def test_a_job_within_its_limit_is_left_alone() -> None:
    with processor_limit(5.0):
        assert sum(range(1000)) == 499500
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_text_that_takes_too_long_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_handlers, "_outcome", spin)
    found = deal_handlers.read_outcome(b"preset sochi")
    assert isinstance(found, BadImport)
    assert found.reason == "too_slow"
    assert deal_handlers.refusal_of(found).reason == deal_handlers.REFUSALS["too_slow"]
