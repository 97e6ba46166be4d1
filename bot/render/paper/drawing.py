"""Drawing of a picture as a PNG with few colours, in a worker process.

Pillow is preferred to SVG: with the same font and text resvg-py takes at least twice as long (its
PNG must be decoded again to reduce the colours), adds a package to every process, and requires
escaped names; here no text is markup.
"""

import io
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from bot.model.enums import DEFAULT_CLOTH, DEFAULT_FACES
from bot.render.paper.card_sprites import CARD_HEIGHT, CARD_WIDTH, mix
from bot.render.paper.cloth_drawing import cloth_png
from bot.render.paper.picture_text import font
from bot.render.paper.sheet_colours import SheetColours, sheet_colours, sheet_palette
from bot.render.paper.suit_shapes import GERMAN_SHAPES, OVERSAMPLING, WHITE
from bot.render.shapes import (
    Area,
    Box,
    CardFace,
    CardLook,
    Emblem,
    Ink,
    Label,
    Picture,
    Shape,
    Stroke,
    Writing,
)

_SLANT_EXTRA: Final = 2  # extra pixels of width under a slanted line


def picture_png(picture: Picture) -> bytes:
    """Return the PNG file; it contains no dates and no data about the machine."""
    if picture.cloth is not None:
        return cloth_png(picture, picture.cloth)
    colours = sheet_colours(picture.is_on_paper)
    canvas = Image.new("RGB", (picture.width, picture.height), colours[Ink.GROUND])
    draw = ImageDraw.Draw(canvas)
    for shape in picture.shapes:
        _draw_shape(canvas, draw, shape, colours)
    buffer = io.BytesIO()
    palette = sheet_palette(picture.is_on_paper)
    canvas.quantize(palette=palette, dither=Image.Dither.NONE).save(buffer, "PNG")
    return buffer.getvalue()


def prepare_drawing() -> None:
    """Load what cards are drawn with: the first picture of a process takes a second without it."""
    look = CardLook(DEFAULT_FACES, ("J", "Q", "K", "A"))
    box = Box(0, 0, CARD_WIDTH, CARD_HEIGHT)
    shapes = (CardFace(0, box, look), Writing("A", (0, 0), 22))
    picture_png(Picture(CARD_WIDTH, CARD_HEIGHT, shapes, "", DEFAULT_CLOTH))


def _draw_shape(
    canvas: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape, colours: SheetColours
) -> None:
    match shape:
        case Label(text, at, size, ink, is_bold):
            draw.text(at, text, colours[ink], font(size, is_bold))
        case Stroke(points, ink, width):
            if any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(points)):
                soft = mix(colours[Ink.FIELD], colours[ink], 0.4)
                draw.line(points, soft, width + _SLANT_EXTRA, joint="curve")
            draw.line(points, colours[ink], width, joint="curve")
        case Area(box, ink, corner):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            draw.rounded_rectangle(edges, corner, colours[ink])
        case Emblem(suit, box, ink):
            canvas.paste(colours[ink], (box.left, box.top), _emblem_mask(suit, box.width))
        case _:
            raise ValueError(f"not part of a sheet: {shape}")


@cache
def _emblem_mask(suit: str, side: int) -> Image.Image:
    """Return the mask of an emblem: the dark pixels of the tile's drawing."""
    drawn = Image.new("RGB", (side * OVERSAMPLING, side * OVERSAMPLING), WHITE)
    GERMAN_SHAPES[suit](ImageDraw.Draw(drawn), (0, 0, side, side), (0, 0, 0))
    mask = drawn.convert("L").resize((side, side), Image.Resampling.LANCZOS)
    return mask.point(lambda light: 255 - light)
