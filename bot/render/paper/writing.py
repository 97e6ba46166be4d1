"""Totals one after another in a field, the newest last, and words that fit their place."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.render.paper.letters import cut, height_of, width_of
from bot.render.paper.shapes import Box, Ink, Label

SIZES: Final = (30, 26, 22, 19)  # as large as the field allows
_GAP: Final = 7
_LEFT_OUT: Final = "…"


def totals(box: Box, written: Sequence[str], ink: Ink = Ink.NEW, tick: str = "") -> list[Label]:
    """10. 12. 14 from left to right and down, the last one bold and in its ink.

    Where not even small letters fit, the oldest are left out.  ``tick`` stands behind the last.
    """
    texts = [f"{total}." for total in written[:-1]] + [f"{written[-1]}{tick}"] if written else []
    found, last = _fitted(box, texts), len(texts)
    return [
        replace(label, ink=ink, is_bold=True) if n == last else label
        for n, label in enumerate(found, start=1 + len(texts) - len(found))
    ]


def marks(box: Box, texts: list[str], ink: Ink) -> list[Label]:
    """Short texts one after another, all alike."""
    return [replace(label, ink=ink) for label in _fitted(box, texts)]


def _fitted(box: Box, texts: list[str]) -> list[Label]:
    """As large as the box allows, else as many of the last ones as it allows."""
    size = next((size for size in SIZES if _placed(box, texts, size) is not None), SIZES[-1])
    places = _placed(box, texts, size)
    if places is None and len(texts) > 1:
        texts = _newest(box, texts, size)
        places = _placed(box, texts, size)
    if places is None:  # the last one alone, as it fits
        return [word(box, texts[-1], size, is_bold=True)]
    pairs = zip(texts, places, strict=True)
    return [Label(text, at, size, Ink.OLD) for text, at in pairs]


def _newest(box: Box, texts: list[str], size: int) -> list[str]:
    """As many of the last ones as there is room for, behind a sign that there were more."""
    while len(texts) > 2 and _placed(box, _cut_off(texts), size) is None:
        texts = texts[1:]
    return _cut_off(texts)


def _cut_off(texts: list[str]) -> list[str]:
    return [_LEFT_OUT, *texts[1:]]


def _placed(box: Box, texts: Sequence[str], size: int) -> list[tuple[int, int]] | None:
    """The top left corner of each, or nothing where they do not fit."""
    places, x, y = list[tuple[int, int]](), box.left, box.top
    for n, text in enumerate(texts, start=1):
        across = width_of(text, size, is_bold=n == len(texts))
        if x > box.left and x + across > box.right:
            x, y = box.left, y + height_of(size)
        if x + across > box.right or y + height_of(size) > box.bottom:
            return None
        places.append((x, y))
        x += across + _GAP
    return places


def word(
    box: Box,
    text: str,
    size: int,
    ink: Ink = Ink.NEW,
    is_bold: bool = False,
    side: float = 0.0,
    smallest: int = 14,
) -> Label:
    """One line in the middle of the height; ``side`` 0 is left, 0.5 the middle, 1 right.

    It becomes smaller, then shorter, until it fits.
    """
    while size > smallest and width_of(text, size, is_bold) > box.width:
        size -= 1
    text = cut(text, box.width, size, is_bold)
    left = box.left + int((box.width - width_of(text, size, is_bold)) * side)
    return Label(text, (left, box.middle[1] - height_of(size) // 2), size, ink, is_bold)
