"""Writes managers' decisions about deals into the logs of their matches, each exactly once.

A decision is stored first.  Its line follows between two deals or after the match, in one
transaction with the note that it is written, so a kill in between leaves it to the next start.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.background.table_tasks import TableTasks
from bot.engine import actions, notation
from bot.engine.rules import IllegalAction
from bot.model.enums import RulingKind, Status
from bot.store.queries.rulings import StoredRuling
from bot.store.records import DealPosting, WrittenRuling
from bot.tables import Table, TableRegistry
from bot.tables.moves import takes_rulings_now, write_ruling

log = logging.getLogger(__name__)

_PAUSES: Final = (5, 15, 60)  # seconds until a retry for a table


class RulingWriter:
    """Writes decisions; calls ``listeners`` with table and decision after each.

    A commit of a table in ``waiting`` pokes its task in ``tasks``: perhaps the deal is over.
    """

    def __init__(
        self, tables: TableRegistry, on_written: Callable[[Table, StoredRuling], None]
    ) -> None:
        self._tables, self.listeners = tables, [on_written]
        self._store = tables.services.store
        self.waiting: set[int] = set()  # games with a decision that has no line yet
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.tasks = TableTasks(tables, self.write, pauses=_PAUSES)

    async def start(self) -> None:
        """Take up what an earlier process has left unwritten."""
        for game_id in await self._store.rulings.games_unwritten(self._tables.services.owned):
            self.waiting.add(game_id)
            self.tasks.poke(game_id)

    async def stop(self) -> None:
        """End every task; the next start writes the rest."""
        await self.tasks.stop()

    async def decide(self, table: Table, ruling: StoredRuling) -> bool:
        """Store a decision and write it; False if it has to wait until the deal is over.

        Raises WriteRefused CHANGED if somebody else has decided meanwhile.
        """
        await self._store.rulings.decide(ruling)
        self.waiting.add(table.id)
        await self.write(table)
        return table.id not in self.waiting

    async def write(self, table: Table) -> None:
        """Write the waiting decisions of a table as far as it takes them now."""
        async with self._locks[table.id]:
            rulings = await self._store.rulings.of_game(table.id)
            for ruling in sorted(rulings, key=lambda one: (one.at, one.deal, one.number)):
                if ruling.version is None and not await self._write_one(table, ruling, rulings):
                    return
            self.waiting.discard(table.id)
        self._locks.pop(table.id, None)

    async def _write_one(
        self, table: Table, ruling: StoredRuling, rulings: Sequence[StoredRuling]
    ) -> bool:
        """Write a decision; False if the table does not take it now."""
        if not takes_rulings_now(table.state):
            return False
        is_over = table.row.status is Status.OVER
        scores = await self._store.game_queries.scores(table.id) if is_over else ()
        postings = await self._store.game_queries.postings(table.id)
        action = actions.Ruling(ruling.kind, ruling.deal, _entries(ruling, rulings, postings))
        is_void = ruling.kind is RulingKind.VOID
        key = (ruling.deal, ruling.number)
        written = WrittenRuling(*key, entries_text(action), is_void, ruling.undoes)
        try:
            await table.change(write_ruling, action, written, scores)
        except IllegalAction:  # the match could not go on from such a sheet: it waits for its end
            log.info("a decision about game %s waits for the end of the match", table.id)
            return False
        for listener in self.listeners:
            listener(table, ruling)
        return True


def _entries(
    ruling: StoredRuling, rulings: Iterable[StoredRuling], postings: Iterable[DealPosting]
) -> tuple[actions.RulingEntry, ...]:
    """Return what a decision adds to the sheet, as the deal stands when it is written."""
    match ruling.kind:
        case RulingKind.VOID:
            return void_entries(deal_lines(postings, ruling.deal))
        case RulingKind.UNDO:
            undone = next(
                one for one in rulings if (one.deal, one.number) == (ruling.deal, ruling.undoes)
            )
            return tuple(one._replace(amount=-one.amount) for one in read_entries(undone))
        case _:
            return read_entries(ruling)


def deal_lines(postings: Iterable[DealPosting], deal: int) -> tuple[actions.RulingEntry, ...]:
    """Return what a deal has written so far, one entry per line of the sheet, none of zero."""
    sums: dict[tuple[str, int, int | None], int] = {}
    for one in postings:
        if one.deal == deal:
            line = (one.posting.account, one.posting.seat, one.posting.against)
            sums[line] = sums.get(line, 0) + one.posting.amount
    return tuple(actions.RulingEntry(*line, amount) for line, amount in sums.items() if amount)


def void_entries(lines: Iterable[actions.RulingEntry]) -> tuple[actions.RulingEntry, ...]:
    """Return what takes these lines off the sheet."""
    return tuple(line._replace(amount=-line.amount) for line in lines)


def entries_text(ruling: actions.Ruling) -> str:
    """Return the entries of a decision as its line of the log has them."""
    head = notation.format_action(actions.Ruling(ruling.kind, ruling.deal))
    return notation.format_action(ruling).removeprefix(head).strip()


def read_entries(ruling: StoredRuling) -> tuple[actions.RulingEntry, ...]:
    """Return the entries of a stored decision."""
    line = f"ruling {ruling.kind} {ruling.deal} {ruling.entries}".rstrip()
    action = notation.parse_action(line)
    assert isinstance(action, actions.Ruling)
    return action.entries
