"""The pulka as it lies on the table (rules/russian.md 4.1): a sector for each of two to four.

The whists stand outermost, a field for each opponent on that opponent's side; then the pool,
nearest to the middle the mountain, and in the middle the target.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from bot.render.paper.letters import height_of, width_of
from bot.render.paper.shapes import Area, Box, Ink, Label, Picture, Point, Shape, Stroke, Turn
from bot.render.paper.writing import totals, word

TICK: Final = " ✓"

_WIDTH: Final = 600
_EDGE, _NAME, _LEGEND = 10, 36, 32  # pixels outside of the frame: margin, name, legend
_STRIP: Final = 70  # from the frame to the pool, and on to the mountain
_HEIGHTS: Final = {2: 470, 3: 620, 4: 650}  # of the frame
_MARK: Final = 34  # half of the mark in the middle
_PAD: Final = 6
_HEAD: Final = 17  # letters of the small words


class Side(Enum):
    """The side of the pulka a player sits at, clockwise."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


SIDES: Final = {
    2: (Side.BOTTOM, Side.TOP),
    3: (Side.BOTTOM, Side.LEFT, Side.RIGHT),
    4: (Side.BOTTOM, Side.LEFT, Side.TOP, Side.RIGHT),
}


@dataclass(frozen=True, slots=True)
class Field:
    """The totals of one line of the sheet, and a small word above them."""

    totals: tuple[str, ...]
    head: str = ""


