"""No seed of a deck in any request before its time, and in no log at any time.

How a seed could be told; when it may be is asked in ``leaks.py``.
"""

import base64
import json
import logging
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bot.engine.cards import Card
from bot.engine.shuffle import parse_cuts
from tests.support.naming import cards_in
from tests.support.stored import read

RECORD = re.compile(r"^game (\d+)\ndeal (\d+)\n(?:.+\n)*", re.MULTILINE)
"""A deck as ``/pref verify`` shows it: it names all cards."""


class Sayings(logging.Handler):
    """Everything that is logged, as it would stand in a file."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(logging.Formatter().format(record))


def words_in(database: Path) -> set[Card]:
    """Cards that stand in the words of who cut."""
    stored = [row[0] for row in read(database, "SELECT words FROM shuffle")]
    return cards_in([cut.word for words in stored for cut in parse_cuts(words)])


def cards_beside_records(texts: Sequence[str]) -> set[Card]:
    """Every card named in the texts of a request but for decks that are published."""
    return cards_in([RECORD.sub("", text) for text in texts])


@cache
def forms_of(seed: bytes) -> tuple[str, ...]:
    """How a seed, or a half of it, could stand in a text of ``spoken``."""
    return tuple(form.lower() for form in _forms(seed))


def _forms(seed: bytes) -> Iterator[str]:
    for part in (seed, seed[:16], seed[16:]):
        yield part.hex()
        yield base64.b64encode(part).decode().rstrip("=")[:21]
        yield base64.urlsafe_b64encode(part).decode().rstrip("=")[:21]
        yield repr(part)[2:-1]
        yield part.decode("latin-1")
        yield str(int.from_bytes(part, "big"))


def spoken(body: Any, texts: Sequence[str], path: str = "") -> str:
    """A request and its texts as one text, in which a form could stand."""
    return "\n".join([path, json.dumps(body), *texts]).lower()


def seeds_in(text: str, seeds: Sequence[tuple[int, int, bytes]]) -> Iterator[tuple[int, int]]:
    """Game and deal of every seed that stands in a text of ``spoken``."""
    for game, deal, seed in seeds:
        if any(form in text for form in forms_of(seed)):
            yield game, deal
