"""What passes from one Balkan deal to the next, and the accounts of the sheet (3.1)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.ledger import Sheet, Total

MAIN: Final = "main"  # the declarer column: a debt below zero, under the hat above
SIDE: Final = "side"  # points of a defender against one declarer; they only grow


class Overtaken(NamedTuple):
    """3.11: ``taker`` took tricks of ``victim``, who pays ``fine`` for missing them."""

    victim: Seat
    taker: Seat
    fine: int


@dataclass(frozen=True, slots=True)
class BalkanCarry(Carry):
    """``refas`` are the open ones by seat, ``refas_given`` how often all got one (3.1).

    ``used`` are the amounts written beside the used ones of each seat, the first one first (3.7);
    a game begun before they were kept has fewer than it has used refas.  ``overtaken`` are the
    entries that may be asked for before the next deal (3.11).
    """

    refas: tuple[int, ...] = (0, 0, 0)
    refas_given: int = 0
    used: tuple[tuple[int, ...], ...] = ((), (), ())
    overtaken: tuple[Overtaken, ...] = ()


def of(carry: Carry) -> BalkanCarry:
    assert isinstance(carry, BalkanCarry)
    return carry


def opening_sheet(level: int, players: int) -> Sheet:
    """Everybody starts with the same debt (2.1)."""
    return Sheet(totals=tuple(Total(MAIN, seat, None, -level) for seat in range(players)))


def column(sheet: Sheet, seat: Seat) -> int:
    return sheet.of(MAIN, seat)


def columns(sheet: Sheet) -> tuple[int, ...]:
    """The declarer column of each seat; the line of a column at zero is not in the sheet."""
    return tuple(column(sheet, seat) for seat in range(3))


def remaining(sheet: Sheet) -> int:
    """R of 3.8: what is still owed together; the game ends at zero."""
    return -sum(columns(sheet))
