"""The log of an open deal in memory: equal however it is kept, and packed while it rests."""

from bot.store.records import LogLine
from bot.tables.state import _BUSY_LOGS, OpenLog


def line(version: int) -> LogLine:
    return LogLine(version, 1, version % 3, f"play {version}", "7", 1000 + version)


def test_a_log_grows_by_lines() -> None:
    log = OpenLog()
    for version in range(5):
        log = log.with_line(line(version))
    assert log.lines == tuple(map(line, range(5)))
    assert log == OpenLog(map(line, range(5)))
    assert log != OpenLog(map(line, range(4)))


def test_a_resting_log_is_packed_and_says_the_same() -> None:
    resting = OpenLog(map(line, range(30)))
    for version in range(_BUSY_LOGS):
        OpenLog([line(version)])
    assert resting._lines is None
    assert len(resting._packed) < 300
    assert resting.lines == tuple(map(line, range(30)))
    assert resting._lines is not None


def test_a_log_that_is_only_loaded_rests() -> None:
    loaded = OpenLog.resting(map(line, range(30)))
    assert loaded._lines is None
    assert loaded == OpenLog(map(line, range(30)))
    assert OpenLog.resting(()) == OpenLog()
