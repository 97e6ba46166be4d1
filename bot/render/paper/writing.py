"""Text fitted into boxes: totals in sequence, the newest last, and single lines."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.render.paper.letters import cut_to_width, height_of, width_of
from bot.render.paper.shapes import Box, Ink, Label

TEXT_SIZES: Final = (30, 26, 22, 19)  # the largest that fits the box
_GAP: Final = 7
_LEFT_OUT_MARK: Final = "…"


def place_totals(
    box: Box, written: Sequence[str], ink: Ink = Ink.NEW, tick: str = ""
) -> list[Label]:
    """Return "10. 12. 14" from left to right and down, the last total bold and in ``ink``.

    If even the smallest size does not fit, the oldest totals are left out.  ``tick`` follows the
    last one.
    """
    texts = [f"{total}." for total in written[:-1]] + [f"{written[-1]}{tick}"] if written else []
    found, last = _fit_labels(box, texts), len(texts)
    return [
        replace(label, ink=ink, is_bold=True) if n == last else label
        for n, label in enumerate(found, start=1 + len(texts) - len(found))
    ]


def place_marks(box: Box, texts: list[str], ink: Ink) -> list[Label]:
    """Return short texts in sequence, all in the same style."""
    return [replace(label, ink=ink) for label in _fit_labels(box, texts)]


def _fit_labels(box: Box, texts: list[str]) -> list[Label]:
    """Return labels as large as the box allows, else as many of the last texts as fit."""
    size = next(
        (size for size in TEXT_SIZES if _positions(box, texts, size) is not None), TEXT_SIZES[-1]
    )
    places = _positions(box, texts, size)
    if places is None and len(texts) > 1:
        texts = _newest_texts(box, texts, size)
        places = _positions(box, texts, size)
    if places is None:  # the last one alone, as it fits
        return [place_line(box, texts[-1], size, is_bold=True)]
    pairs = zip(texts, places, strict=True)
    return [Label(text, at, size, Ink.OLD) for text, at in pairs]


def _newest_texts(box: Box, texts: list[str], size: int) -> list[str]:
    """Return as many of the last texts as fit, after an ellipsis."""
    while len(texts) > 2 and _positions(box, _cut_off(texts), size) is None:
        texts = texts[1:]
    return _cut_off(texts)


def _cut_off(texts: list[str]) -> list[str]:
    return [_LEFT_OUT_MARK, *texts[1:]]


def _positions(box: Box, texts: Sequence[str], size: int) -> list[tuple[int, int]] | None:
    """Return the top left corner of each text, or None if they do not fit."""
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


def place_line(
    box: Box,
    text: str,
    size: int,
    ink: Ink = Ink.NEW,
    is_bold: bool = False,
    side: float = 0.0,
    smallest: int = 14,
) -> Label:
    """Return one line, vertically centred; ``side`` 0 is left, 0.5 the middle, 1 right.

    The text shrinks down to ``smallest``, then is cut, until it fits.
    """
    while size > smallest and width_of(text, size, is_bold) > box.width:
        size -= 1
    text = cut_to_width(text, box.width, size, is_bold)
    left = box.left + int((box.width - width_of(text, size, is_bold)) * side)
    return Label(text, (left, box.middle[1] - height_of(size) // 2), size, ink, is_bold)
