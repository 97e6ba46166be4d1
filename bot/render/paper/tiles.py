"""The index tiles: 32 cards, four suits, no trumps and a card back, as 128 x 128 pictures.

A tile is a portrait card inside the square, the rank over the suit. Discord shows an application
emoji about 20 pixels high inside a button, so both are as large as the card allows, and the suit
must be clear from its shape alone, because a disabled button takes the colour away. Run
``python -m bot.render.paper.tiles`` to draw them again; the same Pillow gives the same bytes.
"""

import io
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bot.model.enums import CardFaces
from bot.render.paper import picture_text, suit_shapes
from bot.render.paper.suit_shapes import OVERSAMPLING, WHITE, ShapeBox, ShapeColour, oversample
from bot.render.paper.tile_names import BACK, NO_TRUMP, RANK_LETTERS, distinct_tiles, tile_name

SIZE = 128
TILE_FOLDER = Path(__file__).parents[3] / "data" / "cards"

_FULL: Final = SIZE * OVERSAMPLING
_BLACK, _RED = (16, 16, 20), (213, 0, 24)
_FOUR: Final = {"S": _BLACK, "C": (0, 122, 45), "D": (0, 87, 214), "H": _RED}
_TWO: Final = {"S": _BLACK, "C": _BLACK, "D": _RED, "H": _RED}
_GERMAN: Final = {"S": (0, 112, 45), "C": (112, 66, 8), "D": (160, 76, 0), "H": _RED}
INKS: Final = {
    CardFaces.FOUR: _FOUR,
    CardFaces.FRENCH: _TWO,
    CardFaces.CYRILLIC: _TWO,
    CardFaces.GERMAN: _GERMAN,
}
_SECOND_INKS: Final = {"D": (222, 150, 12), "C": (72, 128, 26)}  # golden bells, green nuts
_BACK, _BACK_LINE = (32, 64, 128), (150, 178, 228)

_CARD: Final = (14, 1, 114, 127)  # the card inside the square
_EDGE: Final = (150, 152, 160)
_UPPER, _LOWER = (22, 8, 106, 57), (31, 60, 97, 122)  # rank over suit
_GERMAN_OVER: Final = (22, 71, 106, 120), (31, 6, 97, 68)  # the suit of the over stands above
_WIDEST: Final = 52  # pixels of one letter


def draw_tiles() -> Iterator[tuple[str, Image.Image]]:
    """Yield every tile with its emoji name."""
    for code, faces in distinct_tiles():
        yield tile_name(code, faces), draw_tile(faces, code)


def draw_tile(faces: CardFaces, code: str) -> Image.Image:
    """Draw the tile of a card, a suit, no trumps or the back."""
    if code == BACK:
        return _card_back()
    if code == NO_TRUMP:
        return _no_trumps()
    return _card(faces, code[:-1], code[-1]) if len(code) > 1 else _suit_alone(faces, code)


