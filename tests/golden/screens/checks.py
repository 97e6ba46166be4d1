"""Checks of every screen in every language, with a golden file or without."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.render.screen import Screen, display_width, pictures_of
from bot.render.shapes import Writing
from tests.golden.screens.telling import Shown, controls
from tests.render.walks import faults, texts

WIDEST: Final = 24  # characters of a table line that a phone shows without wrapping

_COLUMNS: Final = re.compile(r"```\n(.*?)```", re.DOTALL)


def faults_of(shown: Sequence[Shown], english: Sequence[Shown]) -> list[str]:
    """Return the faults of a group's screens, by moment; ``english`` is the same group."""
    found = [f"{moment}: {fault}" for moment, screen in shown for fault in _faults(screen)]
    pressed, wanted = (
        {moment: controls(screen) for moment, screen in group} for group in (shown, english)
    )
    moments = dict.fromkeys([*wanted, *pressed])
    return found + [
        f"{moment}: other controls than in English"
        for moment in moments
        if pressed.get(moment) != wanted.get(moment)
    ]


def _faults(screen: Screen) -> Iterator[str]:
    yield from faults(screen)
    yield from (
        f"too wide: {line}" for line in _table_lines(screen) if display_width(line) > WIDEST
    )
    for picture in pictures_of(screen):  # the names of these screens have room
        written = (shape.text for shape in picture.shapes if isinstance(shape, Writing))
        yield from (f"cut in a picture: {text}" for text in written if text.endswith("…"))


def _table_lines(screen: Screen) -> list[str]:
    """Return the lines in code blocks; a commitment is copied into a file and may be longer."""
    blocks = [block for body in texts(screen) for block in _COLUMNS.findall(body)]
    return [line for block in blocks if "commitment" not in block for line in block.splitlines()]
