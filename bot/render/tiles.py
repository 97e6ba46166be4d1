"""The index tiles: 32 cards, four suits, no trumps and a card back, as 128 x 128 pictures.

Discord shows an application emoji about 20 pixels high inside a button, so a tile is no small card:
the rank is as tall as the tile allows and the suit must be told by its shape alone, because a
disabled button takes the colour away. Run ``python -m bot.render.tiles`` to draw them again; the
same Pillow gives the same bytes.
"""

import io
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIZE = 128
FOLDER = Path(__file__).parents[2] / "data" / "cards"

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
INK = {"S": (16, 16, 20), "C": (0, 122, 45), "D": (0, 87, 214), "H": (213, 0, 24)}

_FINER = 4  # drawn four times as large and scaled down: smooth edges
_FULL = SIZE * _FINER
_WHITE = (255, 255, 255)
_BACK, _BACK_LINE = (32, 64, 128), (150, 178, 228)

Ink = tuple[int, int, int]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels of the finished tile


def tiles() -> Iterator[tuple[str, Image.Image]]:
    """Every tile with its name, as it is called in the log and as an emoji."""
    for suit in INK:
        for rank in RANKS:
            yield rank + suit, _card(rank, suit)
        yield suit, _suit_alone(suit)
    yield "NT", _no_trumps()
    yield "back", _card_back()


def png(picture: Image.Image) -> bytes:
    """The file: no dates, nothing of the machine in it."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _card(rank: str, suit: str) -> Image.Image:
    picture = _ground()
    _write(picture, rank, (4, 6, 62 if rank == "10" else 59, 122), INK[suit])
    _SHAPES[suit](ImageDraw.Draw(picture), (65, 48, 125, 122), INK[suit])
    return _finished(picture)


def _suit_alone(suit: str) -> Image.Image:
    picture = _ground()
    _SHAPES[suit](ImageDraw.Draw(picture), (13, 11, 115, 117), INK[suit])
    return _finished(picture)


def _no_trumps() -> Image.Image:
    picture = _ground()
    _write(picture, "N", (9, 20, 60, 108), INK["S"])
    _write(picture, "T", (67, 20, 120, 108), INK["S"])
    return _finished(picture)


def _card_back() -> Image.Image:
    picture = _ground(_BACK)
    draw = ImageDraw.Draw(picture)
    for start in range(-SIZE, SIZE * 2, 32):
        draw.line(_fine((start, 0), (start + SIZE, SIZE)), _BACK_LINE, 7 * _FINER)
        draw.line(_fine((start, SIZE), (start + SIZE, 0)), _BACK_LINE, 7 * _FINER)
    draw.rounded_rectangle(_fine((0, 0), (127.75, 127.75)), 16 * _FINER, None, _WHITE, 9 * _FINER)
    return _finished(picture)


def _ground(colour: Ink = _WHITE) -> Image.Image:
    return Image.new("RGB", (_FULL, _FULL), colour)


def _finished(picture: Image.Image) -> Image.Image:
    """Cut the corners round and scale down."""
    mask = Image.new("L", (_FULL, _FULL), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, _FULL - 1, _FULL - 1), 16 * _FINER, 255)
    picture.putalpha(mask)
    return picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _write(picture: Image.Image, text: str, box: Box, ink: Ink) -> None:
    """Text that fills the box: drawn bold, cut out, stretched to it."""
    font = ImageFont.load_default(400)
    stroke = 18
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    letters = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)), 0)
    ImageDraw.Draw(letters).text(
        (-left, -top), text, fill=255, font=font, stroke_width=stroke, stroke_fill=255
    )
    width, height = (round((box[i + 2] - box[i]) * _FINER) for i in (0, 1))
    letters = letters.crop(letters.getbbox()).resize((width, height), Image.Resampling.LANCZOS)
    picture.paste(ink, (round(box[0] * _FINER), round(box[1] * _FINER)), letters)


# The four suits; each is drawn in a square from 0 to 1 and put into the box it is given.


def _spade(draw: ImageDraw.ImageDraw, box: Box, ink: Ink) -> None:
    leaf = _curve((0.5, 0.0), (0.56, 0.20), (1.0, 0.42), (1.0, 0.64))
    leaf += _curve((1.0, 0.64), (1.0, 0.86), (0.68, 0.92), (0.54, 0.70))
    _fill(draw, box, leaf + _mirrored(leaf), ink)
    _stem(draw, box, ink)


def _club(draw: ImageDraw.ImageDraw, box: Box, ink: Ink) -> None:
    for x, y, radius in ((0.5, 0.26, 0.26), (0.235, 0.66, 0.235), (0.765, 0.66, 0.235)):
        draw.ellipse(_placed(box, ((x - radius, y - radius), (x + radius, y + radius))), ink)
    _fill(draw, box, [(0.4, 0.44), (0.6, 0.44), (0.6, 0.72), (0.4, 0.72)], ink)
    _stem(draw, box, ink)


def _diamond(draw: ImageDraw.ImageDraw, box: Box, ink: Ink) -> None:
    side = _curve((0.5, 0.0), (0.62, 0.20), (0.80, 0.38), (1.0, 0.5))
    side += _curve((1.0, 0.5), (0.80, 0.62), (0.62, 0.80), (0.5, 1.0))
    _fill(draw, box, side + _mirrored(side), ink)


def _heart(draw: ImageDraw.ImageDraw, box: Box, ink: Ink) -> None:
    half = _curve((0.5, 0.20), (0.62, -0.06), (1.0, -0.02), (1.0, 0.32))
    half += _curve((1.0, 0.32), (1.0, 0.58), (0.64, 0.72), (0.5, 1.0))
    _fill(draw, box, half + _mirrored(half), ink)


_SHAPES: dict[str, Callable[[ImageDraw.ImageDraw, Box, Ink], None]] = {
    "S": _spade,
    "C": _club,
    "D": _diamond,
    "H": _heart,
}


def _stem(draw: ImageDraw.ImageDraw, box: Box, ink: Ink) -> None:
    half = _curve((0.54, 0.62), (0.56, 0.86), (0.62, 0.96), (0.74, 1.0))
    _fill(draw, box, half + _mirrored(half), ink)


def _curve(start: Point, one: Point, two: Point, end: Point) -> list[Point]:
    """A cubic Bezier curve as points."""
    points = []
    for step in range(33):
        t = step / 32
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * one[0] + c * two[0] + d * end[0],
                a * start[1] + b * one[1] + c * two[1] + d * end[1],
            )
        )
    return points


def _mirrored(points: list[Point]) -> list[Point]:
    return [(1 - x, y) for x, y in reversed(points)]


def _fill(draw: ImageDraw.ImageDraw, box: Box, outline: list[Point], ink: Ink) -> None:
    draw.polygon(_placed(box, outline), ink)


def _placed(box: Box, points: list[Point] | tuple[Point, ...]) -> list[Point]:
    left, top, right, bottom = box
    return _fine(*((left + x * (right - left), top + y * (bottom - top)) for x, y in points))


def _fine(*points: Point) -> list[Point]:
    return [(x * _FINER, y * _FINER) for x, y in points]


def main(folder: Path = FOLDER) -> None:
    """Write all tiles into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in tiles():
        (folder / f"{name}.png").write_bytes(png(picture))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