@dataclass(frozen=True, slots=True)
class Sector:
    """One player: ``whists`` by seat, their own field empty; no mountain in Rostov."""

    name: str
    balance: str
    pool: Field
    is_closed: bool
    mountain: Field | None
    whists: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The three frames, one inside the other, and the middle."""

    sides: tuple[Side, ...]
    frame: Box
    pools: Box
    inside: Box
    middle: Point


def pulka(
    sectors: Sequence[Sector], target: str, legend: Sequence[tuple[str, Ink]], alt: str
) -> Picture:
    """Draw the sheet of the players in ``sectors``; ``legend`` names the inks."""
    plan = _plan(sectors)
    shapes = [*_lines(plan), *_mark(plan, target)]
    for seat, sector in enumerate(sectors):
        shapes += _sector(plan, seat, sector)
    bottom = plan.frame.bottom + _NAME
    shapes += _legend(Box(_EDGE, bottom, _WIDTH - _EDGE, bottom + _LEGEND), legend)
    return Picture(_WIDTH, bottom + _LEGEND, tuple(shapes), alt)


def _plan(sectors: Sequence[Sector]) -> _Plan:
    sides = SIDES[len(sectors)]
    top = _NAME if Side.TOP in sides else _EDGE
    side = _NAME if Side.LEFT in sides else _EDGE
    frame = Box(side, top, _WIDTH - side, top + _HEIGHTS[len(sectors)])
    pools = _inset(frame, sides)
    inside = _inset(pools, sides) if sectors[0].mountain else pools
    share = 0.62 if len(sectors) == 3 else 0.5
    middle = (inside.left + inside.right) // 2, inside.top + int(inside.height * share)
    return _Plan(sides, frame, pools, inside, middle)


def _inset(box: Box, sides: Sequence[Side]) -> Box:
    """Shrink ``box`` by a strip on each side with a player."""
    left, top, right, bottom = (
        _STRIP * (side in sides) for side in (Side.LEFT, Side.TOP, Side.RIGHT, Side.BOTTOM)
    )
    return Box(box.left + left, box.top + top, box.right - right, box.bottom - bottom)


# the lines ----------------------------------------------------------------------------------


def _lines(plan: _Plan) -> Iterator[Shape]:
    yield Area(plan.frame)
    yield _rim(plan.frame)
    for box in {plan.pools, plan.inside}:
        for side in plan.sides:
            yield Stroke(_edge(box, side))
    for corners in zip(*map(_corners, (plan.frame, plan.pools, plan.inside)), strict=True):
        if _is_between(corners[0], plan):
            yield Stroke((*corners, plan.middle))
    x, y = plan.middle
    if len(plan.sides) == 3:
        yield Stroke(((x, plan.frame.top), (x, y)))
    if len(plan.sides) == 2:
        yield Stroke(((plan.frame.left, y), (plan.frame.right, y)))


def _rim(box: Box) -> Stroke:
    a, b, c, d = _corners(box)
    return Stroke((a, b, c, d, a), width=3)


def _corners(box: Box) -> tuple[Point, Point, Point, Point]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _edge(box: Box, side: Side) -> tuple[Point, Point]:
    top_left, top_right, bottom_right, bottom_left = _corners(box)
    match side:
        case Side.BOTTOM:
            return bottom_left, bottom_right
        case Side.LEFT:
            return top_left, bottom_left
        case Side.TOP:
            return top_left, top_right
        case Side.RIGHT:
            return top_right, bottom_right


def _is_between(corner: Point, plan: _Plan) -> bool:
    """True if players sit at both sides of a corner of the frame."""
    touching = [side for side in plan.sides if corner in _edge(plan.frame, side)]
    return len(touching) == 2


def _mark(plan: _Plan, target: str) -> Iterator[Shape]:
    x, y = plan.middle
    for half, ink in ((_MARK, Ink.LINE), (_MARK - 2, Ink.GROUND)):
        yield Area(Box(x - half, y - half, x + half, y + half), ink, half)
    yield word(_square(x, y, _MARK - 8), target, 28, is_bold=True, side=0.5)


def _square(x: int, y: int, half: int) -> Box:
    return Box(x - half, y - half, x + half, y + half)


def _legend(box: Box, legend: Sequence[tuple[str, Ink]]) -> Iterator[Shape]:
    """Draw a square of each ink with its word, in a row in the middle."""
    size, gap = 18, 24
    row = sum(gap + width_of(text, size) for text, _ in legend) + gap * (len(legend) - 1)
    x = (box.left + box.right - row) // 2
    for text, ink in legend:
        y = box.middle[1]
        yield Area(Box(x, y - 7, x + 14, y + 7), ink, 3)
        yield Label(text, (x + gap - 6, y - height_of(size) // 2), size, Ink.OLD)
        x += 2 * gap + width_of(text, size)


# the sectors --------------------------------------------------------------------------------


def _sector(plan: _Plan, seat: int, sector: Sector) -> Iterator[Shape]:
    side = plan.sides[seat]
    yield from _whists(plan, seat, sector)
    tick = TICK if sector.is_closed else ""
    core = _core(plan, side)
    if sector.mountain is None:
        yield from totals(_padded(core), sector.pool.totals, Ink.POOL, tick)
    else:
        strip = _strip(plan.pools, plan.inside, side)
        yield from totals(_padded(strip), sector.pool.totals, Ink.POOL, tick)
        yield from totals(_padded(core), sector.mountain.totals, Ink.MOUNTAIN)
    yield _name(plan.frame, side, sector)


def _strip(outer: Box, inner: Box, side: Side) -> Box:
    """Return the part of a strip between the corners."""
    match side:
        case Side.BOTTOM:
            return Box(inner.left, inner.bottom, inner.right, outer.bottom)
        case Side.LEFT:
            return Box(outer.left, inner.top, inner.left, inner.bottom)
        case Side.TOP:
            return Box(inner.left, outer.top, inner.right, inner.top)
        case Side.RIGHT:
            return Box(inner.right, inner.top, outer.right, inner.bottom)


def _core(plan: _Plan, side: Side) -> Box:
    """Return the box nearest to the middle, free of its mark and of slanted lines."""
    left, top, right, bottom = plan.inside
    x, y = plan.middle
    match len(plan.sides), side:
        case 2, Side.TOP:
            return Box(left, top, right, y - _MARK)
        case 2, _:
            return Box(left, y + _MARK, right, bottom)
        case 3, Side.LEFT:
            return Box(left, top, x, y - _MARK)
        case 3, Side.RIGHT:
            return Box(x, top, right, y - _MARK)
        case _, Side.BOTTOM | Side.TOP:
            return _in_triangle(plan, side, 0.52)
        case _:
            return _in_triangle(plan, side, 0.62)


def _in_triangle(plan: _Plan, side: Side, depth: float) -> Box:
    """Return a box on the base of a triangle whose tip is the middle, ``depth`` into it."""
    left, top, right, bottom = plan.inside
    x, y = plan.middle
    across, down = int((x - left) * (1 - depth)), int((bottom - y) * (1 - depth))
    match side:
        case Side.BOTTOM:
            return Box(x - across, bottom - int((bottom - y) * depth), x + across, bottom)
        case Side.TOP:
            return Box(x - across, top, x + across, top + int((y - top) * depth))
        case Side.LEFT:
            return Box(left, y - down, left + int((x - left) * depth), y + down)
        case Side.RIGHT:
            return Box(right - int((right - x) * depth), y - down, right, y + down)


def _padded(box: Box) -> Box:
    return Box(box.left + _PAD, box.top + 2, box.right - 2, box.bottom - 2)


def _whists(plan: _Plan, seat: int, sector: Sector) -> Iterator[Shape]:
    """Draw each opponent's field on their side as seen from here, with a small name."""
    side, strip = plan.sides[seat], _strip(plan.frame, plan.pools, plan.sides[seat])
    fields = _split(strip, side, len(plan.sides) - 1)
    for opponent, box in zip(_in_place(plan.sides, seat), fields, strict=True):
        head, field = height_of(_HEAD), sector.whists[opponent]
        room = _padded(box)
        yield word(room._replace(bottom=room.top + head), field.head, _HEAD, Ink.OLD)
        yield from totals(room._replace(top=room.top + head), field.totals)
    for box in fields[1:]:
        yield Stroke(_edge(box, Side.LEFT if side in (Side.BOTTOM, Side.TOP) else Side.TOP))


