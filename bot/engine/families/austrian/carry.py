"""The carry from one Austrian deal to the next, and the accounts of the sheet (3.1).

``cash`` is paired: the sum a seat has received from another, never below zero.  ``pot`` has a line
per seat: the sum it has taken out of the pot, below zero if it has paid more in; so the pot holds
the negated sum of these lines.  ``back_off`` receives no postings of deals: it is each seat's share
of the pot if the game ended now (3.6), maintained by ``with_rest``.
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
    """The carry of the family; ``turns`` counts how often the deal has moved on.

    ``asked``: all vote before the next deal (3.6); ``ended``: one of them has voted no.
    """

    turns: int = 0
    asked: bool = False
    ended: bool = False


def austrian_carry(carry: Carry) -> AustrianCarry:
    assert isinstance(carry, AustrianCarry)
    return carry


def pot_total(sheet: Sheet) -> int:
    """Return the amount in the pot."""
    return -sum(total.amount for total in sheet.totals if total.account == POT)


def with_rest(sheet: Sheet, players: int, dealer: Seat) -> Sheet:
    """Return the sheet with each seat's equal share of the pot in ``back_off``.

    Odd units go clockwise from the last dealer's left (3.6).
    """
    each, odd = divmod(pot_total(sheet), players)
    changes = []
    for step in range(players):
        seat = (dealer + 1 + step) % players
        change = each + (step < odd) - sheet.total(REST, seat)
        changes.append(Posting(REST, seat, None, change, "", 1, change))
    return sheet.plus(changes)
