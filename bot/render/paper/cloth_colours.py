"""The colours of the cloths, and the fixed palette of a picture on one."""

from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from PIL import Image

from bot.model.enums import Cloth
from bot.render.paper.card_sprites import Colour, art_palette, mix
from bot.render.shapes import ClothInk

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


DIMMING: Final = 0.3  # share of the dimming colour in a dimmed card
