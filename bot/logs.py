"""The log: a line of text or of JSON per event, on the error output, without anybody's secrets.

Whoever collects logs wants JSON (``LOG_FORMAT=json``), one object a line, even for a traceback.
The texts of the two forms are the same, and what opens a door is struck out of both.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final, Literal

from bot.settings import Settings

_TEXT: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
# Below INFO they write down requests, and with them the tokens of interactions.
_CHATTY: Final = ("discord.http", "discord.webhook", "discord.gateway", "aiosqlite", "asyncio")
_SECRETS: Final = re.compile(
    r"(?<=/webhooks/)\d+/[\w.~-]+|(?<=/interactions/)\d+/[\w.~-]+"  # of one interaction
    r"|\b[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}"  # a bot's token
)


class TextLines(logging.Formatter):
    """Lines for a person; a traceback stands below its line."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRETS.sub("***", super().format(record))


class JsonLines(logging.Formatter):
    """One object a line: time (UTC), level, logger, message, and the traceback as error."""

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


def formatter(form: Literal["text", "json"]) -> logging.Formatter:
    """Of a ``LOG_FORMAT``."""
    return TextLines(_TEXT) if form == "text" else JsonLines()


def start_log(settings: Settings) -> None:
    """Everything the process says from now on, in the form and from the level that was chosen."""
    stream = logging.StreamHandler()
    stream.setFormatter(formatter(settings.log_format))
    logging.basicConfig(level=settings.log_level, handlers=[stream])
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
