"""The carry from one Balkan deal to the next, and the accounts of the sheet (3.1)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.ledger import Sheet, Total

MAIN: Final = "main"  # the declarer column: a debt below zero, under the hat above
SIDE: Final = "side"  # points of a defender against one declarer; they only grow


class PartnerDebt(NamedTuple):
    """``taker`` took tricks of ``victim``; for missing them the victim pays ``fine`` (3.11)."""

    victim: Seat
    taker: Seat
    fine: int


@dataclass(frozen=True, slots=True)
class BalkanCarry(Carry):
    """The carry of the family; ``refas`` are the open refas by seat (3.1).

    ``refas_given`` counts the times all players got one.  ``used`` are the amounts written beside
    each seat's used refas, oldest first (3.7); a game older than this field has fewer amounts
    than used refas.  ``overtaken`` are the entries a partner may be asked to pay before the next
    deal (3.11).
    """

    refas: tuple[int, ...] = (0, 0, 0)
    refas_given: int = 0
    used: tuple[tuple[int, ...], ...] = ((), (), ())
    overtaken: tuple[PartnerDebt, ...] = ()


def balkan_carry(carry: Carry) -> BalkanCarry:
    assert isinstance(carry, BalkanCarry)
    return carry


def opening_sheet(level: int, players: int) -> Sheet:
    """Return the sheet of a new game: the same debt for everybody (2.1)."""
    return Sheet(totals=tuple(Total(MAIN, seat, None, -level) for seat in range(players)))


def main_total(sheet: Sheet, seat: Seat) -> int:
    return sheet.total(MAIN, seat)


def main_totals(sheet: Sheet) -> tuple[int, ...]:
    """Return the declarer column of each seat; a sheet has no line for a column at zero."""
    return tuple(main_total(sheet, seat) for seat in range(3))


def remaining_debt(sheet: Sheet) -> int:
    """Return the total debt R of 3.8; the game ends at zero."""
    return -sum(main_totals(sheet))
