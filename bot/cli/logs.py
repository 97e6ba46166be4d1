"""Logging to stderr: one line of text or JSON per event, without secrets.

Log collectors expect JSON (``LOG_FORMAT=json``), one object per line, tracebacks included. Both
formats carry the same messages, with tokens masked.
"""

import json
import logging
import os
import re
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

from bot.config.settings import Settings, ThinkerSettings

_TEXT_FORMAT: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
# Below INFO they log requests, which contain interaction tokens.
_NOISY_LOGGERS: Final = (
    "discord.http",
    "discord.webhook",
    "discord.gateway",
    "aiosqlite",
    "asyncio",
)
_SECRETS: Final = re.compile(
    r"(?<=/webhooks/)\d+/[\w.~-]+|(?<=/interactions/)\d+/[\w.~-]+"  # an interaction token
    r"|\b[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}"  # a bot's token
)


class TextFormatter(logging.Formatter):
    """Lines for a human reader; a traceback follows its line."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRETS.sub("***", super().format(record))


class JsonFormatter(logging.Formatter):
    """One object per line: time (UTC), level, logger, message, and the traceback as error."""

    def format(self, record: logging.LogRecord) -> str:
        event = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            event["error"] = self.formatException(record.exc_info)
        struck = {key: _SECRETS.sub("***", text) for key, text in event.items()}
        return json.dumps(struck, ensure_ascii=False)


class _LogStream(logging.StreamHandler[TextIO]):
    """Writes to stderr; a line that cannot be written is told without what it would have said."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Name the error alone: the library would write the arguments, unmasked."""
        self.filter(record)  # the error may be a shortage of memory, which ends the process
        with suppress(OSError):
            self.stream.write(f"a line of {record.name} is not written: {sys.exc_info()[0]}\n")


def make_formatter(form: Literal["text", "json"]) -> logging.Formatter:
    """Return the formatter for a ``LOG_FORMAT``."""
    return TextFormatter(_TEXT_FORMAT) if form == "text" else JsonFormatter()


def configure_logging(settings: Settings | ThinkerSettings) -> None:
    """Configure logging with the format and level of the settings."""
    stream = _LogStream()
    stream.setFormatter(make_formatter(settings.log_format))
    logging.basicConfig(level=settings.log_level, handlers=[stream])
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


# Ends a process that gets no more memory, so that its supervisor starts it again.
#
# After a MemoryError a task, a lock or a connection may be left half way, and the bot would live
# on without answering. Everything that was acknowledged is stored, so an end loses nothing.

_SAID: Final = b"The process gets no more memory and ends: its supervisor starts it again.\n"
_NO_THREAD: Final = ("can't start new thread",)  # arguments of the library's RuntimeError
_TRY_AGAIN: Final = 1  # the exit code of a fault that may pass


class _Filter(logging.Filter):
    """Looks at the exception of every record, and at the one that is handled meanwhile.

    Where a message could name cards, an error is logged by its type and place alone.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        _look_at(record.exc_info[1] if record.exc_info else sys.exc_info()[1])
        return True


def end_on_memory_shortage() -> None:
    """End the process at every MemoryError that nobody handles or that is logged.

    An error that came of a MemoryError counts as one, and so does a thread without room.
    """
    earlier = sys.unraisablehook, threading.excepthook

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        _look_at(found.exc_value)
        earlier[0](found)

    def of_thread(found: threading.ExceptHookArgs) -> None:
        _look_at(found.exc_value)
        earlier[1](found)

    sys.unraisablehook, threading.excepthook = unraisable, of_thread
    for handler in logging.getLogger().handlers:
        handler.addFilter(_Filter())


def _look_at(error: BaseException | None) -> None:
    while error is not None:
        if isinstance(error, MemoryError) or error.args == _NO_THREAD:
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _SAID)
            os._exit(_TRY_AGAIN)
        error = error.__cause__ or error.__context__
