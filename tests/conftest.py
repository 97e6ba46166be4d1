"""Checks for every test: no unexpected error in the log, no unmarked process.

``discord.py`` only logs an error in a button; without this a dead button would pass. And ``make
quick`` is quick only while every test that starts a process says so.
"""

import atexit
import gc
import logging
import os
import subprocess
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Any

import aiosqlite
import pytest
from discord.webhook.async_ import async_context
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")

from tests.support import memory  # noqa: E402 - their asserts are rewritten
from tests.support.bot_starts import fork_bots  # noqa: E402
from tests.support.reused_stores import ReusedStores  # noqa: E402
from tests.support.samples import mark_sampled, without_sweeps  # noqa: E402
from tests.support.shares import TOGETHER, in_shares  # noqa: E402
from tests.support.thinkers import Thinkers  # noqa: E402

memory.keep_files_in(memory.MEMORY)
fork_bots()
settings.register_profile("unhurried", deadline=None)  # a busy machine takes longer for an example
settings.load_profile("unhurried")
gc.disable()  # while thousands of tests are collected, which all stay


class Errors(logging.Handler):
    """Keeps every record of level ERROR and above; ``expected`` are parts of allowed ones."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []
        self.expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def expect(self, part: str) -> None:
        self.expected.append(part)

    def unexpected(self) -> list[str]:
        said = [logging.Formatter("%(name)s: %(message)s").format(one) for one in self.records]
        return [one for one in said if not any(part in one for part in self.expected)]


@pytest.fixture(autouse=True)
def logged_errors() -> Iterator[Errors]:
    """Fail the test at its end for every error in the log that it did not expect."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        yield errors
    finally:
        logging.getLogger().removeHandler(errors)
    assert errors.unexpected() == []


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Leave out what is not to run, and start the tests that wait for other processes at once.

    If several testers share the tests, half of them begin with those that wait, the others with
    those that compute. With all of them in one tester the others were done when it was half way,
    and the processors idled for the rest.
    """
    mark_sampled(items)  # before ``-m`` reads the markers
    if len(items) > len(left := without_sweeps(config, items)):
        kept = set(left)
        config.hook.pytest_deselected(items=[one for one in items if one not in kept])
        items[:] = left
    result = yield
    if (given := getattr(config, "workerinput", None)) is not None:
        items[:] = in_shares(items, _may_start, _rank, given["workercount"])
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_report_to_serializable(
    report: pytest.TestReport | pytest.CollectReport,
) -> dict[str, Any] | None:
    """Send to the process that prints what it prints of a passed phase, and no keywords.

    There are three phases to a test, and writing and reading their keywords took a sixth of the
    time of a test that does nothing.
    """
    if isinstance(report, pytest.TestReport) and report.passed and not report.sections:
        fields = ("nodeid", "location", "when", "duration", "start", "stop", "user_properties")
        return {"passed": {field: getattr(report, field) for field in fields}}
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_report_from_serializable(data: dict[str, Any]) -> pytest.TestReport | None:
    """Read what the other hook has written, with what xdist has added."""
    if "passed" not in data:
        return None
    added = {name: value for name, value in data.items() if name != "passed"}
    return pytest.TestReport(
        keywords={}, outcome="passed", longrepr=None, **data["passed"], **added
    )


def pytest_collection_finish() -> None:
    """Freeze all modules and tests, which stay: the garbage collector need not visit them again."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 20)  # Python's own take a tenth of the time of the tests


def pytest_configure(config: pytest.Config) -> None:
    """Let a tester leave its memory to the system: freeing millions of objects takes a second.

    All testers do that at the same time, after the last test.  What tests register for their end
    is registered later than this, so it is done before.
    """
    if hasattr(config, "workerinput"):
        atexit.register(os._exit, 0)


@pytest.hookimpl(wrapper=True)
def pytest_unconfigure() -> Generator[None, object, object]:
    """Drop the objects that a failed test left open, which its error keeps alive.

    Pytest collects garbage here and once more later, when all that is left is what stays.
    """
    for one in gc.get_objects():
        if issubclass(type(one), aiosqlite.Connection):
            one.stop()
    result = yield
    gc.freeze()
    return result


_ADAPTER = async_context.get()
STARTED: list[str] = []  # programs started during the test
MAY_START: list[bool] = []  # True if it may start any


def _note_programs() -> None:
    """Note every program that is started; an audit hook slowed all other events too."""
    execute = vars(subprocess.Popen)["_execute_child"]

    def execute_child(process: object, args: object, *how: object) -> None:
        STARTED.append(str(args))
        execute(process, args, *how)

    vars(subprocess)["Popen"]._execute_child = execute_child


_note_programs()


# Hooks, as two fixtures of thousands of tests took a second.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    STARTED.clear()
    MAY_START[:] = [_may_start(item)]
    yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Fail a test at its end if it started a process and is not marked with ``process``.

    Put back what sends responses, too, which the simulated Discord replaces: pytest-asyncio does
    not, after a fixture that fails at its end, and the next test on a real connection would answer
    into the simulation of an ended test.
    """
    try:
        yield
    finally:
        async_context.set(_ADAPTER)
    assert _may_start(item) or STARTED == [], "needs pytest.mark.process"


def _may_start(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("process", "browser"))


def _rank(item: pytest.Item) -> int:
    """Return 2 for a slow test, and 1 for one that asks what is in the sources.

    A test that waits for many seconds is slow too: begun among the last it would keep one tester
    while the others are done.  Those that ask what is in the sources stand together, as each tester
    that runs one of them parses all of the bot.  So do those that start Chromium.
    """
    if item.get_closest_marker("browser") is not None:
        return TOGETHER
    if item.get_closest_marker("slow") is not None:
        return 2
    module = item.getparent(pytest.Module)
    return int(module is not None and "nodes_of" in vars(module.obj))


@pytest.fixture(scope="session")
def thinkers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Thinkers]:
    """Start two thinkers, shared by tests that leave them alive."""
    with ExitStack() as stack:
        yield Thinkers(tmp_path_factory.mktemp("thinkers"), stack, "one", "two")


@pytest.fixture(scope="session")
def reused_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReusedStores]:
    """Keep open files for the tests that need an empty store, and close them at the end."""
    stores = ReusedStores(tmp_path_factory.mktemp("stores"))
    yield stores
    stores.close()
