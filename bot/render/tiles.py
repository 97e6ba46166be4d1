"""The index tiles: 32 cards, four suits, no trumps and a card back, as 128 x 128 pictures.

Discord shows an application emoji about 20 pixels high inside a button, so a tile is no small card:
the rank is as tall as the tile allows, and the suit must be clear from its shape alone, because a
disabled button takes the colour away. Run ``python -m bot.render.tiles`` to draw them again; the
same Pillow gives the same bytes.
"""

import io
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.render import suits
from bot.render.paper.letters import font
from bot.render.suits import FINER, WHITE, Box, Ink, fine
from bot.render.tile_names import BACK, LETTERS, NO_TRUMP, drawings, tile_name
from bot.terms import Faces

SIZE = 128
FOLDER = Path(__file__).parents[2] / "data" / "cards"

_FULL: Final = SIZE * FINER
_BLACK, _RED = (16, 16, 20), (213, 0, 24)
_FOUR: Final = {"S": _BLACK, "C": (0, 122, 45), "D": (0, 87, 214), "H": _RED}
_TWO: Final = {"S": _BLACK, "C": _BLACK, "D": _RED, "H": _RED}
_GERMAN: Final = {"S": (0, 112, 45), "C": (112, 66, 8), "D": (160, 76, 0), "H": _RED}
INKS: Final = {
    Faces.FOUR: _FOUR,
    Faces.FRENCH: _TWO,
    Faces.CYRILLIC: _TWO,
    Faces.GERMAN: _GERMAN,
}
_BACK, _BACK_LINE = (32, 64, 128), (150, 178, 228)

_LOW, _HIGH = (65, 48, 125, 122), (65, 6, 125, 80)  # where the suit stands


def tiles() -> Iterator[tuple[str, Image.Image]]:
    """Yield every tile with its emoji name."""
    for code, faces in drawings():
        yield tile_name(code, faces), tile(faces, code)


def tile(faces: Faces, code: str) -> Image.Image:
    """Draw the tile of a card, a suit, no trumps or the back."""
    if code == BACK:
        return _card_back()
    if code == NO_TRUMP:
        return _no_trumps("БК" if faces is Faces.CYRILLIC else code)
    return _card(faces, code[:-1], code[-1]) if len(code) > 1 else _suit_alone(faces, code)


def png(picture: Image.Image) -> bytes:
    """Return the PNG bytes, reproducible: without dates or traces of the machine."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _card(faces: Faces, rank: str, suit: str) -> Image.Image:
    """Draw the rank at the left, the suit low beside it; high for the German over (Q)."""
    picture, ink = _ground(), INKS[faces][suit]
    box = (4, 6, 62 if rank == "10" else 59, 122)
    _write(picture, LETTERS.get(faces, {}).get(rank, rank), box, ink)
    high = faces is Faces.GERMAN and rank == "Q"
    _shape(picture, faces, suit, _HIGH if high else _LOW)
    return _finished(picture)


def _suit_alone(faces: Faces, suit: str) -> Image.Image:
    picture = _ground()
    _shape(picture, faces, suit, (13, 11, 115, 117))
    return _finished(picture)


def _shape(picture: Image.Image, faces: Faces, suit: str, box: Box) -> None:
    shapes = suits.GERMAN if faces is Faces.GERMAN else suits.FRENCH
    shapes[suit](ImageDraw.Draw(picture), box, INKS[faces][suit])


def _no_trumps(letters: str) -> Image.Image:
    picture = _ground()
    for letter, box in zip(letters, ((9, 20, 60, 108), (67, 20, 120, 108)), strict=True):
        _write(picture, letter, box, _BLACK)
    return _finished(picture)


def _card_back() -> Image.Image:
    picture = _ground(_BACK)
    draw = ImageDraw.Draw(picture)
    for start in range(-SIZE, SIZE * 2, 32):
        draw.line(fine((start, 0), (start + SIZE, SIZE)), _BACK_LINE, 7 * FINER)
        draw.line(fine((start, SIZE), (start + SIZE, 0)), _BACK_LINE, 7 * FINER)
    draw.rounded_rectangle(fine((0, 0), (127.75, 127.75)), 16 * FINER, None, WHITE, 9 * FINER)
    return _finished(picture)


def _ground(colour: Ink = WHITE) -> Image.Image:
    return Image.new("RGB", (_FULL, _FULL), colour)


def _finished(picture: Image.Image) -> Image.Image:
    """Round the corners and scale down."""
    mask = Image.new("L", (_FULL, _FULL), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, _FULL - 1, _FULL - 1), 16 * FINER, 255)
    picture.putalpha(mask)
    return picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _write(picture: Image.Image, text: str, box: Box, ink: Ink) -> None:
    """Draw text that fills the box: bold, cropped, stretched."""
    letters, stroke = _letters(text)
    left, top, right, bottom = letters.getbbox(text, stroke_width=stroke)
    drawn = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)), 0)
    ImageDraw.Draw(drawn).text(
        (-left, -top), text, fill=255, font=letters, stroke_width=stroke, stroke_fill=255
    )
    width, height = (round((box[i + 2] - box[i]) * FINER) for i in (0, 1))
    drawn = drawn.crop(drawn.getbbox()).resize((width, height), Image.Resampling.LANCZOS)
    picture.paste(ink, (round(box[0] * FINER), round(box[1] * FINER)), drawn)


def _letters(text: str) -> tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, int]:
    """Return Pillow's own font with a bold stroke; another for Russian, which it lacks."""
    if text.isascii():
        return ImageFont.load_default(400), 18
    return font(400, is_bold=True), 0


def main(folder: Path = FOLDER) -> None:
    """Write all tiles into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in tiles():
        (folder / f"{name}.png").write_bytes(png(picture))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
