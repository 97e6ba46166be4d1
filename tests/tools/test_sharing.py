"""Work shared among processes or workers has the same result as in one process."""

import sys
from contextlib import ExitStack
from functools import partial
from itertools import count, islice
from os import getpid
from pathlib import Path
from time import sleep

import pytest

from bot.analysis.problems.problem import Grade
from tests.robots.evenings import PRESETS
from tests.support.thinker_cluster import ThinkerCluster
from tests.workers.jobs import double
from tools import parallel
from tools.arena.matches import compare
from tools.parallel import shared
from tools.problems import KINDS, found

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="kills what it has started"),
]


def slowly(folder: Path, number: int) -> int:
    """Leave a file behind at every start."""
    sleep(0.1)
    (folder / f"{number} {getpid()}").touch()
    return number * number


@pytest.mark.parametrize("processes", [1, 2])
def test_items_without_an_end_come_in_their_order(processes: int) -> None:
    assert list(islice(shared(double, count(), processes, chunk=3), 20)) == list(range(0, 40, 2))


def test_nobody_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "_CONNECT", 0.5)
    assert list(shared(double, range(9), 1, "tcp://127.0.0.1:9")) == list(range(0, 18, 2))
    assert "going on here" in capsys.readouterr().err


def test_matches_and_problems_are_those_of_one_process(thinker_cluster: ThinkerCluster) -> None:
    rules = PRESETS.rules("sochi")
    alone, there = (
        compare(rules, "club", "beginner", range(3), 1, 1, on)
        for on in (None, thinker_cluster.address)
    )
    assert there[0] == alone[0]
    assert there[1].contracts == alone[1].contracts
    assert there[1].decisions == alone[1].decisions
    problems = [
        list(islice(found(KINDS[0], Grade.EASY, 5, 1, on), 2))
        for on in (None, thinker_cluster.address)
    ]
    assert problems[0] == problems[1]


def test_whoever_dies_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    """First a worker, then the scheduler: the rest is done here."""
    with ExitStack() as stack:
        thinker_cluster = ThinkerCluster(tmp_path, stack, "one", "two")
        marks = tmp_path / "marks"
        marks.mkdir()
        going = shared(partial(slowly, marks), range(60), 1, thinker_cluster.address)
        first = [next(going) for _ in range(5)]
        assert len({mark.name.split()[1] for mark in marks.iterdir()}) == 2
        thinker_cluster.thinkers[0].kill()
        more = [next(going) for _ in range(15)]
        assert not any(mark.name.endswith(f" {getpid()}") for mark in marks.iterdir())
        thinker_cluster.scheduler.kill()
        assert [*first, *more, *going] == [n * n for n in range(60)]
        assert (marks / f"59 {getpid()}").exists()
