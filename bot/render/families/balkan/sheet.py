"""The Balkan sheet: side columns left and right of the declarer column (rules/balkan.md 3.10, 4).

The declarer column is written without a sign: a debt, under a hat a sum above zero, or zero
itself where the table agreed so.  A refa is a line, once used a slash with the amount beside it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.engine.families.balkan.options import BalkanOptions, Direction
from bot.engine.families.balkan.refas import is_under_hat
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families.manner import Cells, Written
from bot.render.parts import bold, dotted, lines
from bot.render.sheet.running import running, shortened
from bot.render.words import TableWords

_HAT, _HAT_OFF = "^", "ˇ"
_OPEN, _USED = "―", "╱"
_TOGETHER: Final = "\u00a0"  # keeps a player and the neighbours on one line
_MOST_MARKS: Final = 6  # more refas than that are counted


def beside(view: View, seat: Seat) -> tuple[Seat, Seat]:
    """Return the left and the right neighbour (2.0)."""
    after, before = (seat + 1) % 3, (seat + 2) % 3
    is_clockwise = BalkanOptions.of(view.rules).direction is Direction.CLOCKWISE
    return (after, before) if is_clockwise else (before, after)


def cells(view: View, seat: Seat) -> Cells:
    left, right = beside(view, seat)
    main = view.sheet.of("main", seat)
    hat = is_under_hat(BalkanOptions.of(view.rules), main)
    return (
        ("left", str(view.sheet.of("side", seat, left))),
        ("main", f"{_HAT}{main}" if hat else str(-main)),
        ("right", str(view.sheet.of("side", seat, right))),
    )


def brief(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return the declarer column, and the refas beside it: 42 ―."""
    main = dict(cells(view, seat))["main"]
    return ("main",), f"{main} {refa_marks(view, seat)}".rstrip()


def hatted(options: BalkanOptions, totals: Sequence[int]) -> list[str]:
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


def sheet_note(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the owners of the side columns: "Vera ‹ Ana › Boris" and so on; then the refas.

    Refas: Ana ╱20 ―, Boris ― ―, Vera ╱12 ╱24.
    """
    sides = words.say("sheet.sides", sides=dotted(_neighbours(view, facts)))
    if not dict(view.marks)["refas_given"]:
        return sides
    drawn = dotted(f"{facts.name(seat)} {refa_marks(view, seat)}" for seat in range(3))
    return lines(sides, words.say("sheet.refas", refas=drawn))


def _neighbours(view: View, facts: TableFacts) -> Iterator[str]:
    for seat in range(3):
        left, right = map(facts.name, beside(view, seat))
        yield _TOGETHER.join((left, "‹", bold(facts.name(seat)), "›", right))


def player_sheet(
    view: View, seat: Seat, facts: TableFacts, words: TableWords, written: Written
) -> tuple[str, ...]:
    left, right = beside(view, seat)
    opening = -BalkanOptions.of(view.rules).starting_level
    main = [opening, *running(written, "main", seat, opening=opening)]
    shown = main if written else [view.sheet.of("main", seat)]
    refas = refa_marks(view, seat)
    return (
        _side("left", view, seat, left, facts, words, written),
        words.say("sheet.main", totals=shortened(hatted(BalkanOptions.of(view.rules), shown))),
        _side("right", view, seat, right, facts, words, written),
        words.say("sheet.refa_marks", refas=refas) if refas else "",
    )


def _side(
    which: str,
    view: View,
    seat: Seat,
    against: Seat,
    facts: TableFacts,
    words: TableWords,
    written: Written,
) -> str:
    totals = running(written, "side", seat, against) or [view.sheet.of("side", seat, against)]
    row = shortened(list(map(str, totals)))
    return words.say(f"sheet.{which}", name=facts.name(against), totals=row)
