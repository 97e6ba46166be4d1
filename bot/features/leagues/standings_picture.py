"""The standing of a league as a picture, as wide as a phone shows a sheet."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.features.leagues.standings import StandingRow
from bot.render.paper.picture_text import (
    alt_text,
    cut_to_width,
    drawable_text,
    on_sheet,
    titled_alt_text,
    width_of,
)
from bot.render.safe_text import unescaped_name
from bot.render.shapes import Area, Box, Ink, Label, Picture, Shape
from bot.render.words import Words

_WIDTH: Final = 640
_EDGE: Final = 20
_HEAD: Final = 84  # height of the title and of the headings
_ROW: Final = 34
_TITLE: Final = 24
_TEXT: Final = 20
_SMALL: Final = 16
_PLACE: Final = 44  # width of the column of places
_COLUMNS: Final = (_WIDTH - _EDGE - 210, _WIDTH - _EDGE - 110, _WIDTH - _EDGE)  # right edges
_MOST_DRAWN: Final = 60


def standing_picture(
    title: str,
    heads: Sequence[str],
    rows: Sequence[StandingRow],
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    words: Words,
) -> Picture:
    """Return the picture; ``heads`` and each of ``cells`` are points, matches and balance."""
    shown = unescaped_name(title)
    shapes: list[Shape] = [Label(_fitting(shown, _WIDTH - 2 * _EDGE, _TITLE), (_EDGE, 14), _TITLE)]
    shapes += _row_labels("", "", heads, 54, _SMALL, Ink.OLD)
    for n, row in enumerate(rows[:_MOST_DRAWN]):
        top = _HEAD + n * _ROW
        if n % 2 == 0:
            shapes.append(Area(Box(_EDGE - 8, top, _WIDTH - _EDGE + 8, top + _ROW), Ink.FIELD, 4))
        ink = Ink.NEW if row.is_active and not row.has_card else Ink.OLD
        shapes += _row_labels(f"{row.place}.", names[n], cells[n], top + 5, _TEXT, ink)
    told = [
        [f"{row.place}.", name, *(f"{head} {cell}" for head, cell in zip(heads, own, strict=True))]
        for row, name, own in zip(rows, names, cells, strict=True)
    ]
    brief = [
        f"{row.place}. {name} {points}"
        for row, name, (points, *_) in zip(rows, names, cells, strict=True)
    ]
    alt = titled_alt_text(shown, alt_text([" ".join(line) for line in told], brief))
    height = _HEAD + min(len(rows), _MOST_DRAWN) * _ROW + _EDGE
    return on_sheet(Picture(_WIDTH, height, tuple(shapes), alt), words)


def _row_labels(
    place: str, name: str, cells: Sequence[str], top: int, size: int, ink: Ink
) -> Iterator[Shape]:
    if place:
        left = _EDGE + _PLACE - 10 - width_of(place, size)
        yield Label(place, (left, top), size, Ink.OLD)
    room = _COLUMNS[0] - 100 - _EDGE - _PLACE
    if name:
        yield Label(_fitting(name, room, size), (_EDGE + _PLACE, top), size, ink)
    for right, cell in zip(_COLUMNS, cells, strict=True):
        shown = _fitting(cell, 96, size)
        yield Label(shown, (right - width_of(shown, size), top), size, ink)


def _fitting(text: str, room: int, size: int) -> str:
    return cut_to_width(drawable_text(text), room, size)
