"""How a card and the state of a table are named in a request."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.engine.cards import CARDS_BY_NAME, Card

_STAMP = re.compile(r"pref:[ads]:(\d+):(\d+):")

_TILE = re.compile(r"pref_(10|[789JQKA])([SCDH])\b")
_NAME = re.compile(r"(?<![\w])(10|[789JQKA])([SCDH])(?!\w)")
_CALL = re.compile(r"\b(bid|declare) \w+")
# 7♠ may be a contract; a picture card or an ace is a card
# the cards drawn for dealer, before any deal: they say nothing of the hands
_DRAW = re.compile(r"^(Drawn for dealer|Жребий на сдачу): .*$", re.MULTILINE)
_GLYPH = re.compile(r"(?<!\w)([JQKAВДКТ])([♠♣♦♥])")
_RUSSIAN = dict(zip("ВДКТ", "JQKA", strict=True))
_LETTERS = dict(zip("♠♣♦♥", "SCDH", strict=True))


def cards_in(body: Any) -> set[Card]:
    """Every card named in any text of a request."""
    return {card for text in texts_in(body) for card in _cards(text)}


def texts_in(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, Mapping):
        for child in node.values():
            yield from texts_in(child)
    elif isinstance(node, Sequence):
        for child in node:
            yield from texts_in(child)


def _cards(text: str) -> Iterator[Card]:
    text = _DRAW.sub("", text)
    for found in _TILE.finditer(text):
        yield CARDS_BY_NAME[found[1] + found[2]]
    for found in _NAME.finditer(_CALL.sub("", text)):
        yield CARDS_BY_NAME[found[1] + found[2]]
    for found in _GLYPH.finditer(text):
        yield CARDS_BY_NAME[_RUSSIAN.get(found[1], found[1]) + _LETTERS[found[2]]]


def stamps_in(body: Any) -> dict[int, int]:
    """Of which state the buttons of a request speak: game -> version."""
    return {
        int(found[1]): int(found[2]) for text in texts_in(body) for found in _STAMP.finditer(text)
    }


def is_study(body: Any) -> bool:
    """Whether every press of a message is about set problems or a lesson, and there is one."""
    presses = [text for text in texts_in(body) if text.startswith(("pref:", "d:"))]
    mine = ("pref:d:0:0:etude ", "pref:s:0:0:etudes", "d:etude ", "pref:d:0:0:learn ")
    return bool(presses) and all(press.startswith(mine) for press in presses)
