"""Duplicate events: two or three tables of a server that are dealt the same cards.

The decks of an event come from its own seed in place of a table's (docs/fairness.md), so what one
table has played must stay closed while another may still be dealt it: ``open_deals`` says how far.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.model.enums import ENDED_STATUSES, Status
from bot.model.periods import day_of

EVENT_LEVEL: Final = "expert"  # of every robot at these tables: equal acts meet equal answers
EVENT_PLAYERS: Final = 3  # at each table
_DAYS_TO_FINISH: Final = 1  # after the last day on which a table may begin


class TableEvent(NamedTuple):
    """The event of a table, as the table keeps it.

    Tables may begin from ``day`` to ``last_day`` (bot/model/periods.py), and each plays ``deals``.
    """

    code: str
    day: int
    last_day: int
    deals: int

    def __str__(self) -> str:
        return f"{self.code}.{self.day}.{self.last_day}.{self.deals}"

    def may_begin(self, now: int) -> bool:
        """Return True while a table may begin."""
        return self.day <= day_of(now) <= self.last_day

    def must_stop(self, scored: int, now: int) -> bool:
        """Return True if a table with so many scored deals is dealt no further hand."""
        return scored >= self.deals or self.is_closed(now)

    def is_closed(self, now: int) -> bool:
        """Return True once every deal is open, whatever is still being played."""
        return day_of(now) > self.last_day + _DAYS_TO_FINISH

    def has_unsealed(self, shows: str, opened: int) -> bool:
        """Return True if a newest message shows a deal that is open, or the end of open deals.

        ``shows`` is the key of the message, such as "result 3", ``opened`` the count of open deals.
        """
        kind, _, number = shows.partition(" ")
        return opened >= {"result": int(number or 0), "over": self.deals}.get(kind, opened + 1)


def parse_table_event(text: str) -> TableEvent:
    """Return the event of a table's stored text."""
    code, *numbers = text.split(".")
    return TableEvent(code, *map(int, numbers))


class EventTable(NamedTuple):
    """A table of an event: ``scored`` counts its scored deals; a lobby has not ``begun``."""

    game_id: int
    status: Status
    begun: bool
    scored: int

    @property
    def holds_place(self) -> bool:
        """True if the table takes one of the places: it has seen cards, or its lobby is open."""
        return self.begun or self.status is Status.LOBBY


def open_deals(event: TableEvent, places: int, tables: Sequence[EventTable], now: int) -> int:
    """Return how many deals, from the first, are open: no table can be dealt them any more.

    A deal opens once every table has scored it that has not stopped.  Nothing opens while another
    table may still begin; everything does a day after the last one might have.  What is open stays
    open.
    """
    if event.is_closed(now):
        return event.deals
    may_begin = event.may_begin(now)
    if may_begin and sum(table.holds_place for table in tables) < places:
        return 0
    playing = (
        table.scored
        for table in tables
        if table.status not in ENDED_STATUSES and (table.begun or may_begin)
    )
    return min(playing, default=event.deals)
