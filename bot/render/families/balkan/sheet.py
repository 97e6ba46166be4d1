"""The Balkan sheet: side columns left and right of the declarer column (rules/balkan.md 3.10, 4).

The declarer column is written without a sign: a debt, under a hat a sum above zero, or zero
itself where the table agreed so.  A refa is a line, once used a slash with the amount beside it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.engine.families.balkan.options import BalkanOptions, Direction
from bot.engine.families.balkan.scoring import is_under_hat
from bot.engine.view import View
from bot.render.families.presenter import DealPostings, SheetCells
from bot.render.families.running_totals import join_totals, running_totals
from bot.render.formatting import bold, format_signed, join_dotted, join_lines
from bot.render.paper.picture_text import (
    alt_text,
    drawable_name,
    place_line,
    place_marks,
    place_totals,
    player_alt_line,
)
from bot.render.screen_data import TableData
from bot.render.shapes import Area, Box, Ink, Picture, Shape, Stroke
from bot.render.words import TableWords

_HAT, _HAT_OFF = "^", "ˇ"
_OPEN, _USED = "―", "╱"
_NO_BREAK: Final = "\u00a0"  # keeps a player and the neighbours on one line
_MOST_MARKS: Final = 6  # more refas than that are counted


def neighbours_of(view: View, seat: Seat) -> tuple[Seat, Seat]:
    """Return the left and the right neighbour (2.0)."""
    after, before = (seat + 1) % 3, (seat + 2) % 3
    is_clockwise = BalkanOptions.of(view.rules).direction is Direction.CLOCKWISE
    return (after, before) if is_clockwise else (before, after)


def sheet_cells(view: View, seat: Seat) -> SheetCells:
    left, right = neighbours_of(view, seat)
    main = view.sheet.total("main", seat)
    hat = is_under_hat(BalkanOptions.of(view.rules), main)
    return (
        ("left", str(view.sheet.total("side", seat, left))),
        ("main", f"{_HAT}{main}" if hat else str(-main)),
        ("right", str(view.sheet.total("side", seat, right))),
    )


def short_score(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return the declarer column, and the refas beside it: 42 ―."""
    main = dict(sheet_cells(view, seat))["main"]
    return ("main",), f"{main} {refa_marks(view, seat)}".rstrip()


def totals_with_hats(options: BalkanOptions, totals: Sequence[int]) -> list[str]:
    """Return "30 20 ^8 42 ˇ2": a mark where the column comes under the hat or out, else bare."""
    written, was_under = [], False
    for total in totals:
        is_under = is_under_hat(options, total)
        mark = "" if is_under == was_under else _HAT if is_under else _HAT_OFF
        written.append(f"{mark}{abs(total)}")
        was_under = is_under
    return written


def refa_marks(view: View, seat: Seat) -> str:
    """Return a line per refa, the used ones struck first, each with its amount."""
    marks = dict(view.marks)
    unused = marks[f"refas_{seat}"]
    used = marks["refas_given"] - unused
    if marks["refas_given"] > _MOST_MARKS:
        return f"{_USED}×{used} {_OPEN}×{unused}"
    amounts = [str(marks[key]) for n in range(used) if (key := f"used_{seat}_{n}") in marks]
    bare = [""] * (used - len(amounts))  # used before the amounts were kept
    return " ".join([_USED + amount for amount in bare + amounts] + [_OPEN] * unused)


def sheet_note(view: View, facts: TableData, words: TableWords) -> str:
    """Return the owners of the side columns: "Vera ‹ Ana › Boris" and so on; then the refas.

    Refas: Ana ╱20 ―, Boris ― ―, Vera ╱12 ╱24.
    """
    sides = words.say("sheet.sides", sides=join_dotted(_side_owners(view, facts)))
    if not dict(view.marks)["refas_given"]:
        return sides
    drawn = join_dotted(f"{facts.name(seat)} {refa_marks(view, seat)}" for seat in range(3))
    return join_lines(sides, words.say("sheet.refas", refas=drawn))


def _side_owners(view: View, facts: TableData) -> Iterator[str]:
    for seat in range(3):
        left, right = map(facts.name, neighbours_of(view, seat))
        yield _NO_BREAK.join((left, "‹", bold(facts.name(seat)), "›", right))


def player_sheet(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[str, ...]:
    left, right = neighbours_of(view, seat)
    opening = -BalkanOptions.of(view.rules).starting_level
    main = [opening, *running_totals(written, "main", seat, opening=opening)]
    shown = main if written else [view.sheet.total("main", seat)]
    refas = refa_marks(view, seat)
    return (
        _side_line("left", view, seat, left, facts, words, written),
        words.say(
            "sheet.main", totals=join_totals(totals_with_hats(BalkanOptions.of(view.rules), shown))
        ),
        _side_line("right", view, seat, right, facts, words, written),
        words.say("sheet.refa_marks", refas=refas) if refas else "",
    )


def _side_line(
    which: str,
    view: View,
    seat: Seat,
    against: Seat,
    facts: TableData,
    words: TableWords,
    written: DealPostings,
) -> str:
    totals = running_totals(written, "side", seat, against) or [
        view.sheet.total("side", seat, against)
    ]
    row = join_totals(list(map(str, totals)))
    return words.say(f"sheet.{which}", name=facts.name(against), totals=row)


# The Balkan sheet drawn as on paper (rules/balkan.md 3.10, 4).
#
# Three columns a player: juhas on the left and on the right neighbour, between them the main
# column with its hats; under them the refas, a line each, a slash with its amount where it is
# used.

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