def encode_tile(picture: Image.Image) -> bytes:
    """Return the PNG bytes, reproducible: without dates or traces of the machine."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _card(faces: CardFaces, rank: str, suit: str) -> Image.Image:
    """Draw the rank over the suit; below it for the German over (Q)."""
    picture, ink = _blank_tile(), INKS[faces][suit]
    is_over = faces is CardFaces.GERMAN and rank == "Q"
    (left, top, right, bottom), place = _GERMAN_OVER if is_over else (_UPPER, _LOWER)
    if rank != "10":
        left, right = SIZE // 2 - _WIDEST // 2, SIZE // 2 + _WIDEST // 2
    letter = RANK_LETTERS.get(faces, {}).get(rank, rank)
    _draw_text(picture, letter, (left, top, right, bottom), ink)
    _shape(picture, faces, suit, place)
    return _as_card(picture)


def _as_card(picture: Image.Image) -> Image.Image:
    """Cut a portrait card out of the square, with a thin edge."""
    box, corner = oversample(_CARD[:2], _CARD[2:]), 13 * OVERSAMPLING
    ImageDraw.Draw(picture).rounded_rectangle(box, corner, None, _EDGE, 2 * OVERSAMPLING)
    mask = Image.new("L", (_FULL, _FULL), 0)
    ImageDraw.Draw(mask).rounded_rectangle(box, corner, 255)
    picture.putalpha(mask)
    return picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _suit_alone(faces: CardFaces, suit: str) -> Image.Image:
    picture = _blank_tile()
    _shape(picture, faces, suit, (13, 11, 115, 117))
    return _finish(picture)


def _shape(picture: Image.Image, faces: CardFaces, suit: str, box: ShapeBox) -> None:
    shapes = suit_shapes.GERMAN_SHAPES if faces is CardFaces.GERMAN else suit_shapes.FRENCH_SHAPES
    shapes[suit](ImageDraw.Draw(picture), box, INKS[faces][suit])
    if faces is not CardFaces.GERMAN or suit not in _SECOND_INKS:
        return
    drawn = Image.new("RGB", picture.size, WHITE)
    shapes[suit](ImageDraw.Draw(drawn), box, _BLACK)
    mask = drawn.convert("L").point(lambda light: 255 * (light < 128))
    if suit == "D":  # a rim of the first ink around the bell
        mask = mask.filter(ImageFilter.MinFilter(4 * OVERSAMPLING + 1))
    else:  # the cap of the acorn stays brown
        nut = box[1] + (box[3] - box[1]) * 0.45
        mask.paste(0, (0, 0, _FULL, round(nut * OVERSAMPLING)))
    picture.paste(_SECOND_INKS[suit], None, mask)


def _no_trumps() -> Image.Image:
    """Draw the four suits together: no letters, which each language has its own of."""
    picture = _blank_tile()
    for suit, (x, y) in zip("SHDC", ((10, 10), (68, 10), (10, 68), (68, 68)), strict=True):
        _shape(picture, CardFaces.FRENCH, suit, (x, y, x + 50, y + 50))
    return _finish(picture)


def _card_back() -> Image.Image:
    picture = _blank_tile(_BACK)
    draw = ImageDraw.Draw(picture)
    for start in range(-SIZE, SIZE * 2, 32):
        draw.line(oversample((start, 0), (start + SIZE, SIZE)), _BACK_LINE, 7 * OVERSAMPLING)
        draw.line(oversample((start, SIZE), (start + SIZE, 0)), _BACK_LINE, 7 * OVERSAMPLING)
    draw.rounded_rectangle(
        oversample((0, 0), (127.75, 127.75)), 16 * OVERSAMPLING, None, WHITE, 9 * OVERSAMPLING
    )
    return _finish(picture)


def _blank_tile(colour: ShapeColour = WHITE) -> Image.Image:
    return Image.new("RGB", (_FULL, _FULL), colour)


def _finish(picture: Image.Image) -> Image.Image:
    """Round the corners and scale down."""
    mask = Image.new("L", (_FULL, _FULL), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, _FULL - 1, _FULL - 1), 16 * OVERSAMPLING, 255)
    picture.putalpha(mask)
    return picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _draw_text(picture: Image.Image, text: str, box: ShapeBox, ink: ShapeColour) -> None:
    """Draw text that fills the box: bold, cropped, stretched."""
    letters, stroke = _letters(text)
    left, top, right, bottom = letters.getbbox(text, stroke_width=stroke)
    drawn = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)), 0)
    ImageDraw.Draw(drawn).text(
        (-left, -top), text, fill=255, font=letters, stroke_width=stroke, stroke_fill=255
    )
    width, height = (round((box[i + 2] - box[i]) * OVERSAMPLING) for i in (0, 1))
    drawn = drawn.crop(drawn.getbbox()).resize((width, height), Image.Resampling.LANCZOS)
    picture.paste(ink, (round(box[0] * OVERSAMPLING), round(box[1] * OVERSAMPLING)), drawn)


def _letters(text: str) -> tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, int]:
    """Return Pillow's own font with a bold stroke; another for Russian, which it lacks."""
    if text.isascii():
        return ImageFont.load_default(400), 11
    return picture_text.font(400, is_bold=True), 0


def main(folder: Path = TILE_FOLDER) -> None:
    """Write all tiles into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in draw_tiles():
        (folder / f"{name}.png").write_bytes(encode_tile(picture))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
