"""The log: both forms say the same, one event is one line of JSON, and secrets are in neither."""

import json
import logging
import sys

import pytest

from bot.cli.logs import configure_logging, make_formatter
from bot.config.settings import LogFormat, Settings
from tests.test_command_line import TOKEN

FORMS: tuple[LogFormat, ...] = ("text", "json")
SECRET = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5.b-_c"


def record(message: str, *, failed: bool = False) -> logging.LogRecord:
    what = sys.exc_info() if failed else None
    made = logging.LogRecord("bot.table", logging.WARNING, "x.py", 1, "game %s", (message,), what)
    made.created = 1767225600.5
    return made


def test_json_is_one_object_a_line() -> None:
    line = make_formatter("json").format(record("7 пас\nand on"))
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2026-01-01T00:00:00.500+00:00",
        "level": "WARNING",
        "logger": "bot.table",
        "message": "game 7 пас\nand on",
    }


def test_a_traceback_stays_in_its_line() -> None:
    try:
        raise KeyError("who")
    except KeyError:
        line = make_formatter("json").format(record("7", failed=True))
    assert "\n" not in line
    assert json.loads(line)["error"].endswith("KeyError: 'who'")


def test_text_is_for_people() -> None:
    assert make_formatter("text").format(record("7")).endswith("WARNING bot.table: game 7")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "said",
    [
        f"https://discord.com/api/v10/webhooks/800000000000000001/{SECRET}/messages/@original",
        f"https://discord.com/api/v10/interactions/800000000000000001/{SECRET}/callback",
        f"Bot {TOKEN[:-10]}{'x' * 27}",
    ],
)
def test_what_opens_a_door_is_struck_out(form: LogFormat, said: str) -> None:
    try:
        raise OSError(said)
    except OSError:
        line = make_formatter(form).format(record(said, failed=True))
    assert "***" in line
    assert SECRET not in line
    assert "x" * 27 not in line


@pytest.mark.parametrize("form", FORMS)
def test_a_line_of_a_game_stays_whole(form: LogFormat) -> None:
    said = "12 line 57 seat 1 play KS"
    assert said in make_formatter(form).format(record(said))


def test_requests_are_never_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    root, http = logging.getLogger(), logging.getLogger("discord.http")
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(http, "level", http.level)
    configure_logging(Settings(log_level="DEBUG", log_format="json"))
    assert not http.isEnabledFor(logging.DEBUG)
    assert root.handlers
