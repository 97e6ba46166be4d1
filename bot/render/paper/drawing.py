"""Drawing of a picture as a PNG with few colours, in a worker process.

Pillow is preferred to SVG: with the same font and text resvg-py takes at least twice as long (its
PNG must be decoded again to reduce the colours), adds a package to every process, and requires
escaped names; here no text is markup.
"""

import io
from functools import cache
from itertools import chain, pairwise
from typing import Final

from PIL import Image, ImageDraw

from bot.render.paper.cloth_drawing import cloth_png
from bot.render.paper.picture_text import font
from bot.render.paper.suit_shapes import GERMAN_SHAPES, OVERSAMPLING, WHITE
from bot.render.shapes import Area, Emblem, Ink, Label, Picture, Shape, Stroke, TextRotation

# for smooth edges; each further shade adds about a kilobyte to the file
_SHADES: Final = (
    *((Ink.NEW, share) for share in (0.16, 0.8)),
    *((ink, 0.5) for ink in (Ink.POOL, Ink.MOUNTAIN)),
)
_SLANT_EXTRA: Final = 2  # extra pixels of width under a slanted line


def picture_png(picture: Picture) -> bytes:
    """Return the PNG file; it contains no dates and no data about the machine."""
    if picture.cloth is not None:
        return cloth_png(picture, picture.cloth)
    canvas = Image.new("RGB", (picture.width, picture.height), Ink.GROUND.value)
    draw = ImageDraw.Draw(canvas)
    for shape in picture.shapes:
        _draw_shape(canvas, draw, shape)
    buffer = io.BytesIO()
    canvas.quantize(palette=_palette(), dither=Image.Dither.NONE).save(buffer, "PNG")
    return buffer.getvalue()


def _draw_shape(canvas: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Label():
            _draw_label(canvas, draw, shape)
        case Stroke(points, ink, width):
            if any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(points)):
                draw.line(points, _blend(ink, 0.4), width + _SLANT_EXTRA, joint="curve")
            draw.line(points, ink.value, width, joint="curve")
        case Area(box, ink, corner):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            draw.rounded_rectangle(edges, corner, ink.value)
        case Emblem(suit, box, ink):
            canvas.paste(ink.value, (box.left, box.top), _emblem_mask(suit, box.width))
        case _:
            raise ValueError(f"not part of a sheet: {shape}")


def _draw_label(canvas: Image.Image, draw: ImageDraw.ImageDraw, label: Label) -> None:
    letters = font(label.size, label.is_bold)
    if label.rotation is TextRotation.LEVEL:
        draw.text(label.at, label.text, label.ink.value, letters)
        return
    ascent, descent = letters.getmetrics()
    mask = Image.new("L", (int(letters.getlength(label.text)) + 1, ascent + descent))
    ImageDraw.Draw(mask).text((0, 0), label.text, 255, letters)
    turned = mask.rotate(label.rotation.value, expand=True)
    canvas.paste(label.ink.value, label.at, turned)


@cache
def _emblem_mask(suit: str, side: int) -> Image.Image:
    """Return the mask of an emblem: the dark pixels of the tile's drawing."""
    drawn = Image.new("RGB", (side * OVERSAMPLING, side * OVERSAMPLING), WHITE)
    GERMAN_SHAPES[suit](ImageDraw.Draw(drawn), (0, 0, side, side), (0, 0, 0))
    mask = drawn.convert("L").resize((side, side), Image.Resampling.LANCZOS)
    return mask.point(lambda light: 255 - light)


def _blend(ink: Ink, share: float) -> tuple[int, int, int]:
    """Return the colour of ``share`` parts of the ink on the field."""
    red, green, blue = (
        round(low + (high - low) * share)
        for low, high in zip(Ink.FIELD.value, ink.value, strict=True)
    )
    return red, green, blue


def _palette() -> Image.Image:
    """Return a palette of every ink and the shades for smooth edges."""
    shades = (_blend(ink, share) for ink, share in _SHADES)
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain(*(ink.value for ink in Ink), *shades)))
    return image
