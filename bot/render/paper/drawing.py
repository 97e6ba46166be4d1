"""A picture as a PNG of few colours: what a worker process does.

Why Pillow and not SVG: with the same font and the same words resvg-py takes at least twice as long
(its PNG has to be taken apart again to count its colours), is one more package in every process,
and needs names to be escaped; here nothing is ever markup.
"""

import io
from functools import cache
from itertools import chain, pairwise
from typing import Final, assert_never

from PIL import Image, ImageDraw

from bot.render.paper.letters import font
from bot.render.paper.shapes import Area, Emblem, Ink, Label, Picture, Shape, Stroke, Turn
from bot.render.suits import FINER, GERMAN, WHITE

# for smooth edges; every further shade makes the file a kilobyte larger
_SHADES: Final = (
    *((Ink.NEW, share) for share in (0.16, 0.8)),
    *((ink, 0.5) for ink in (Ink.POOL, Ink.MOUNTAIN)),
)
_SOFT: Final = 2  # pixels at both sides of a slanted line


def png(picture: Picture) -> bytes:
    """The file: no dates, nothing of the machine in it."""
    canvas = Image.new("RGB", (picture.width, picture.height), Ink.GROUND.value)
    draw = ImageDraw.Draw(canvas)
    for shape in picture.shapes:
        _draw(canvas, draw, shape)
    buffer = io.BytesIO()
    canvas.quantize(palette=_palette(), dither=Image.Dither.NONE).save(buffer, "PNG")
    return buffer.getvalue()


def _draw(canvas: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Label():
            _write(canvas, draw, shape)
        case Stroke(points, ink, width):
            if any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(points)):
                draw.line(points, _mixed(ink, 0.4), width + _SOFT, joint="curve")
            draw.line(points, ink.value, width, joint="curve")
        case Area(box, ink, corner):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            draw.rounded_rectangle(edges, corner, ink.value)
        case Emblem(suit, box, ink):
            canvas.paste(ink.value, (box.left, box.top), _emblem(suit, box.width))
        case _:
            assert_never(shape)


def _write(canvas: Image.Image, draw: ImageDraw.ImageDraw, label: Label) -> None:
    letters = font(label.size, label.is_bold)
    if label.turn is Turn.LEVEL:
        draw.text(label.at, label.text, label.ink.value, letters)
        return
    ascent, descent = letters.getmetrics()
    mask = Image.new("L", (int(letters.getlength(label.text)) + 1, ascent + descent))
    ImageDraw.Draw(mask).text((0, 0), label.text, 255, letters)
    turned = mask.rotate(label.turn.value, expand=True)
    canvas.paste(label.ink.value, label.at, turned)


@cache
def _emblem(suit: str, side: int) -> Image.Image:
    """Where its ink goes: all that is dark in the drawing of the tile."""
    drawn = Image.new("RGB", (side * FINER, side * FINER), WHITE)
    GERMAN[suit](ImageDraw.Draw(drawn), (0, 0, side, side), (0, 0, 0))
    mask = drawn.convert("L").resize((side, side), Image.Resampling.LANCZOS)
    return mask.point(lambda light: 255 - light)


def _mixed(ink: Ink, share: float) -> tuple[int, int, int]:
    """So much of the ink on a field."""
    red, green, blue = (
        round(low + (high - low) * share)
        for low, high in zip(Ink.FIELD.value, ink.value, strict=True)
    )
    return red, green, blue


def _palette() -> Image.Image:
    """Every ink, and shades of the brightest."""
    shades = (_mixed(ink, share) for ink, share in _SHADES)
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain(*(ink.value for ink in Ink), *shades)))
    return image
