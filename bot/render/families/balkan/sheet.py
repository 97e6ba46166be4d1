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
from bot.render.formatting import bold, join_dotted, join_lines
from bot.render.screen_data import TableData
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