def _in_place(sides: Sequence[Side], seat: int) -> list[int]:
    """Return the opponents from left to right, or from the top down."""
    order = {
        Side.BOTTOM: (Side.LEFT, Side.TOP, Side.RIGHT),
        Side.TOP: (Side.LEFT, Side.BOTTOM, Side.RIGHT),
        Side.LEFT: (Side.TOP, Side.RIGHT, Side.BOTTOM),
        Side.RIGHT: (Side.TOP, Side.LEFT, Side.BOTTOM),
    }[sides[seat]]
    return [sides.index(side) for side in order if side in sides]


def _split(strip: Box, side: Side, parts: int) -> list[Box]:
    if side in (Side.BOTTOM, Side.TOP):
        cuts = [strip.left + strip.width * n // parts for n in range(parts + 1)]
        return [strip._replace(left=a, right=b) for a, b in pairwise(cuts)]
    cuts = [strip.top + strip.height * n // parts for n in range(parts + 1)]
    return [strip._replace(top=a, bottom=b) for a, b in pairwise(cuts)]


def _name(frame: Box, side: Side, sector: Sector) -> Label:
    """Draw the name outside the frame, turned towards its player."""
    text = f"{sector.name}  {sector.balance}"
    if side in (Side.BOTTOM, Side.TOP):
        top = frame.bottom if side is Side.BOTTOM else frame.top - _NAME
        return word(
            Box(frame.left, top, frame.right, top + _NAME), text, 22, is_bold=True, side=0.5
        )
    label = word(Box(frame.top, 0, frame.bottom, _NAME), text, 22, is_bold=True, side=0.5)
    left = frame.left - _NAME if side is Side.LEFT else frame.right
    turn = Turn.LEFT if side is Side.LEFT else Turn.RIGHT
    at = (left + label.at[1], label.at[0])
    return Label(label.text, at, label.size, label.ink, is_bold=True, turn=turn)
