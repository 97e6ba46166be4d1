"""The Russian sheet as text and drawing: pool, mountain, whists against each opponent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, RussianOptions
from bot.engine.view import View
from bot.render.families.presenter import DealPostings, SheetCells
from bot.render.families.running_totals import join_totals, running_totals
from bot.render.formatting import format_signed, format_unsigned, join_dotted
from bot.render.paper.picture_text import (
    alt_text,
    drawable_name,
    height_of,
    place_line,
    place_totals,
    player_alt_line,
    width_of,
)
from bot.render.screen_data import TableData
from bot.render.shapes import Area, Box, Ink, Label, Picture, Point, Shape, Stroke, TextRotation
from bot.render.words import TableWords


def accounts(view: View) -> tuple[str, ...]:
    """Return the columns this table writes beside the whists: Rostov has no mountain."""
    options = RussianOptions.of(view.rules)
    has_mountain = options.mountain_mode is MountainMode.MOUNTAIN
    return ("pool", "mountain") if has_mountain else ("pool",)


def sheet_cells(view: View, seat: Seat) -> SheetCells:
    """Return the totals, the whists summed over the opponents."""
    whists = sum(t.amount for t in view.sheet.totals if t[:2] == ("whists", seat))
    kept = [
        (account, format_unsigned(view.sheet.total(account, seat))) for account in accounts(view)
    ]
    return (*kept, ("whists", str(whists)))


def short_score(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return pool and mountain: 12/18."""
    kept = accounts(view)
    return kept, "/".join(format_unsigned(view.sheet.total(account, seat)) for account in kept)


