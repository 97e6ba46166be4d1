"""Fences the parsers of gateway events: an event the library cannot read costs that event alone.

Discord changes its payloads without notice, and an error in a parser ends the whole process with
all tables. The parsers are a private part of discord.py, read in 2.7.1
(``tests/test_library_internals.py``).
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

_log = logging.getLogger(__name__)

ParseEvent = Callable[[object], None]
_LOGGED_KEYS: Final = 40


def fence_parsers(client: discord.Client, count: Callable[[str], None]) -> None:
    """Let an error in a parser be logged and counted by the event's name, and nothing else."""
    parsers, logged = client._connection.parsers, set[tuple[str, str]]()
    for event, parse in parsers.items():
        parsers[event] = partial(_parse, event, parse, count, logged)


def _parse(
    event: str,
    parse: ParseEvent,
    count: Callable[[str], None],
    logged: set[tuple[str, str]],
    data: object,
) -> None:
    """Parse one event; log the first failure of its kind, by names alone: no data of a user."""
    try:
        parse(data)
    except Exception as error:
        count(event)
        kind = (event, type(error).__name__)
        if kind in logged:
            return
        logged.add(kind)
        keys = sorted(map(str, data))[:_LOGGED_KEYS] if isinstance(data, dict) else []
        _log.error(
            "an event %s cannot be read (%s) and is dropped; it has %s",
            *kind,
            ", ".join(keys) or "no fields",
        )
