"""The Russian sheet as text and drawing: pool, mountain, whists against each opponent."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, RussianOptions
from bot.engine.view import View
from bot.model.values import Record, replace
from bot.render.families.presenter import DealPostings, SheetCells, join_totals, running_totals
from bot.render.formatting import format_signed, format_unsigned, join_dotted
from bot.render.paper import picture_text
from bot.render.paper.picture_text import alt_text, drawable_name, player_alt_line
from bot.render.screen_data import TableData
from bot.render.shapes import PLAYER_INKS, Area, Box, Ink, Label, Picture, Point, Shape, Stroke
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
# The whists stand outermost, a field for each opponent on that opponent's side; then the pool with
# the player's name and balance, nearest to the middle the mountain, and in the middle the target.
# Telephones show the picture at half its width: no letter is smaller than nine pixels there.

TICK: Final = " ✓"

_WIDTH: Final = 600
_EDGE, _LEGEND = 10, 40  # pixels outside of the frame
_MARK: Final = 28  # half of the mark in the middle
_PAD: Final = 7
_HEAD, _BALANCE, _WORD = 22, 27, 23  # letters: names above whists, balances, the legend


class PulkaSide(Enum):
    """The side of the pulka a player sits at, clockwise."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


_LEVEL: Final = (PulkaSide.BOTTOM, PulkaSide.TOP)
PULKA_SIDES: Final = {
    2: (PulkaSide.BOTTOM, PulkaSide.TOP),
    3: (PulkaSide.BOTTOM, PulkaSide.LEFT, PulkaSide.RIGHT),
    4: (PulkaSide.BOTTOM, PulkaSide.LEFT, PulkaSide.TOP, PulkaSide.RIGHT),
}


class _Sizes(NamedTuple):
    """Pixels: the frame's height, then whists and pool where upright, then where level."""

    frame: int
    whists: int
    pool: int
    level_whists: int
    level_pool: int


_SIZES: Final = {
    2: _Sizes(560, 0, 0, 100, 110),
    3: _Sizes(566, 106, 120, 98, 122),
    4: _Sizes(690, 98, 112, 94, 122),
}


class PulkaField(Record):
    """The totals of one line of the sheet, and a small word above them."""

    totals: tuple[str, ...]
    head: str = ""


class PulkaSector(Record):
    """One player: ``whists`` by seat, their own field empty; no mountain in Rostov."""

    name: str
    balance: str
    pool: PulkaField
    is_closed: bool
    mountain: PulkaField | None
    whists: tuple[PulkaField, ...]


class _Plan(Record):
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
    bottom = plan.frame.bottom
    shapes += _legend(Box(_EDGE, bottom, _WIDTH - _EDGE, bottom + _LEGEND), legend)
    return Picture(_WIDTH, bottom + _LEGEND, tuple(shapes), alt)


def _plan_for(sectors: Sequence[PulkaSector]) -> _Plan:
    sides, sizes = PULKA_SIDES[len(sectors)], _SIZES[len(sectors)]
    frame = Box(_EDGE, _EDGE, _WIDTH - _EDGE, _EDGE + sizes.frame)
    pools = _inset(frame, sides, sizes.whists, sizes.level_whists)
    inside = _inset(pools, sides, sizes.pool, sizes.level_pool) if sectors[0].mountain else pools
    share = 0.6 if len(sectors) == 3 else 0.5
    middle = (inside.left + inside.right) // 2, inside.top + int(inside.height * share)
    return _Plan(sides, frame, pools, inside, middle)


def _inset(box: Box, sides: Sequence[PulkaSide], upright: int, level: int) -> Box:
    """Shrink ``box`` by a strip on each side with a player."""
    return Box(
        box.left + upright * (PulkaSide.LEFT in sides),
        box.top + level * (PulkaSide.TOP in sides),
        box.right - upright * (PulkaSide.RIGHT in sides),
        box.bottom - level * (PulkaSide.BOTTOM in sides),
    )


# the lines ----------------------------------------------------------------------------------


def _lines(plan: _Plan) -> Iterator[Shape]:
    yield Area(plan.frame, corner=10)
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
        yield Area(_square(x, y, half), ink, half)
    yield picture_text.place_line(_square(x, y, _MARK - 4), target, 27, is_bold=True, side=0.5)


def _square(x: int, y: int, half: int) -> Box:
    return Box(x - half, y - half, x + half, y + half)