def player_sheet(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[str, ...]:
    kept = [_account_line(view, account, seat, words, written) for account in accounts(view)]
    return (*kept, _whists_line(view, seat, facts, words))


def _account_line(
    view: View, account: str, seat: Seat, words: TableWords, written: DealPostings
) -> str:
    """Return "10. 12. 14."."""
    shown = running_totals(written, account, seat) or [view.sheet.total(account, seat)]
    row = join_totals([format_unsigned(total) for total in shown])
    return words.say(f"sheet.{account}", totals=row)


def _whists_line(view: View, seat: Seat, facts: TableData, words: TableWords) -> str:
    """Return the whists this player has against each opponent."""
    others = [(seat + step) % view.rules.players for step in range(1, view.rules.players)]
    items = [f"{facts.name(on)} {view.sheet.total('whists', seat, on)}" for on in others]
    return words.say("sheet.whists", totals=join_dotted(items))


# The pulka as it lies on the table (rules/russian.md 4.1): a sector for each of two to four.
#
# The whists stand outermost, a field for each opponent on that opponent's side; then the pool,
# nearest to the middle the mountain, and in the middle the target.

TICK: Final = " ✓"

_WIDTH: Final = 600
_EDGE, _NAME, _LEGEND = 10, 36, 32  # pixels outside of the frame: margin, name, legend
_STRIP: Final = 70  # from the frame to the pool, and on to the mountain
_HEIGHTS: Final = {2: 470, 3: 620, 4: 650}  # of the frame
_MARK: Final = 34  # half of the mark in the middle
_PAD: Final = 6
_HEAD: Final = 17  # letters of the small words


class PulkaSide(Enum):
    """The side of the pulka a player sits at, clockwise."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


PULKA_SIDES: Final = {
    2: (PulkaSide.BOTTOM, PulkaSide.TOP),
    3: (PulkaSide.BOTTOM, PulkaSide.LEFT, PulkaSide.RIGHT),
    4: (PulkaSide.BOTTOM, PulkaSide.LEFT, PulkaSide.TOP, PulkaSide.RIGHT),
}


@dataclass(frozen=True, slots=True)
class PulkaField:
    """The totals of one line of the sheet, and a small word above them."""

    totals: tuple[str, ...]
    head: str = ""


@dataclass(frozen=True, slots=True)
class PulkaSector:
    """One player: ``whists`` by seat, their own field empty; no mountain in Rostov."""

    name: str
    balance: str
    pool: PulkaField
    is_closed: bool
    mountain: PulkaField | None
    whists: tuple[PulkaField, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The three frames, one inside the other, and the middle."""

    sides: tuple[PulkaSide, ...]
    frame: Box
    pools: Box
    inside: Box
    middle: Point


def pulka_picture(
    sectors: Sequence[PulkaSector], target: str, legend: Sequence[tuple[str, Ink]], alt: str
) -> Picture:
    """Draw the sheet of the players in ``sectors``; ``legend`` names the inks."""
    plan = _plan_for(sectors)
    shapes = [*_lines(plan), *_middle_mark(plan, target)]
    for seat, sector in enumerate(sectors):
        shapes += _sector_shapes(plan, seat, sector)
    bottom = plan.frame.bottom + _NAME
    shapes += _legend(Box(_EDGE, bottom, _WIDTH - _EDGE, bottom + _LEGEND), legend)
    return Picture(_WIDTH, bottom + _LEGEND, tuple(shapes), alt)


def _plan_for(sectors: Sequence[PulkaSector]) -> _Plan:
    sides = PULKA_SIDES[len(sectors)]
    top = _NAME if PulkaSide.TOP in sides else _EDGE
    side = _NAME if PulkaSide.LEFT in sides else _EDGE
    frame = Box(side, top, _WIDTH - side, top + _HEIGHTS[len(sectors)])
    pools = _inset(frame, sides)
    inside = _inset(pools, sides) if sectors[0].mountain else pools
    share = 0.62 if len(sectors) == 3 else 0.5
    middle = (inside.left + inside.right) // 2, inside.top + int(inside.height * share)
    return _Plan(sides, frame, pools, inside, middle)


def _inset(box: Box, sides: Sequence[PulkaSide]) -> Box:
    """Shrink ``box`` by a strip on each side with a player."""
    left, top, right, bottom = (
        _STRIP * (side in sides)
        for side in (PulkaSide.LEFT, PulkaSide.TOP, PulkaSide.RIGHT, PulkaSide.BOTTOM)
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


def _edge(box: Box, side: PulkaSide) -> tuple[Point, Point]:
    top_left, top_right, bottom_right, bottom_left = _corners(box)
    match side:
        case PulkaSide.BOTTOM:
            return bottom_left, bottom_right
        case PulkaSide.LEFT:
            return top_left, bottom_left
        case PulkaSide.TOP:
            return top_left, top_right
        case PulkaSide.RIGHT:
            return top_right, bottom_right


def _is_between(corner: Point, plan: _Plan) -> bool:
    """True if players sit at both sides of a corner of the frame."""
    touching = [side for side in plan.sides if corner in _edge(plan.frame, side)]
    return len(touching) == 2


def _middle_mark(plan: _Plan, target: str) -> Iterator[Shape]:
    x, y = plan.middle
    for half, ink in ((_MARK, Ink.LINE), (_MARK - 2, Ink.GROUND)):
        yield Area(Box(x - half, y - half, x + half, y + half), ink, half)
    yield place_line(_square(x, y, _MARK - 8), target, 28, is_bold=True, side=0.5)


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


def _sector_shapes(plan: _Plan, seat: int, sector: PulkaSector) -> Iterator[Shape]:
    side = plan.sides[seat]
    yield from _whist_shapes(plan, seat, sector)
    tick = TICK if sector.is_closed else ""
    core = _core(plan, side)
    if sector.mountain is None:
        yield from place_totals(_padded(core), sector.pool.totals, Ink.POOL, tick)
    else:
        strip = _strip(plan.pools, plan.inside, side)
        yield from place_totals(_padded(strip), sector.pool.totals, Ink.POOL, tick)
        yield from place_totals(_padded(core), sector.mountain.totals, Ink.MOUNTAIN)
    yield _name_label(plan.frame, side, sector)


def _strip(outer: Box, inner: Box, side: PulkaSide) -> Box:
    """Return the part of a strip between the corners."""
    match side:
        case PulkaSide.BOTTOM:
            return Box(inner.left, inner.bottom, inner.right, outer.bottom)
        case PulkaSide.LEFT:
            return Box(outer.left, inner.top, inner.left, inner.bottom)
        case PulkaSide.TOP:
            return Box(inner.left, outer.top, inner.right, inner.top)
        case PulkaSide.RIGHT:
            return Box(inner.right, inner.top, outer.right, inner.bottom)


def _core(plan: _Plan, side: PulkaSide) -> Box:
    """Return the box nearest to the middle, free of its mark and of slanted lines."""
    left, top, right, bottom = plan.inside
    x, y = plan.middle
    match len(plan.sides), side:
        case 2, PulkaSide.TOP:
            return Box(left, top, right, y - _MARK)
        case 2, _:
            return Box(left, y + _MARK, right, bottom)
        case 3, PulkaSide.LEFT:
            return Box(left, top, x, y - _MARK)
        case 3, PulkaSide.RIGHT:
            return Box(x, top, right, y - _MARK)
        case _, PulkaSide.BOTTOM | PulkaSide.TOP:
            return _in_triangle(plan, side, 0.52)
        case _:
            return _in_triangle(plan, side, 0.62)


def _in_triangle(plan: _Plan, side: PulkaSide, depth: float) -> Box:
    """Return a box on the base of a triangle whose tip is the middle, ``depth`` into it."""
    left, top, right, bottom = plan.inside
    x, y = plan.middle
    across, down = int((x - left) * (1 - depth)), int((bottom - y) * (1 - depth))
    match side:
        case PulkaSide.BOTTOM:
            return Box(x - across, bottom - int((bottom - y) * depth), x + across, bottom)
        case PulkaSide.TOP:
            return Box(x - across, top, x + across, top + int((y - top) * depth))
        case PulkaSide.LEFT:
            return Box(left, y - down, left + int((x - left) * depth), y + down)
        case PulkaSide.RIGHT:
            return Box(right - int((right - x) * depth), y - down, right, y + down)


def _padded(box: Box) -> Box:
    return Box(box.left + _PAD, box.top + 2, box.right - 2, box.bottom - 2)


def _whist_shapes(plan: _Plan, seat: int, sector: PulkaSector) -> Iterator[Shape]:
    """Draw each opponent's field on their side as seen from here, with a small name."""
    side, strip = plan.sides[seat], _strip(plan.frame, plan.pools, plan.sides[seat])
    fields = _split(strip, side, len(plan.sides) - 1)
    for opponent, box in zip(_opponents_in_order(plan.sides, seat), fields, strict=True):
        head, field = height_of(_HEAD), sector.whists[opponent]
        room = _padded(box)
        yield place_line(room._replace(bottom=room.top + head), field.head, _HEAD, Ink.OLD)
        yield from place_totals(room._replace(top=room.top + head), field.totals)
    for box in fields[1:]:
        yield Stroke(
            _edge(
                box, PulkaSide.LEFT if side in (PulkaSide.BOTTOM, PulkaSide.TOP) else PulkaSide.TOP
            )
        )


def _opponents_in_order(sides: Sequence[PulkaSide], seat: int) -> list[int]:
    """Return the opponents from left to right, or from the top down."""
    order = {
        PulkaSide.BOTTOM: (PulkaSide.LEFT, PulkaSide.TOP, PulkaSide.RIGHT),
        PulkaSide.TOP: (PulkaSide.LEFT, PulkaSide.BOTTOM, PulkaSide.RIGHT),
        PulkaSide.LEFT: (PulkaSide.TOP, PulkaSide.RIGHT, PulkaSide.BOTTOM),
        PulkaSide.RIGHT: (PulkaSide.TOP, PulkaSide.LEFT, PulkaSide.BOTTOM),
    }[sides[seat]]
    return [sides.index(side) for side in order if side in sides]


def _split(strip: Box, side: PulkaSide, parts: int) -> list[Box]:
    if side in (PulkaSide.BOTTOM, PulkaSide.TOP):
        cuts = [strip.left + strip.width * n // parts for n in range(parts + 1)]
        return [strip._replace(left=a, right=b) for a, b in pairwise(cuts)]
    cuts = [strip.top + strip.height * n // parts for n in range(parts + 1)]
    return [strip._replace(top=a, bottom=b) for a, b in pairwise(cuts)]


def _name_label(frame: Box, side: PulkaSide, sector: PulkaSector) -> Label:
    """Draw the name outside the frame, turned towards its player."""
    text = f"{sector.name}  {sector.balance}"
    if side in (PulkaSide.BOTTOM, PulkaSide.TOP):
        top = frame.bottom if side is PulkaSide.BOTTOM else frame.top - _NAME
        return place_line(
            Box(frame.left, top, frame.right, top + _NAME), text, 22, is_bold=True, side=0.5
        )
    label = place_line(Box(frame.top, 0, frame.bottom, _NAME), text, 22, is_bold=True, side=0.5)
    left = frame.left - _NAME if side is PulkaSide.LEFT else frame.right
    turn = TextRotation.LEFT if side is PulkaSide.LEFT else TextRotation.RIGHT
    at = (left + label.at[1], label.at[0])
    return Label(label.text, at, label.size, label.ink, is_bold=True, rotation=turn)


# The Russian sheet drawn as on paper, from the postings (rules/russian.md 4.1).


def draw_sheet(
    view: View, facts: TableData, words: TableWords, written: DealPostings, target: int | str
) -> Picture:
    """Draw the pulka with ``target`` in its middle; without postings, only the totals."""
    seats = range(view.rules.players)
    sectors = [_sector_of(view, seat, facts, words, written) for seat in seats]
    inks = {"pool": Ink.POOL, "mountain": Ink.MOUNTAIN}
    legend = [(words.say(f"column.{key}"), inks[key]) for key in accounts(view)]
    legend.append((words.say("column.whists"), Ink.NEW))
    return pulka_picture(sectors, str(target), legend, _alt_text(view, facts, words, written))


def _sector_of(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> PulkaSector:
    others = range(view.rules.players)
    target = RussianOptions.of(view.rules).pool_target
    has_mountain = "mountain" in accounts(view)
    return PulkaSector(
        name=drawable_name(facts, seat, words),
        balance=format_signed(view.balance[seat]),
        pool=PulkaField(_totals_of(view, "pool", seat, None, written)),
        is_closed=target is not None and view.sheet.total("pool", seat) >= target,
        mountain=PulkaField(_totals_of(view, "mountain", seat, None, written))
        if has_mountain
        else None,
        whists=tuple(
            PulkaField(
                _totals_of(view, "whists", seat, on, written), drawable_name(facts, on, words)
            )
            for on in others
        ),
    )


def _totals_of(
    view: View, account: str, seat: Seat, against: Seat | None, written: DealPostings
) -> tuple[str, ...]:
    """Return the totals of one line; () where the sheet is empty, as on paper."""
    total = view.sheet.total(account, seat, against)
    shown = running_totals(written, account, seat, against) or ([total] if total else [])
    return tuple(map(format_unsigned, shown))


def _alt_text(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    """Describe every total ever written, or only the current whists if that is too long."""
    seats = range(view.rules.players)

    def told(known: DealPostings) -> list[str]:
        lines = ((seat, player_sheet(view, seat, facts, words, known)) for seat in seats)
        return [player_alt_line(facts, seat, view.balance[seat], said) for seat, said in lines]

    everything = [
        player_alt_line(
            facts,
            seat,
            view.balance[seat],
            (
                *player_sheet(view, seat, facts, words, written)[:-1],
                *(
                    _whists_against(view, seat, on, facts, words, written)
                    for on in seats
                    if on != seat
                ),
            ),
        )
        for seat in seats
    ]
    return alt_text(everything, told(written), told(()))


def _whists_against(
    view: View, seat: Seat, on: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> str:
    totals = _totals_of(view, "whists", seat, on, written)
    row = f"{facts.name(on)} {join_totals(totals) or 0}"
    return words.say("sheet.whists", totals=row)
