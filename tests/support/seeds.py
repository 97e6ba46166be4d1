"""Checks that no request holds a deck's seed too early, and that no log ever holds one.

This module finds the forms of a seed; ``leaks.py`` decides when it may be shown.
"""

import base64
import json
import logging
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from bot.engine.cards import Card
from bot.engine.shuffle import parse_cuts, robot_secret
from tests.support.naming import cards_in
from tests.support.stored import read

RECORD = re.compile(r"^game (\d+)\ndeal (\d+)\n(?:.+\n)*", re.MULTILINE)
"""A deck as ``/pref verify`` shows it: it names all cards."""
IN_RECORD = "\ndeal "  # part of every record, and of few other texts


# What every form of random bytes is or holds: digits and letters in a row, an escape, a character
# beyond ASCII.  Most texts have none, and thousands of forms need not be looked for.
_FOREIGN = re.compile(r"[0-9a-z+/_-]{20}|\\x|[^\n -~]")


class LogCapture(logging.Handler):
    """Collects all log records, formatted as in a file."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(logging.Formatter().format(record))


def words_in(database: Path) -> set[Card]:
    """Return the cards named in the words of the player who cut."""
    stored = [row[0] for row in read(database, "SELECT words FROM shuffle")]
    return cards_in([cut.word for words in stored for cut in parse_cuts(words)])


def cards_beside_records(texts: Sequence[str]) -> set[Card]:
    """Return every card named in the texts of a request, published decks left out."""
    return cards_in([RECORD.sub("", text) if IN_RECORD in text else text for text in texts])


@cache
def forms_of(seed: bytes) -> tuple[str, ...]:
    """Return the forms that a seed, or half of it, could have in a text of ``spoken``."""
    return tuple(form.lower() for form in _forms(seed))


def _forms(seed: bytes) -> Iterator[str]:
    for part in filter(None, (seed, seed[:16], seed[16:])):
        yield part.hex()
        yield base64.b64encode(part).decode().rstrip("=")[:21]
        yield base64.urlsafe_b64encode(part).decode().rstrip("=")[:21]
        yield repr(part)[2:-1]
        yield part.decode("latin-1")
        yield str(int.from_bytes(part, "big"))


def spoken(body: Any, texts: Sequence[str], path: str = "") -> str:
    """Return a request and its texts as one text, in which a form could occur."""
    return "\n".join([path, json.dumps(body), *texts]).lower()


class Body(Protocol):
    """A request with its JSON body."""

    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


def said_by(requests: Collection[Body]) -> str:
    """Return everything the requests say, each part once: a form occurs in it if in any of them.

    Definitions of commands are left out: they are the same in every evening, and most of a start.
    """
    parts = {request.path for request in requests}
    for request in requests:
        if not request.path.endswith("/commands"):
            _gather(request.json, parts)
    return "\n".join(parts).lower()


def _gather(node: Any, parts: set[str]) -> None:
    if isinstance(node, dict):
        parts.update(node)
        for child in node.values():
            _gather(child, parts)
    elif isinstance(node, (list, tuple)):
        for child in node:
            _gather(child, parts)
    else:
        parts.add(str(node))


def seeds_in(text: str, seeds: Sequence[tuple[int, int, bytes]]) -> Iterator[tuple[int, int]]:
    """Yield game and deal of every seed that occurs in a text of ``spoken``."""
    if not _FOREIGN.search(text):
        return
    for game, deal, seed in seeds:
        secret = robot_secret(seed, game, deal)
        if any(form in text for form in (*forms_of(seed), *forms_of(secret))):
            yield game, deal
