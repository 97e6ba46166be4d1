"""The lines of a sheet as on paper: every total after the one before."""

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.model.postings import Posting

MOST_TOTALS: Final = 14  # totals shown for one line of the sheet


def running_totals(
    written: Sequence[Sequence[Posting]],
    account: str,
    seat: Seat,
    against: Seat | None = None,
    opening: int = 0,
) -> list[int]:
    """Return the total after each deal that changed it."""
    totals, total = list[int](), opening
    line = (account, seat, against)
    for postings in written:
        changes = [p.amount for p in postings if p[:3] == line]
        total += sum(changes)
        if sum(changes):
            totals.append(total)
    return totals


def join_totals(totals: Sequence[str]) -> str:
    """Return "10. 12. 14."; it leaves out the oldest beyond ``MOST_TOTALS``."""
    cut = "… " if len(totals) > MOST_TOTALS else ""
    return cut + " ".join(f"{total}." for total in totals[-MOST_TOTALS:])
