"""The Balkan sheet: side columns left and right of the declarer column (rules/balkan.md 3.10, 4).

The declarer column is written without a sign: a debt, under a hat a sum above zero, or zero
itself where the table agreed so.  A refa is a line, once used a slash with the amount beside it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.engine.families.balkan.options import BalkanOptions, Direction
from bot.engine.families.balkan.scoring import is_refa_left, is_under_hat
from bot.engine.view import View
from bot.model.values import Record
from bot.render.families.presenter import DealPostings, SheetCells, join_totals, running_totals
from bot.render.formatting import bold, format_signed, join_dotted, join_lines
from bot.render.paper import picture_text
from bot.render.screen_data import TableData
from bot.render.shapes import PLAYER_INKS, Area, Box, Ink, Picture, Shape, Stroke
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


def wears_hat(view: View, seat: Seat) -> bool:
    """Return True if the main column of a seat is under the hat (3.10)."""
    return is_under_hat(BalkanOptions.of(view.rules), view.sheet.total("main", seat))


def sheet_cells(view: View, seat: Seat) -> SheetCells:
    left, right = neighbours_of(view, seat)
    main, hat = view.sheet.total("main", seat), wears_hat(view, seat)
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
# column from the top down in the order of the deals. A refa is a line across the main column where
# it fell; once used it is struck, with the amount at its right. A total under the hat has a roof
# where the column comes under it, the same upside down where it falls below again.

_WIDTH, _EDGE, _GAP = 600, 8, 7
_BLOCK: Final = (_WIDTH - 2 * _EDGE - 2 * _GAP) // 3
_SIDE: Final = 60  # pixels of a side column
_NAME, _BALANCE, _HEADS = 56, 38, 46
_ROW: Final = 36  # of a total
_LINE: Final = 26  # of a refa
_ROOF: Final = 12  # above a total or below it
_MOST_ROWS: Final = 15  # older ones are left out
_FEWEST_ROWS: Final = 4
_SIZE, _SMALL, _HEAD = 27, 21, 22
_PAD: Final = 4


class _Total(Record):
    """A total of the main column; ``roof`` is 1 where it comes under the hat, -1 where out."""

    amount: int
    roof: int


class _Refa(Record):
    """A refa in the main column; ``amount`` stands beside a used one whose amount is known."""

    is_used: bool
    amount: str


_Row = _Total | _Refa


# the rows of the main column ----------------------------------------------------------------


def _rows_of(view: View, seat: Seat, written: DealPostings) -> list[_Row]:
    """Return totals and refas in the order of the deals; without postings only what is now."""
    options = BalkanOptions.of(view.rules)
    refas = _refas_of(view, seat)
    if not written:
        total = view.sheet.total("main", seat)
        return [*refas, _Total(total, int(is_under_hat(options, total)))]
    fell = refa_deals(view, written)
    rows: list[_Row] = [*refas[: len(refas) - len(fell)]]
    refas = refas[len(rows) :]
    total, was_under = -options.starting_level, False
    rows.append(_Total(total, 0))
    for deal, postings in enumerate(written):
        rows += [refa for refa, at in zip(refas, fell, strict=True) if at == deal]
        change = sum(p.amount for p in postings if p[:3] == ("main", seat, None))
        total += change
        if change:
            is_under = is_under_hat(options, total)
            rows.append(_Total(total, int(is_under) - int(was_under)))
            was_under = is_under
    return rows


def _refas_of(view: View, seat: Seat) -> list[_Refa]:
    """Return the refas of a seat, the used ones first, as they are used in the order they fell."""
    marks = dict(view.marks)
    unused = marks[f"refas_{seat}"]
    used = marks["refas_given"] - unused
    amounts = [str(marks[key]) for n in range(used) if (key := f"used_{seat}_{n}") in marks]
    bare = [""] * (used - len(amounts))  # used before the amounts were kept
    return [_Refa(True, amount) for amount in bare + amounts] + [_Refa(False, "")] * unused


def refa_deals(view: View, written: DealPostings) -> list[int]:
    """Return the deals that gave a refa: nothing was written, and one was left (3.7)."""
    options, given = BalkanOptions.of(view.rules), dict(view.marks)["refas_given"]
    totals, deals = [-options.starting_level] * 3, list[int]()
    for deal, postings in enumerate(written):
        if not postings and len(deals) < given and is_refa_left(options, totals, len(deals)):
            deals.append(deal)
        for posting in postings:
            if posting.account == "main":
                totals[posting.seat] += posting.amount
    return deals


def _height(row: _Row) -> int:
    match row:
        case _Total(_, roof):
            return _ROW + _ROOF * bool(roof)
        case _Refa():
            return _LINE


# the drawing --------------------------------------------------------------------------------


def draw_columns(view: View, facts: TableData, words: TableWords, written: DealPostings) -> Picture:
    """Draw three blocks side by side, in the order of the seats, as high as their content."""
    columns = [_rows_of(view, seat, written)[-_MOST_ROWS:] for seat in range(3)]
    sides = [_side_totals(view, seat, on, written) for seat in range(3) for on in range(3)]
    rows = min(_MOST_ROWS, max(_FEWEST_ROWS, *map(len, sides)))
    body = max(rows * _ROW, *(sum(map(_height, column)) for column in columns)) + 2 * _PAD
    shapes = list[Shape]()
    for seat in range(3):
        shapes += _block(view, seat, body, columns[seat], facts, words)
        shapes += _side_columns(view, seat, body, facts, words, written)
    height = 2 * _EDGE + _NAME + _BALANCE + _HEADS + body
    return Picture(_WIDTH, height, tuple(shapes), _alt_text(view, facts, words, written))


def _parts(seat: Seat, body: int) -> list[Box]:
    """Return name, balance, heads and columns of a block, from the top down."""
    x = _EDGE + seat * (_BLOCK + _GAP)
    boxes, top = list[Box](), _EDGE
    for height in (_NAME, _BALANCE, _HEADS, body):
        boxes.append(Box(x, top, x + _BLOCK, top + height))
        top += height
    return boxes


def _block(
    view: View, seat: Seat, body: int, rows: Sequence[_Row], facts: TableData, words: TableWords
) -> Iterator[Shape]:
    """Draw the frame of a player, name and balance, and the main column."""
    name, balance, heads, columns = _parts(seat, body)
    yield Area(Box(name.left, name.top, name.right, columns.bottom), corner=10)
    yield from picture_text.centre_name(
        _inner(name), picture_text.drawable_name(facts, seat, words), PLAYER_INKS[seat]
    )
    number = format_signed(view.balance[seat])
    yield picture_text.place_line(balance, number, _SIZE, is_bold=True, side=0.5)
    yield from _grid(heads, columns)
    head = _inner(_middle(heads))
    yield picture_text.place_line(
        head, words.say("column.main"), _HEAD, Ink.OLD, side=0.5, smallest=20
    )
    yield from _main_column(view, _middle(columns), rows)


def _inner(box: Box) -> Box:
    return box._replace(left=box.left + _PAD, right=box.right - _PAD)


def _middle(box: Box) -> Box:
    return box._replace(left=box.left + _SIDE, right=box.right - _SIDE)


def _grid(heads: Box, columns: Box) -> Iterator[Stroke]:
    for y in (heads.top, columns.top):
        yield Stroke(((heads.left, y), (heads.right - 1, y)))
    for x in (heads.left + _SIDE, heads.right - _SIDE):
        yield Stroke(((x, heads.top), (x, columns.bottom)))


def _main_column(view: View, box: Box, rows: Sequence[_Row]) -> Iterator[Shape]:
    """Draw the rows; the newest total in the ink of a debt or of a hat."""
    options, y = BalkanOptions.of(view.rules), box.top + _PAD
    newest = max((n for n, row in enumerate(rows) if isinstance(row, _Total)), default=-1)
    for n, row in enumerate(rows):
        place = box._replace(top=y, bottom=y + _height(row))
        if isinstance(row, _Refa):
            yield from _refa(place, row)
        else:
            ink = Ink.POOL if is_under_hat(options, row.amount) else Ink.MOUNTAIN
            yield from _total(place, row, ink if n == newest else Ink.OLD, is_bold=n == newest)
        y = place.bottom


def _total(box: Box, row: _Total, ink: Ink, *, is_bold: bool) -> Iterator[Shape]:
    """Draw a total under its roof, or over one that is upside down."""
    top = box.top + _ROOF * (row.roof > 0)
    place = Box(box.left + _PAD, top, box.right - _PAD, top + _ROW)
    label = picture_text.place_line(place, str(abs(row.amount)), _SIZE, ink, is_bold, side=0.5)
    yield label
    if row.roof:
        half = max(20, picture_text.width_of(label.text, label.size, is_bold) // 2 + 6)
        x, (edge, tip) = box.middle[0], (box.bottom - _ROOF, box.bottom - 2)
        if row.roof > 0:
            edge, tip = box.top + _ROOF + 2, box.top + 2
        yield Stroke(((x - half, edge), (x, tip), (x + half, edge)), ink, 3)


def _refa(box: Box, row: _Refa) -> Iterator[Shape]:
    """Draw a line across the column; where it is used, a stroke through it and the amount."""
    y, left, right = box.middle[1], box.left + 7, box.right - 8
    if not row.is_used:
        yield Stroke(((left, y), (right, y)), Ink.NEW, 3)
        return
    label = picture_text.place_line(
        box._replace(right=right), row.amount, _SMALL, Ink.OLD, side=1.0
    )
    if row.amount:
        yield label
        right = label.at[0] - 4
    yield Stroke(((left, y), (right, y)), Ink.OLD, 3)
    x = (left + right) // 2
    yield Stroke(((x - 7, y + 9), (x + 7, y - 9)), Ink.OLD, 3)


# the side columns ---------------------------------------------------------------------------


def _side_columns(
    view: View,
    seat: Seat,
    body: int,
    facts: TableData,
    words: TableWords,
    written: DealPostings,
) -> Iterator[Shape]:
    """Draw the juhas on both neighbours, one total below the other."""
    _, _, heads, columns = _parts(seat, body)
    left, right = neighbours_of(view, seat)
    sides = (
        (left, heads.left, heads.left + _SIDE),
        (right, heads.right - _SIDE, heads.right),
    )
    for opponent, low, high in sides:
        head = _inner(heads._replace(left=low, right=high))
        name = picture_text.short_name(
            picture_text.drawable_name(facts, opponent, words), head.width, _HEAD
        )
        yield from picture_text.centre_name(head, name, PLAYER_INKS[opponent], (_HEAD, 20, 18, 17))
        totals = _side_totals(view, seat, opponent, written)[-(body // _ROW) :]
        for n, total in enumerate(totals):
            top, is_last = columns.top + _PAD + n * _ROW, n == len(totals) - 1
            place = head._replace(top=top, bottom=top + _ROW)
            ink = Ink.NEW if is_last else Ink.OLD
            yield picture_text.place_line(place, total, _SIZE - 2, ink, is_last, side=0.5)


def _side_totals(view: View, seat: Seat, on: Seat, written: DealPostings) -> list[str]:
    """Return the totals of a side column; [] where it is empty, as on paper."""
    total = view.sheet.total("side", seat, on)
    return list(map(str, running_totals(written, "side", seat, on) or ([total] if total else [])))


def _alt_text(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    def told(known: DealPostings) -> list[str]:
        lines = ((seat, player_sheet(view, seat, facts, words, known)) for seat in range(3))
        return [
            picture_text.player_alt_line(facts, seat, view.balance[seat], said)
            for seat, said in lines
        ]

    return picture_text.alt_text(told(written), told(()))
