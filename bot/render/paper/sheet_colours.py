"""The colours of drawn sheets and charts: chalk in the dark, or a blue pen on cream paper."""

from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Final

from PIL import Image

from bot.render.paper.card_sprites import Colour, mix
from bot.render.shapes import PLAYER_INKS, Ink

SheetColours = Mapping[Ink, Colour]

_DARK: Final[SheetColours] = {
    Ink.GROUND: (0x1E, 0x1F, 0x22),
    Ink.FIELD: (0x2B, 0x2D, 0x31),
    Ink.LINE: (0x6D, 0x6F, 0x78),
    Ink.OLD: (0xB4, 0xB8, 0xC2),
    Ink.NEW: (0xFF, 0xFF, 0xFF),
    Ink.POOL: (0x57, 0xD9, 0x8A),
    Ink.MOUNTAIN: (0xF0, 0xB2, 0x32),
    Ink.DIAMOND: (0x7A, 0xB8, 0xFF),
    Ink.HEART: (0xFF, 0x7B, 0x7B),
    Ink.ACORN: (0xC8, 0x94, 0x5A),
    Ink.FIRST: (0x6C, 0xB4, 0xFF),
    Ink.SECOND: (0xFF, 0x8A, 0xAA),
    Ink.THIRD: (0xC4, 0xA0, 0xFF),
    Ink.FOURTH: (0x4C, 0xD6, 0xDC),
    Ink.FIFTH: (0xFF, 0x8C, 0x5A),
}
_PAPER: Final[SheetColours] = {
    Ink.GROUND: (0xF3, 0xEB, 0xD6),
    Ink.FIELD: (0xFD, 0xF9, 0xEE),
    Ink.LINE: (0x8A, 0x93, 0xB8),
    Ink.OLD: (0x5C, 0x68, 0x92),
    Ink.NEW: (0x17, 0x2F, 0x8F),
    Ink.POOL: (0x0B, 0x74, 0x3B),
    Ink.MOUNTAIN: (0xA8, 0x4A, 0x00),
    Ink.DIAMOND: (0x1D, 0x5F, 0xC4),
    Ink.HEART: (0xC4, 0x1E, 0x2C),
    Ink.ACORN: (0x7A, 0x4B, 0x1E),
    Ink.FIRST: (0x00, 0x6F, 0xB2),
    Ink.SECOND: (0xBA, 0x1C, 0x55),
    Ink.THIRD: (0x74, 0x2F, 0xB5),
    Ink.FOURTH: (0x00, 0x77, 0x7D),
    Ink.FIFTH: (0xC2, 0x3B, 0x0A),
}
# shares of an ink on the field, for smooth edges; each adds about a kilobyte to the file
_SHADES: Final = (
    *((Ink.NEW, share) for share in (0.16, 0.8)),
    *((ink, 0.5) for ink in (Ink.OLD, Ink.POOL, Ink.MOUNTAIN, *PLAYER_INKS)),
)


def sheet_colours(is_on_paper: bool) -> SheetColours:
    """Return the colour of every ink."""
    return _PAPER if is_on_paper else _DARK


@cache
def sheet_palette(is_on_paper: bool) -> Image.Image:
    """Return an image whose palette has every ink and the shades for smooth edges."""
    colours = sheet_colours(is_on_paper)
    shades = (mix(colours[Ink.FIELD], colours[ink], share) for ink, share in _SHADES)
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain(*colours.values(), *shades)))
    return image
