"""``make mutants`` draws the same sample again, and runs the likeliest tests first."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutant_trials import Reach, in_turns, likeliest
from tools.mutants import HOME, SAMPLES, sample

FOUND = [
    f"bot.{room}.x_{n}__mutmut_1" for room in ("engine", "tables", "store") for n in range(900)
]


def test_a_sample_is_repeated_by_its_seed() -> None:
    drawn = sample(SAMPLES, FOUND, 1)
    assert len(drawn) == len(set(drawn)) == sum(SAMPLES.values())
    assert drawn == sample(SAMPLES, list(reversed(FOUND)), 1)
    assert drawn != sample(SAMPLES, FOUND, 2)


def test_each_group_has_its_share() -> None:
    engine = [name for name in sample(SAMPLES, FOUND, 1) if name.startswith("bot.engine.")]
    assert len(engine) == 400


def test_a_group_smaller_than_its_sample_is_taken_whole() -> None:
    assert sorted(sample(SAMPLES, FOUND[:3], 1)) == sorted(FOUND[:3])


def test_each_test_function_has_a_turn_before_one_has_two() -> None:
    seconds = {"a[1]": 2.0, "a[2]": 1.0, "b": 3.0}
    assert list(in_turns(seconds, seconds)) == ["a[2]", "b", "a[1]"]


def test_what_found_a_mutant_before_comes_first_then_what_is_near() -> None:
    tests = ["tests/store/test_a.py::far", "tests/engine/test_b.py::near", "tests/x.py::found"]
    reach = Reach({"bot.engine.game.x_apply": tests}, dict.fromkeys(tests, 1.0))
    found = ["tests/of_another.py", "tests/x.py::found"]
    first, second, third = likeliest("bot.engine.game.x_apply__mutmut_7", reach, found)
    assert (first, second, third) == (tests[2], tests[1], tests[0])


_TESTS = """\
import os, pytest

@pytest.mark.parametrize("number", range(3))
def test_one(number):
    assert not os.environ["MUTANT_UNDER_TEST"].endswith(f"__mutmut_{number}")
    while os.environ["MUTANT_UNDER_TEST"].endswith("__mutmut_7"):
        pass
"""
_TRY = """\
import os, pytest
from pathlib import Path
from tools import mutant_trials
from tools.mutant_trials import Reach, Trials

mutant_trials._LOOK_SECONDS, mutant_trials._IDLE_SHARE = 0.5, 0.0
os.environ["MUTANT_UNDER_TEST"] = ""
names = "a__mutmut_1", "a__mutmut_5", "a__mutmut_7", "b__mutmut_1"
mutants = [f"bot.engine.game.x_{name}" for name in names]
told = lambda verdict: print(verdict.mutant.rpartition("_")[2], verdict.told())
trials = Trials(mutants, Reach.read(Path("stats.json")), told, processes=2, seconds=1)
pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir=.", "test_it.py"], [trials])
"""


@pytest.mark.slow
@pytest.mark.process
def test_each_mutant_is_tried_in_a_process_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(_TESTS)
    tests = [f"test_it.py::test_one[{number}]" for number in range(3)]
    reach = {"bot.engine.game.x_a": tests}
    stats = {"tests_by_mangled_function_name": reach, "duration_by_test": dict.fromkeys(tests, 1)}
    (tmp_path / "stats.json").write_text(json.dumps(stats))
    command = [sys.executable, "-c", _TRY]
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(HOME)}, capture_output=True, text=True
    )
    assert sorted(run.stdout.splitlines()) == [
        "1 found by test_it.py::test_one[1]",
        "1 no test reaches it",
        "5 survived",
        "7 found, ended with -24 in test_it.py::test_one[0]",
    ], run.stderr
