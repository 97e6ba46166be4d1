"""The colours of sheets, charts and cloths, and the fixed palette of a picture on a cloth."""

from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from PIL import Image, ImageColor

from bot.model.enums import Cloth
from bot.render.paper.card_sprites import BLACK, Colour, art_palette, mix
from bot.render.shapes import PLAYER_INKS, ClothInk, Ink

TRANSPARENT: Final = 0  # the palette entry outside the round corners
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


class ClothColours(NamedTuple):
    """The colours of a cloth; ``paper`` tints white cards, ``dim`` is what dimmed ones mix with."""

    edge: Colour
    inks: dict[ClothInk, Colour]
    rim: Colour  # the hairline around a plate
    outline: Colour  # of a card
    back: Colour
    blue: Colour  # blue diamonds on a plate
    dim: Colour
    paper: float = 1.0


def _inks(
    cloth: Colour, light: Colour, plate: Colour, quiet: Colour, soft: Colour
) -> dict[ClothInk, Colour]:
    """Return the inks of a dark cloth."""
    return {
        ClothInk.CLOTH: cloth,
        ClothInk.LIGHT: light,
        ClothInk.PLATE: plate,
        ClothInk.QUIET: quiet,
        ClothInk.TEXT: (244, 244, 238),
        ClothInk.SOFT: soft,
        ClothInk.GOLD: (247, 202, 88),
        ClothInk.RED: (255, 112, 104),
        ClothInk.GREEN: (122, 224, 150),
    }


_PAPER_INKS: Final[dict[ClothInk, Colour]] = {
    ClothInk.CLOTH: (238, 233, 218),
    ClothInk.LIGHT: (250, 247, 238),
    ClothInk.PLATE: (255, 255, 255),
    ClothInk.QUIET: (244, 240, 228),
    ClothInk.TEXT: (12, 12, 16),
    ClothInk.SOFT: (66, 66, 72),
    ClothInk.GOLD: (176, 60, 0),
    ClothInk.RED: (190, 16, 28),
    ClothInk.GREEN: (0, 104, 44),
}
_LIGHT_BLUE: Final = (126, 188, 255)

COLOURS: Final = {
    Cloth.GREEN: ClothColours(
        (16, 58, 44),
        _inks((23, 76, 58), (33, 97, 75), (11, 35, 28), (17, 56, 43), (172, 196, 185)),
        (47, 98, 79), (128, 132, 128), (148, 34, 48), _LIGHT_BLUE, (60, 92, 80),
    ),
    Cloth.BLUE: ClothColours(
        (15, 42, 74),
        _inks((22, 57, 96), (36, 78, 124), (10, 26, 48), (17, 45, 78), (172, 188, 208)),
        (52, 88, 130), (128, 130, 136), (148, 34, 48), _LIGHT_BLUE, (66, 86, 112),
    ),
    Cloth.NIGHT: ClothColours(
        (20, 21, 25),
        _inks((29, 31, 37), (42, 45, 54), (13, 14, 17), (24, 25, 30), (164, 168, 178)),
        (60, 63, 72), (90, 92, 98), (44, 62, 104), _LIGHT_BLUE, (40, 42, 50), 0.9,
    ),
    Cloth.PAPER: ClothColours(
        (226, 219, 200), _PAPER_INKS,
        (60, 58, 54), (40, 40, 44), (30, 58, 120), (16, 72, 190), (150, 146, 136),
    ),
}  # fmt: skip
_RAMPS: Final = (  # ground, ink, shades between them for smooth edges
    (ClothInk.PLATE, ClothInk.TEXT, 1),
    (ClothInk.PLATE, ClothInk.SOFT, 1),
    (ClothInk.PLATE, ClothInk.GOLD, 1),
    (ClothInk.PLATE, ClothInk.RED, 1),
    (ClothInk.PLATE, ClothInk.GREEN, 1),
    (ClothInk.CLOTH, ClothInk.TEXT, 1),
    (ClothInk.CLOTH, ClothInk.SOFT, 1),
    (ClothInk.CLOTH, ClothInk.GOLD, 1),
    (ClothInk.PLATE, ClothInk.CLOTH, 1),
)


@cache
def palette_of(cloth: Cloth) -> Image.Image:
    """Return an image with the palette: the cards, the same dimmed, then cloth and texts."""
    own, inks = COLOURS[cloth], COLOURS[cloth].inks
    cards = [mix(_BLACK, colour, own.paper) for colour in art_palette()]
    colours = [_BLACK, *cards, *(mix(colour, own.dim, DIMMING) for colour in cards)]
    for ground in (ClothInk.CLOTH, ClothInk.LIGHT):
        colours += [mix(inks[ground], _BLACK, dark) for dark in (0.14, 0.27)]
    colours += [*inks.values(), own.edge, own.rim, own.back, own.blue]
    colours.append(mix(own.back, _WHITE, 0.35))
    for ground, ink, between in _RAMPS:
        steps = (n / (between + 1) for n in range(1, between + 1))
        colours += [mix(inks[ground], inks[ink], share) for share in steps]
    colours.append(mix(own.outline, _BLACK, 0.0))
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain(*colours)))
    return image


@cache
def sharp_edges(cloth: Cloth) -> bytes:
    """Return the table that replaces the shades of smooth edges in bytes of palette entries.

    Art loses them to its white ground, but for black, whose shade outlines dimmed cards too; a text
    becomes as wide as its shades.
    """
    own, art = COLOURS[cloth], art_palette()
    kept = (_WHITE, ImageColor.getrgb(BLACK))
    shades = {mix(_WHITE, ink, 0.5) for ink in art if ink not in kept}
    table = bytearray(range(256))
    for first in (1, 1 + len(art)):  # the cards, and the same dimmed
        for n, colour in enumerate(art):
            if colour in shades:
                table[first + n] = first + art.index(_WHITE)
    entries = palette_of(cloth).getpalette() or []
    places = {tuple(entries[n : n + 3]): n // 3 for n in range(0, len(entries), 3)}
    for ground, ink, _ in _RAMPS:
        shade = mix(own.inks[ground], own.inks[ink], 0.5)
        table[places[shade]] = places[own.inks[ink]]
    return bytes(table)


DIMMING: Final = 0.3  # share of the dimming colour in a dimmed card


# The colours of drawn sheets and charts: chalk in the dark, or a blue pen on cream paper.

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
