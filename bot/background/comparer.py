"""Comparison of reviewed deals with robots who play the same deck (docs/ratings.md).

One deal at a time, in worker processes and after everything else there: a table of robots is a job
of its own, about an eighth of a second.  After each deal the comparer rests so long that it takes
the share of one processor that the host allows.  All state is in the store: a deal without a datum
is still to be done, and one that nobody reached within a week stays without.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Final

from bot.analysis.postmortem import DealRecord
from bot.background.reviewer import deal_record
from bot.engine.rule_errors import BadNotation, BadRules, IllegalAction
from bot.model.refusals import Refused
from bot.robots import same_deck
from bot.store import StorageTrouble
from bot.tables import TableRegistry
from bot.workers import TooSlow, WorkerPool

_log = logging.getLogger(__name__)

_SECONDS: Final = 10.0  # for one table of robots
_RECENT: Final = 7 * 24 * 3600  # seconds; deals closed earlier stay without a datum
_SHORTEST: Final = 0.001  # seconds; a deal that all pass takes hardly any
_PAUSE: Final = 60.0  # seconds until the next look where nothing is to be done
_MINUTES_AN_HOUR: Final = 60


class SameDeckComparer:
    """Compares deals within ``minutes`` of processor time an hour; 0 compares none."""

    def __init__(self, tables: TableRegistry, workers: WorkerPool, minutes: int) -> None:
        self._tables, self._workers = tables, workers
        self._share = minutes / _MINUTES_AN_HOUR
        self._task: asyncio.Task[None] | None = None
        self._given_up: set[tuple[int, int]] = set()  # deals that cannot be compared

    def start(self) -> None:
        """Begin to compare, once the tables are there."""
        if self._share and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End the comparison; a deal under way stays without a datum."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def compared_deals(self) -> AsyncIterator[float]:
        """Compare every recent deal without a datum; yield the seconds of processor of each.

        Raises StorageTrouble.
        """
        services = self._tables.services
        since = services.now() - _RECENT
        for game_id in await services.store.reviews.games_uncompared(since, services.owned):
            for deal in await services.store.reviews.uncompared(game_id, since):
                if (game_id, deal) not in self._given_up and (
                    seconds := await self._compare(game_id, deal)
                ):
                    yield seconds

    async def _run(self) -> None:
        while True:
            try:
                async for seconds in self.compared_deals():
                    await asyncio.sleep(seconds / self._share - seconds)
            except StorageTrouble as trouble:
                _log.warning("deals were not compared: %s", trouble)
            await asyncio.sleep(_PAUSE)

    async def _compare(self, game_id: int, deal: int) -> float:
        """Compare one deal; 0 where it has to wait or cannot be compared."""
        store = self._tables.services.store
        recorded = await store.reviews.recorded_deal(game_id, deal)
        table = await self._tables.get(game_id)
        if recorded is None or table.load_refusal is not None:
            self._given_up.add((game_id, deal))
            return 0.0
        try:
            record = deal_record(table.row.rules, recorded)
            results, seconds = await self._played_again(record)
        except Refused:  # the workers are busy
            return 0.0
        except (TooSlow, BadNotation, BadRules, IllegalAction, ValueError) as error:
            _log.warning("deal %s of game %s: no datum, %s", deal, game_id, type(error).__name__)
            self._given_up.add((game_id, deal))
            return 0.0
        await store.reviews.add_datum(game_id, deal, same_deck.datum(results))
        return max(seconds, _SHORTEST)

    async def _played_again(self, record: DealRecord) -> tuple[Sequence[tuple[int, ...]], float]:
        """Return what each seat earned at each table of robots, and the processor's seconds."""
        results, seconds = [], 0.0
        for number in range(same_deck.TABLES):
            earned, took = await self._workers.run_last(
                _SECONDS, same_deck.timed_table, record, number
            )
            results.append(earned)
            seconds += took
        return results, seconds
