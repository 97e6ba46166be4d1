"""The Balkan sheet drawn as on paper (rules/balkan.md 3.10, 4).

Three columns a player: juhas on the left and on the right neighbour, between them the main column
with its hats; under them the refas, a line each, a slash with its amount where it is used.
"""

from collections.abc import Iterator
from typing import Final

from bot.engine.cards import Seat
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.refas import is_under_hat
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families.balkan.sheet import (
    neighbours_of,
    player_sheet,
    refa_marks,
    totals_with_hats,
)
from bot.render.families.manner import DealPostings
from bot.render.paper.shapes import Area, Box, Ink, Picture, Shape, Stroke
from bot.render.paper.telling import alt_text, drawable_name, player_alt_line
from bot.render.paper.writing import place_line, place_marks, place_totals
from bot.render.parts import format_signed
from bot.render.sheet.running import running_totals
from bot.render.words import TableWords

_WIDTH, _EDGE, _GAP = 600, 9, 6
_BLOCK: Final = (_WIDTH - 2 * _EDGE - 2 * _GAP) // 3
_SIDE: Final = 62  # pixels of a side column
_NAME, _BALANCE, _HEADS, _TOTALS, _REFAS = 34, 30, 24, 440, 52
_PAD: Final = 4
_PAPER_MARKS: Final = str.maketrans({"―": "—", "╱": "/"})  # as the font has them


def draw_sheet(view: View, facts: TableData, words: TableWords, written: DealPostings) -> Picture:
    """Draw three blocks side by side, in the order of the seats."""
    shapes = list[Shape]()
    for seat in range(3):
        shapes += _block(view, seat, facts, words, written)
    height = 2 * _EDGE + _NAME + _BALANCE + _HEADS + _TOTALS + _REFAS
    return Picture(_WIDTH, height, tuple(shapes), _alt_text(view, facts, words, written))


def _block(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> Iterator[Shape]:
    x = _EDGE + seat * (_BLOCK + _GAP)
    name, balance, heads, columns, refas = _rows(x)
    yield Area(Box(x, name.top, x + _BLOCK, refas.bottom), corner=6)
    yield place_line(name, drawable_name(facts, seat, words), 22, is_bold=True, side=0.5)
    yield place_line(balance, format_signed(view.balance[seat]), 22, side=0.5)
    yield from _grid(heads, columns, refas)
    left, right = neighbours_of(view, seat)
    cells = zip(_split_columns(heads), _split_columns(columns), strict=True)
    (head, box), (main_head, main_box), (right_head, right_box) = cells
    yield place_line(main_head, words.say("column.main"), 17, Ink.OLD, side=0.5)
    yield from _main_shapes(view, seat, main_box, written)
    for opponent, small, field in ((left, head, box), (right, right_head, right_box)):
        yield place_line(small, drawable_name(facts, opponent, words), 17, Ink.OLD, side=0.5)
        yield from place_totals(field, _side_totals(view, seat, opponent, written))
    yield from place_marks(
        _padded(refas), refa_marks(view, seat).translate(_PAPER_MARKS).split(), Ink.OLD
    )


def _rows(x: int) -> list[Box]:
    """Return name, balance, heads, columns and refas of a block, from the top down."""
    boxes, top = list[Box](), _EDGE
    for height in (_NAME, _BALANCE, _HEADS, _TOTALS, _REFAS):
        boxes.append(Box(x, top, x + _BLOCK, top + height))
        top += height
    return boxes


def _split_columns(box: Box) -> tuple[Box, Box, Box]:
    """Return left, main and right column of a row."""
    left, right = box.left + _SIDE, box.right - _SIDE
    parts = ((box.left, left), (left, right), (right, box.right))
    first, second, third = (_padded(box._replace(left=a, right=b)) for a, b in parts)
    return first, second, third


def _padded(box: Box) -> Box:
    return Box(box.left + _PAD, box.top + 2, box.right - 2, box.bottom - 2)


def _grid(heads: Box, columns: Box, refas: Box) -> Iterator[Stroke]:
    for y in (heads.top, columns.top, refas.top):
        yield Stroke(((heads.left, y), (heads.right - 1, y)))
    for x in (heads.left + _SIDE, heads.right - _SIDE):
        yield Stroke(((x, heads.top), (x, refas.top)))


def _main_shapes(view: View, seat: Seat, box: Box, written: DealPostings) -> list[Shape]:
    """Return the main column from the starting level on; the ink tells debt from hat."""
    options = BalkanOptions.of(view.rules)
    opening, total = -options.starting_level, view.sheet.total("main", seat)
    shown = (
        [opening, *running_totals(written, "main", seat, opening=opening)] if written else [total]
    )
    ink = Ink.POOL if is_under_hat(options, total) else Ink.MOUNTAIN
    return list(place_totals(box, totals_with_hats(options, shown), ink))


def _side_totals(view: View, seat: Seat, on: Seat, written: DealPostings) -> list[str]:
    """Return the totals of a side column; [] where it is empty, as on paper."""
    total = view.sheet.total("side", seat, on)
    return list(map(str, running_totals(written, "side", seat, on) or ([total] if total else [])))


def _alt_text(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    def told(known: DealPostings) -> list[str]:
        lines = ((seat, player_sheet(view, seat, facts, words, known)) for seat in range(3))
        return [player_alt_line(facts, seat, view.balance[seat], said) for seat, said in lines]

    return alt_text(told(written), told(()))
