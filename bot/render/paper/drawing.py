"""Drawing of a picture as a PNG with few colours, in a worker process.

Pillow is preferred to SVG: with the same font and text resvg-py takes at least twice as long (its
PNG must be decoded again to reduce the colours), adds a package to every process, and requires
escaped names; here no text is markup.
"""

import io
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from bot.model.enums import DEFAULT_CLOTH, DEFAULT_FACES
from bot.render.paper.card_sprites import CARD_HEIGHT, CARD_WIDTH, mix
from bot.render.paper.cloth_drawing import cloth_png
from bot.render.paper.colours import SheetColours, sheet_colours, sheet_palette
from bot.render.paper.picture_text import font
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


# Drawing of several pictures as one animated GIF, in a worker process.
#
# A GIF plays in every client, without a click; it rests on its last frame before it begins again.

LARGEST_ANIMATION: Final = 300 * 1024  # bytes; members on telephones load it without a click
_FRAME_MILLISECONDS: Final = 900
_TRICK_MILLISECONDS: Final = 1600  # every third card completes a trick
_LAST_MILLISECONDS: Final = 5000
_WIDTHS: Final = (720, 600, 480, 360)  # the first at which the file is small enough


def animation_gif(frames: Sequence[Picture]) -> bytes:
    """Return the GIF of pictures of one size, of at most ``LARGEST_ANIMATION`` bytes.

    Raises ValueError where even the narrowest is larger.
    """
    drawn = [Image.open(io.BytesIO(picture_png(frame))) for frame in frames]
    for width in _WIDTHS:
        content = _encode([_scaled(image, width) for image in drawn])
        if len(content) <= LARGEST_ANIMATION:
            return content
    raise ValueError(f"an animation of {len(frames)} frames is too large")


def _scaled(image: Image.Image, width: int) -> Image.Image:
    """Return the image at most that wide, in the colours of its own palette, opaque."""
    scaled = image.copy()
    if image.width > width:
        size = (width, round(image.height * width / image.width))
        small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        scaled = small.quantize(palette=image, dither=Image.Dither.NONE)
    scaled.info.clear()
    return scaled


def _encode(images: list[Image.Image]) -> bytes:
    times = [
        _TRICK_MILLISECONDS if number % 3 == 2 else _FRAME_MILLISECONDS
        for number in range(len(images) - 1)
    ]
    buffer = io.BytesIO()
    first, *rest = images
    first.save(
        buffer,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=[*times, _LAST_MILLISECONDS],
        loop=0,
    )
    return buffer.getvalue()
