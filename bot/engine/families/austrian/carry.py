"""What passes from one Austrian deal to the next, and the accounts of the sheet (3.1).

``cash`` is paired: what a seat has been paid by another, never below zero.  ``pot`` is a seatless
account told by seat: what a seat has taken out of the pot, below zero when it has paid more in;
so the pot holds the sum of these lines with the other sign.  ``rest`` is no account of postings:
what each seat would get of the pot if the game ended now (3.6), kept by ``with_rest``.
"""

from dataclasses import dataclass
from typing import Final

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.ledger import Posting, Sheet

CASH: Final = "cash"
POT: Final = "pot"
REST: Final = "rest"


@dataclass(frozen=True, slots=True)
class AustrianCarry(Carry):
    """``turns`` is how often the deal was passed on.

    ``asked``: all vote before the next deal (3.6); ``ended``: one of them has said no.
    """

    turns: int = 0
    asked: bool = False
    ended: bool = False


def of(carry: Carry) -> AustrianCarry:
    assert isinstance(carry, AustrianCarry)
    return carry


def pot_of(sheet: Sheet) -> int:
    """What lies in the pot."""
    return -sum(total.amount for total in sheet.totals if total.account == POT)


def with_rest(sheet: Sheet, players: int, dealer: Seat) -> Sheet:
    """The pot shared out equally, odd units clockwise from the last dealer's left (3.6)."""
    each, odd = divmod(pot_of(sheet), players)
    changes = []
    for step in range(players):
        seat = (dealer + 1 + step) % players
        change = each + (step < odd) - sheet.of(REST, seat)
        changes.append(Posting(REST, seat, None, change, "", 1, change))
    return sheet.plus(changes)
