"""Drawing of a picture on a cloth as a PNG, in a worker process."""

import io
from typing import Final

from PIL import Image, ImageDraw

from bot.engine.cards import CARD_NAMES, Suit, suit_of
from bot.render.paper.picture_text import font
from bot.render.shapes import (
    CardBack,
    CardFace,
    CardState,
    ClothInk,
    Picture,
    Plate,
    Shape,
    SuitSign,
    Writing,
)

Colour = tuple[int, int, int]

_COLOURS: Final[dict[ClothInk, Colour]] = {
    ClothInk.CLOTH: (24, 74, 58),
    ClothInk.LIGHT: (32, 92, 70),
    ClothInk.PLATE: (18, 36, 32),
    ClothInk.TEXT: (240, 240, 235),
    ClothInk.SOFT: (160, 175, 168),
    ClothInk.GOLD: (240, 195, 80),
    ClothInk.RED: (255, 110, 110),
    ClothInk.GREEN: (110, 220, 150),
}


def cloth_png(picture: Picture) -> bytes:
    """Return the PNG file; it contains no dates and no data about the machine."""
    canvas = Image.new("RGB", (picture.width, picture.height), _COLOURS[ClothInk.CLOTH])
    draw = ImageDraw.Draw(canvas)
    for shape in picture.shapes:
        _draw(canvas, draw, shape)
    buffer = io.BytesIO()
    canvas.quantize(64, dither=Image.Dither.NONE).save(buffer, "PNG")
    return buffer.getvalue()


def _draw(canvas: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Plate(box, ink, _, edge, corner):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            line = None if edge is None else _COLOURS[edge]
            draw.rounded_rectangle(edges, corner, _COLOURS[ink], line, 3)
        case Writing(text, at, size, colour, _, is_bold):
            draw.text(at, text, _COLOURS[colour], font(size, is_bold))
        case CardFace(card, box, look, state):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            ground = (200, 205, 200) if state is CardState.DIM else (255, 255, 255)
            draw.rounded_rectangle(edges, 8, ground, (90, 90, 90))
            name = CARD_NAMES[card]
            rank = dict(zip("JQKA", look.letters, strict=True)).get(name[0], name[:-1])
            tone = (200, 30, 40) if suit_of(card) >= Suit.DIAMONDS else (20, 20, 24)
            draw.text((box.left + 6, box.top), rank, tone, font(box.width * 4 // 9, True))
        case CardBack(box):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            draw.rounded_rectangle(edges, 6, (140, 40, 50), (255, 255, 255), 2)
        case SuitSign():
            pass
        case _:
            raise ValueError(f"not part of a cloth: {shape}")
