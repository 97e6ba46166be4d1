"""Logging to stderr: one line of text or JSON per event, without secrets.

Log collectors expect JSON (``LOG_FORMAT=json``), one object per line, tracebacks included. Both
formats carry the same messages, with tokens masked.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final, Literal

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


def make_formatter(form: Literal["text", "json"]) -> logging.Formatter:
    """Return the formatter for a ``LOG_FORMAT``."""
    return TextFormatter(_TEXT_FORMAT) if form == "text" else JsonFormatter()


def configure_logging(settings: Settings | ThinkerSettings) -> None:
    """Configure logging with the format and level of the settings."""
    stream = logging.StreamHandler()
    stream.setFormatter(make_formatter(settings.log_format))
    logging.basicConfig(level=settings.log_level, handlers=[stream])
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