def _legend(box: Box, legend: Sequence[tuple[str, Ink]]) -> Iterator[Shape]:
    """Draw a square of each ink with its word, in a row in the middle."""
    gap = 26
    row = sum(gap + picture_text.width_of(text, _WORD) for text, _ in legend) + gap * (
        len(legend) - 1
    )
    x = (box.left + box.right - row) // 2
    for text, ink in legend:
        y = box.middle[1]
        yield Area(_square(x + 8, y, 8), ink, 4)
        yield Label(text, (x + gap - 3, y - picture_text.height_of(_WORD) // 2), _WORD, Ink.OLD)
        x += 2 * gap + picture_text.width_of(text, _WORD)


# the sectors --------------------------------------------------------------------------------


def _sector_shapes(plan: _Plan, seat: int, sector: PulkaSector) -> Iterator[Shape]:
    side = plan.sides[seat]
    yield from _whist_shapes(plan, seat, sector)
    tick = TICK if sector.is_closed else ""
    core = _core(plan, side)
    if sector.mountain is None:
        heading, room = _headed(core, seat, sector)
    elif side in _LEVEL:
        heading, room = _level_pool(plan, seat, sector)
    else:
        heading, room = _headed(_strip(plan.pools, plan.inside, side), seat, sector)
    yield from heading
    yield from picture_text.centre_lines(
        picture_text.place_totals(room, sector.pool.totals, Ink.POOL, tick), room
    )
    if sector.mountain is not None:
        core = _padded(core)
        yield from picture_text.centre_lines(
            picture_text.place_totals(core, sector.mountain.totals, Ink.MOUNTAIN), core
        )


def _headed(box: Box, seat: int, sector: PulkaSector) -> tuple[list[Label], Box]:
    """Return the name with the balance under it, and the room that is left for the totals."""
    box = _padded(box)
    name = picture_text.fit_name(box, sector.name, PLAYER_INKS[seat])
    top = picture_text.lowest_edge(name)
    line = box._replace(top=top, bottom=top + picture_text.height_of(_BALANCE))
    balance = picture_text.place_line(line, sector.balance, _BALANCE, is_bold=True, side=0.5)
    return [*name, balance], box._replace(top=line.bottom)


def _level_pool(plan: _Plan, seat: int, sector: PulkaSector) -> tuple[list[Label], Box]:
    """Return name and balance on a line at the wide edge of the strip, and the room beside it."""
    strip = _padded(_strip(plan.pools, plan.inside, plan.sides[seat]))
    height = picture_text.height_of(_BALANCE)
    room = 2 * picture_text.height_of(picture_text.TEXT_SIZES[1])
    slope = (plan.inside.left - plan.pools.left) / (strip.height + 4)
    is_low = plan.sides[seat] is PulkaSide.BOTTOM

    def between(near: int, far: int) -> Box:
        """Return the box from ``near`` to ``far`` pixels off the wide edge."""
        more = int(slope * (strip.height - far))
        low, high = (
            (strip.bottom - near, strip.bottom - far)
            if is_low
            else (strip.top + far, strip.top + near)
        )
        return Box(strip.left - more, high, strip.right + more, low)

    line = between(0, height)
    return _name_and_balance(line, sector, PLAYER_INKS[seat]), between(height, height + room)


def _name_and_balance(line: Box, sector: PulkaSector, ink: Ink) -> list[Label]:
    """Return both in the middle of a line."""
    gap = 14
    across = picture_text.width_of(sector.balance, _BALANCE, is_bold=True)
    room = line._replace(right=line.right - across - gap)
    shown = picture_text.short_name(sector.name, room.width, 20)
    name = picture_text.place_line(room, shown, 27, ink, is_bold=True, smallest=20)
    slack = (room.width - picture_text.width_of(name.text, name.size, is_bold=True)) // 2
    x, y = name.at
    line = line._replace(left=line.right - across - slack)
    balance = picture_text.place_line(line, sector.balance, _BALANCE, is_bold=True)
    return [replace(name, at=(x + slack, y)), balance]


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
            return _in_triangle(plan, side, 0.56)
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
    return Box(box.left + _PAD, box.top + 2, box.right - 4, box.bottom - 2)


def _whist_shapes(plan: _Plan, seat: int, sector: PulkaSector) -> Iterator[Shape]:
    """Draw each opponent's field on their side as seen from here, with a small name."""
    side, strip = plan.sides[seat], _strip(plan.frame, plan.pools, plan.sides[seat])
    fields = _split(strip, side, len(plan.sides) - 1)
    for opponent, box in zip(_opponents_in_order(plan.sides, seat), fields, strict=True):
        field, room = sector.whists[opponent], _padded(box)
        name = room._replace(bottom=room.top + picture_text.height_of(_HEAD))
        head = picture_text.short_name(field.head, room.width, _HEAD)
        yield picture_text.place_line(name, head, _HEAD, PLAYER_INKS[opponent], smallest=18)
        yield from picture_text.place_totals(room._replace(top=name.bottom), field.totals)
    for box in fields[1:]:
        yield Stroke(_edge(box, PulkaSide.LEFT if side in _LEVEL else PulkaSide.TOP))


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
    if side in _LEVEL:
        cuts = [strip.left + strip.width * n // parts for n in range(parts + 1)]
        return [strip._replace(left=a, right=b) for a, b in pairwise(cuts)]
    cuts = [strip.top + strip.height * n // parts for n in range(parts + 1)]
    return [strip._replace(top=a, bottom=b) for a, b in pairwise(cuts)]


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
