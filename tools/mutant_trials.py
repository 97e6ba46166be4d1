"""One process with all tests collected, forked for each mutant: imports are paid once.

The tests that reach the function are run from the likeliest to the least likely, until one fails:
those that found other mutants of the module, then one of each test function in the folders nearest
to the module, then the next of each, then the same in the other folders.
"""

import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn, Self

import pytest

FOUND: Final = 1  # exit codes as mutmut has them
SURVIVED: Final = 0
NO_TEST: Final = 33
_UNSETTLED: Final = 34
_LOOK_SECONDS: Final = 20.0  # of the wall clock; a test that uses no processor meanwhile hangs
_IDLE_SHARE: Final = 0.05  # seconds of the processor that count as none
_NEAR: Final = {  # folders of the tests that know most about a room
    "engine": ("tests/engine", "tests/golden", "tests/properties", "tests/families"),
    "tables": ("tests/tables",),
    "store": ("tests/store",),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a mutant: the exit code of mutmut, None if time ran out, and the finding test."""

    mutant: str
    code: int | None
    test: str

    def told(self) -> str:
        match self.code:
            case None:
                return "not settled"
            case 0:
                return "survived"
            case 33:
                return "no test reaches it"
            case 1:
                return f"found by {self.test}"
            case code:
                return f"found, ended with {code} in {self.test}"


@dataclass(frozen=True, slots=True)
class Reach:
    """The tests that reach each function, and the seconds of each test, as mutmut noted them."""

    tests: Mapping[str, list[str]]
    seconds: Mapping[str, float]

    @classmethod
    def read(cls, path: Path) -> Self:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(kept["tests_by_mangled_function_name"], kept["duration_by_test"])

    def of(self, mutant: str) -> list[str]:
        return self.tests.get(mutant.partition("__mutmut_")[0], [])


def in_turns(tests: Iterable[str], seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield one test of each test function, the fastest first, then the second of each, etc."""
    functions = defaultdict[str, list[str]](list)
    for test in sorted(tests, key=lambda test: (seconds.get(test, 0.0), test)):
        functions[test.partition("[")[0]].append(test)
    turns = zip_longest(*functions.values())
    return (test for test in chain.from_iterable(turns) if test is not None)


def likeliest(mutant: str, reach: Reach, finders: Iterable[str]) -> list[str]:
    """Return the tests that reach the mutant, in the order in which they are worth running."""
    tests = reach.of(mutant)
    near = _NEAR.get(mutant.split(".")[1], ())
    first = [test for test in finders if test in set(tests)]
    close = in_turns((test for test in tests if test.startswith(near)), reach.seconds)
    return list(dict.fromkeys([*first, *close, *in_turns(tests, reach.seconds)]))


class Trials:
    """A plugin of pytest that tries mutants in place of running what was collected."""

    def __init__(
        self,
        mutants: list[str],
        reach: Reach,
        tell: Callable[[Verdict], None],
        processes: int,
        seconds: int,
    ) -> None:
        self._waiting = mutants
        self._reach = reach
        self._tell = tell
        self._processes = processes
        self._seconds = seconds
        self._running = dict[int, tuple[str, int]]()  # mutant and pipe by process
        self._finders = defaultdict[str, list[str]](list)  # by module, the last one first

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        plugins = session.config.pluginmanager
        plugins.unregister(name="terminalreporter")  # its dots would stand between the verdicts
        with plugins.getplugin("capturemanager").global_and_fixture_disabled():
            self._try_all({item.nodeid: item for item in session.items})
        return True

    def _try_all(self, items: Mapping[str, pytest.Item]) -> None:
        for mutant in self._waiting:
            tests = likeliest(mutant, self._reach, self._finders[mutant.rpartition(".")[0]])
            known = [items[test] for test in tests if test in items]
            if not known:
                self._tell(Verdict(mutant, NO_TEST, ""))
                continue
            if len(self._running) == self._processes:
                self._reap()
            self._fork(mutant, known)
        while self._running:
            self._reap()

    def _fork(self, mutant: str, tests: list[pytest.Item]) -> None:
        reading, writing = os.pipe()
        if process := os.fork():
            os.close(writing)
            self._running[process] = mutant, reading
        else:
            _run(mutant, tests, writing, self._seconds)

    def _reap(self) -> None:
        process, status = os.wait()
        mutant, reading = self._running.pop(process)
        with os.fdopen(reading) as pipe:
            test = pipe.read().rpartition("\n")[2]
        code = os.waitstatus_to_exitcode(status)
        if code == FOUND:
            finders = self._finders[mutant.rpartition(".")[0]]
            finders[:] = [test, *(one for one in finders if one != test)]
        self._tell(Verdict(mutant, None if code == _UNSETTLED else code, test))


def _run(mutant: str, tests: list[pytest.Item], writing: int, seconds: int) -> NoReturn:
    """Run tests until one fails or time is up; write the name of each before it is run."""
    os.environ["MUTANT_UNDER_TEST"] = mutant
    _end_when_hanging(seconds)
    session = tests[0].session
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        if time.process_time() > seconds:
            os._exit(_UNSETTLED)
        os.write(writing, f"\n{test.nodeid}".encode())
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if session.testsfailed:
            os._exit(FOUND)
    os._exit(SURVIVED)


def _end_when_hanging(seconds: int) -> None:
    """Let this process end by a signal once a test waits or computes for ever."""
    used = -_IDLE_SHARE

    def look(_number: int, _frame: FrameType | None) -> None:
        nonlocal used
        before, used = used, time.process_time()
        if used - before < _IDLE_SHARE:
            _end_by(signal.SIGALRM)
        if used > 2 * seconds:
            _end_by(signal.SIGXCPU)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _LOOK_SECONDS, _LOOK_SECONDS)


def _end_by(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
