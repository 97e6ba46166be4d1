"""The shapes of the suits, French and German; each is recognisable by its outline alone.

Each is drawn in a unit square and scaled into its box.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import ImageDraw

ShapeColour = tuple[int, int, int]
ShapePoint = tuple[float, float]
ShapeBox = tuple[
    float, float, float, float
]  # left, top, right, bottom in pixels of the finished tile
SuitPainter = Callable[[ImageDraw.ImageDraw, ShapeBox, ShapeColour], None]

OVERSAMPLING: Final = 4  # drawn four times as large and scaled down: smooth edges
WHITE: Final = (255, 255, 255)


def oversample(*points: ShapePoint) -> list[ShapePoint]:
    return [(x * OVERSAMPLING, y * OVERSAMPLING) for x, y in points]


# French ---------------------------------------------------------------------------------


def _spade(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    leaf = _curve((0.5, 0.0), (0.56, 0.20), (1.0, 0.42), (1.0, 0.64))
    leaf += _curve((1.0, 0.64), (1.0, 0.86), (0.68, 0.92), (0.54, 0.70))
    _fill(draw, box, leaf + _mirror(leaf), ink)
    _stem(draw, box, ink)


def _club(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    for x, y, radius in ((0.5, 0.26, 0.26), (0.235, 0.66, 0.235), (0.765, 0.66, 0.235)):
        _disc(draw, box, (x, y), radius, ink)
    _fill(draw, box, [(0.4, 0.44), (0.6, 0.44), (0.6, 0.72), (0.4, 0.72)], ink)
    _stem(draw, box, ink)


def _diamond(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    side = _curve((0.5, 0.0), (0.62, 0.20), (0.80, 0.38), (1.0, 0.5))
    side += _curve((1.0, 0.5), (0.80, 0.62), (0.62, 0.80), (0.5, 1.0))
    _fill(draw, box, side + _mirror(side), ink)


def _heart(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    half = _curve((0.5, 0.20), (0.62, -0.06), (1.0, -0.02), (1.0, 0.32))
    half += _curve((1.0, 0.32), (1.0, 0.58), (0.64, 0.72), (0.5, 1.0))
    _fill(draw, box, half + _mirror(half), ink)


def _stem(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    half = _curve((0.54, 0.62), (0.56, 0.86), (0.62, 0.96), (0.74, 1.0))
    _fill(draw, box, half + _mirror(half), ink)


FRENCH_SHAPES: Final[dict[str, SuitPainter]] = {"S": _spade, "C": _club, "D": _diamond, "H": _heart}


# German ---------------------------------------------------------------------------------


def _leaf(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    """Draw a round leaf with a tip and a stalk, its veins left white."""
    _fill(draw, box, [(0.45, 0.7), (0.55, 0.7), (0.55, 1.0), (0.45, 1.0)], ink)
    half = _curve((0.5, 0.0), (0.58, 0.18), (1.0, 0.14), (1.0, 0.46))
    half += _curve((1.0, 0.46), (1.0, 0.76), (0.66, 0.84), (0.5, 0.84))
    _fill(draw, box, half + _mirror(half), ink)
    _white_line(draw, box, ((0.5, 0.26), (0.5, 0.76)), 0.06)
    _white_line(draw, box, ((0.24, 0.36), (0.5, 0.6), (0.76, 0.36)), 0.06)


def _acorn(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    """Draw a cap with a stalk, and under a white edge the nut with its tip."""
    _fill(draw, box, [(0.43, 0.0), (0.57, 0.0), (0.57, 0.2), (0.43, 0.2)], ink)
    cap = _curve((0.5, 0.12), (0.84, 0.10), (1.0, 0.24), (1.0, 0.42))
    _fill(draw, box, [*cap, *_mirror(cap)], ink)
    nut = _curve((0.88, 0.48), (0.88, 0.76), (0.66, 0.84), (0.5, 1.0))
    _fill(draw, box, [*nut, *_mirror(nut)], ink)


def _bell(draw: ImageDraw.ImageDraw, box: ShapeBox, ink: ShapeColour) -> None:
    """Draw a round bell: its loop, a white belt, and the slit below it."""
    _disc(draw, box, (0.5, 0.12), 0.12, ink)
    _disc(draw, box, (0.5, 0.58), 0.42, ink)
    _white_line(draw, box, ((0.0, 0.52), (1.0, 0.52)), 0.07)
    _disc(draw, box, (0.5, 0.72), 0.07, WHITE)
    _white_line(draw, box, ((0.5, 0.72), (0.5, 1.0)), 0.07)


GERMAN_SHAPES: Final[dict[str, SuitPainter]] = {"S": _leaf, "C": _acorn, "D": _bell, "H": _heart}


# lines and areas ------------------------------------------------------------------------


def _disc(
    draw: ImageDraw.ImageDraw, box: ShapeBox, middle: ShapePoint, radius: float, ink: ShapeColour
) -> None:
    x, y = middle
    draw.ellipse(_place(box, ((x - radius, y - radius), (x + radius, y + radius))), ink)


def _white_line(
    draw: ImageDraw.ImageDraw, box: ShapeBox, points: Sequence[ShapePoint], width: float
) -> None:
    """Draw a white line, a part left out."""
    draw.line(_place(box, points), WHITE, round(width * (box[2] - box[0]) * OVERSAMPLING))


def _curve(
    start: ShapePoint, one: ShapePoint, two: ShapePoint, end: ShapePoint
) -> list[ShapePoint]:
    """Return a cubic Bezier curve as points."""
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


def _mirror(points: list[ShapePoint]) -> list[ShapePoint]:
    return [(1 - x, y) for x, y in reversed(points)]


def _fill(
    draw: ImageDraw.ImageDraw, box: ShapeBox, outline: list[ShapePoint], ink: ShapeColour
) -> None:
    draw.polygon(_place(box, outline), ink)


def _place(box: ShapeBox, points: Sequence[ShapePoint]) -> list[ShapePoint]:
    left, top, right, bottom = box
    return oversample(*((left + x * (right - left), top + y * (bottom - top)) for x, y in points))
