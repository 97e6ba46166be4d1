"""Reviews of scored deals, and their comparison with robots, one deal at a time in a worker.

All state is in the store: a deal without a review is still to be done, so the next start catches
up on the deals that a killed process left.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from bot.analysis import postmortem, review
from bot.analysis.postmortem import DealRecord
from bot.background.table_tasks import RetryLater, TableTasks
from bot.engine.cards import Seat
from bot.engine.families import family_of
from bot.engine.notation import read_carry
from bot.engine.replaying import standing_lines
from bot.engine.rules import BadNotation, BadRules, IllegalAction
from bot.model import enums, refusals
from bot.model.refusals import Refused
from bot.presets import parse_rules
from bot.store import StorageTrouble
from bot.store.queries.reviews import HIDDEN_CARDS, DealReview, RecordedDeal, StoredSeatReview
from bot.store.records import LogLine, SeatHolder
from bot.tables import Table, TableRegistry, moves
from bot.workers import TooSlow, WorkerPool, jobs

log = logging.getLogger(__name__)

_PAUSES: Final = (30, 60, 120)  # seconds until a retry for a table
_SECONDS: Final = 10.0
_PLAY_VERB: Final = "play "
_RECENT: Final = 7 * 24 * 3600  # seconds; deals closed earlier stay without a review

OnReviewed = Callable[[Table, int], Awaitable[None]]


class Reviewer:
    """Reviews deals; calls ``on_reviewed`` with table and deal once a review is stored."""

    def __init__(self, tables: TableRegistry, workers: WorkerPool, on_reviewed: OnReviewed) -> None:
        self._tables, self._workers, self._on_reviewed = tables, workers, on_reviewed
        self._tasks = TableTasks(tables, self._review_table, pauses=_PAUSES)
        self._lock = asyncio.Lock()
        self._done: dict[int, int] = {}  # by game in play: the number of deals examined

    def poke(self, game_id: int) -> None:
        """Examine a changed table: perhaps a deal is scored."""
        table = self._tables.peek(game_id)
        if table is None or self._may_have_news(table):
            self._tasks.poke(game_id)

    def _may_have_news(self, table: Table) -> bool:
        """Return False in the middle of a deal, which is nearly always."""
        game, is_over = table.state.base_game, table.row.status in enums.ENDED_STATUSES
        return is_over or (game is not None and game.carry.number != self._done.get(table.id, 0))

    async def catch_up(self) -> None:
        """Examine every table with a recent deal that has no review."""
        services = self._tables.services
        games = await services.store.reviews.games_unreviewed(self._since(), services.owned)
        for game_id in games:
            self.poke(game_id)

    async def stop(self) -> None:
        """End every task; the next start does the missing reviews."""
        await self._tasks.stop()

    async def _review_table(self, table: Table) -> None:
        game = table.state.base_game
        if game is not None and game.carry.number != self._done.get(table.id, 0):
            await self._review_missing(table)
            self._done[table.id] = game.carry.number
        if table.row.status in enums.ENDED_STATUSES:  # perhaps with an unfinished deal
            self._done.pop(table.id, None)

    async def _review_missing(self, table: Table) -> None:
        for deal in await self._tables.services.store.reviews.unreviewed(table.id, self._since()):
            async with self._lock:
                await self._review(table, deal)

    async def _review(self, table: Table, deal: int) -> None:
        store = self._tables.services.store
        recorded = await store.reviews.recorded_deal(table.id, deal)
        assert recorded is not None
        try:
            record = deal_record(table.row.rules, recorded)
            own = holder_lines(recorded.lines, recorded.sittings)
            found = await self._workers.run(_SECONDS, review.review_deal, record, own)
        except refusals.Refused as busy:
            raise RetryLater(f"deal {deal} cannot be reviewed now: {busy}") from busy
        except TooSlow:
            log.warning("deal %s of game %s took too long to review", deal, table.id)
            return
        except (BadNotation, BadRules, IllegalAction) as error:
            what = type(error).__name__
            log.warning("deal %s of game %s does not replay: %s", deal, table.id, what)
            return
        await store.reviews.add_review(
            table.id, deal, to_stored_review(found, recorded, record.rules.family)
        )
        await self._on_reviewed(table, deal)

    def _since(self) -> int:
        return self._tables.services.now() - _RECENT


def deal_record(rules_text: str, recorded: RecordedDeal) -> postmortem.DealRecord:
    """Return a stored deal for a post-mortem, without retracted lines.  Raises BadRules."""
    rules = parse_rules(rules_text)
    family = family_of(rules)
    before = recorded.carry
    carry = family.initial_carry(rules) if before is None else read_carry(family.carry, before)
    return postmortem.DealRecord(
        rules, carry, tuple((line.seat, line.text) for line in standing_lines(recorded.lines))
    )


def holder_lines(lines: Sequence[LogLine], sittings: Sequence[SeatHolder]) -> tuple[bool, ...]:
    """Return for each line of the record True if the final holder of the seat chose it."""
    holders = {sitting.seat: sitting for sitting in sittings}
    return tuple(_is_own(line, holders.get(line.seat)) for line in standing_lines(lines))


def people_lines(recorded: RecordedDeal) -> tuple[bool, ...]:
    """Return for each line of the record True if a person chose it who holds the seat."""
    people = tuple(sitting for sitting in recorded.sittings if sitting.robot is None)
    return holder_lines(recorded.lines, people)


def forced_card_counts(lines: Sequence[LogLine]) -> tuple[tuple[Seat, int], ...]:
    """Return how many cards were played for each seat at its player's wish, without a choice.

    The table plays no other cards; cards of robots and clocks are theirs.
    """
    seats = [
        line.seat
        for line in standing_lines(lines)
        if line.by == moves.TABLE_ACTOR and line.text.startswith(_PLAY_VERB)
    ]
    return tuple(sorted(Counter(seats).items()))


def _is_own(line: LogLine, holder: SeatHolder | None) -> bool:
    if holder is None:
        return False
    if holder.robot is not None:
        return not line.by.isdecimal()
    return line.by == str(holder.user_id)


def to_stored_review(found: review.Review, recorded: RecordedDeal, family: str) -> DealReview:
    if found.is_hidden:
        return DealReview(HIDDEN_CARDS, ())
    holders = {one.seat: one for one in recorded.sittings}
    rows = tuple(
        StoredSeatReview(seat, holders[seat].user_id, holders[seat].robot, family, review)
        for seat, review in enumerate(found.seats)
    )
    return DealReview(found.kind.value, rows, found.turning)


# Comparison of reviewed deals with robots who play the same deck, and the weighing of the calls of
# people (docs/ratings.md).
#
# One deal at a time, in worker processes and after everything else there: a table of robots is a
# job of its own, about an eighth of a second. After each deal the comparer rests so long that it
# takes the share of one processor that the host allows. All state is in the store: a deal without
# its figure is still to be done, and one that nobody reached within a week stays without.

_SHORTEST: Final = 0.001  # seconds; a deal that all pass takes hardly any
_PAUSE: Final = 60.0  # seconds until the next look where nothing is to be done
_MINUTES_AN_HOUR: Final = 60


class MissingDeals(NamedTuple):
    """The deals without a figure: the games that have such deals, and those of one game."""

    figure: str
    games: Callable[[int, enums.ShardRange], Awaitable[Sequence[int]]]
    deals: Callable[[int, int], Awaitable[Sequence[int]]]


# finds and stores the figure of a deal, whose lines of people are True; returns processor seconds
CompleteDeal = Callable[[int, int, DealRecord, Sequence[bool]], Awaitable[float]]


class SameDeckComparer:
    """Compares deals within ``minutes`` of processor time an hour; 0 compares none."""

    def __init__(self, tables: TableRegistry, workers: WorkerPool, minutes: int) -> None:
        self._tables, self._workers = tables, workers
        self._share = minutes / _MINUTES_AN_HOUR
        self._task: asyncio.Task[None] | None = None
        self._given_up: set[tuple[str, int, int]] = set()  # figures that cannot be found

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
        reviews = self._tables.services.store.reviews
        missing = MissingDeals("datum", reviews.games_uncompared, reviews.uncompared)
        async for seconds in self._completed_deals(missing, self._compare):
            yield seconds

    async def weighed_deals(self) -> AsyncIterator[float]:
        """Weigh the calls of every recent deal; yield the seconds of processor of each.

        Raises StorageTrouble.
        """
        reviews = self._tables.services.store.reviews
        missing = MissingDeals("calls", reviews.games_unweighed, reviews.unweighed)
        async for seconds in self._completed_deals(missing, self._weigh):
            yield seconds

    async def _completed_deals(
        self, missing: MissingDeals, complete: CompleteDeal
    ) -> AsyncIterator[float]:
        services = self._tables.services
        since = services.now() - _RECENT
        for game_id in await missing.games(since, services.owned):
            for deal in await missing.deals(game_id, since):
                if (missing.figure, game_id, deal) not in self._given_up and (
                    seconds := await self._complete(missing.figure, complete, game_id, deal)
                ):
                    yield seconds

    async def _run(self) -> None:
        while True:
            try:
                for deals in (self.compared_deals(), self.weighed_deals()):
                    async for seconds in deals:
                        await asyncio.sleep(seconds / self._share - seconds)
            except StorageTrouble as trouble:
                log.warning("deals were not compared: %s", trouble)
            await asyncio.sleep(_PAUSE)

    async def _complete(
        self, figure: str, complete: CompleteDeal, game_id: int, deal: int
    ) -> float:
        """Store the missing figure of a deal; 0 where it has to wait or cannot be found."""
        recorded = await self._tables.services.store.reviews.recorded_deal(game_id, deal)
        table = await self._tables.get(game_id)
        if recorded is None or table.load_refusal is not None:
            self._given_up.add((figure, game_id, deal))
            return 0.0
        try:
            record = deal_record(table.row.rules, recorded)
            seconds = await complete(game_id, deal, record, people_lines(recorded))
        except Refused:  # the workers are busy
            return 0.0
        except (TooSlow, BadNotation, BadRules, IllegalAction, ValueError) as error:
            log.warning(
                "deal %s of game %s: no %s, %s", deal, game_id, figure, type(error).__name__
            )
            self._given_up.add((figure, game_id, deal))
            return 0.0
        return max(seconds, _SHORTEST)

    async def _compare(
        self, game_id: int, deal: int, record: DealRecord, own: Sequence[bool]
    ) -> float:
        results, seconds = await self._played_again(record)
        reviews = self._tables.services.store.reviews
        await reviews.add_datum(game_id, deal, review.datum(results))
        return seconds

    async def _weigh(
        self, game_id: int, deal: int, record: DealRecord, own: Sequence[bool]
    ) -> float:
        given, seconds = await self._given_by_calls(record, own)
        await self._tables.services.store.reviews.add_calls(game_id, deal, given)
        return seconds

    async def _given_by_calls(
        self, record: DealRecord, own: Sequence[bool]
    ) -> tuple[dict[Seat, float], float]:
        """Return by seat what the calls of its holder gave away, and the processor's seconds.

        Cards that the rules keep hidden are not weighed, because the sum would tell of them.
        """
        given, seconds = dict[Seat, float](), 0.0
        if not any(own) or not record.rules.options.reveal_after_deal:
            return given, seconds
        for line in await self._workers.run_last(_SECONDS, jobs.find_calls, record):
            if own[line]:
                seat, _ = record.lines[line]
                points, took = await self._workers.run_last(
                    _SECONDS, jobs.timed_judgement, record, line
                )
                given[seat] = given.get(seat, 0.0) + points
                seconds += took
        return given, seconds

    async def _played_again(self, record: DealRecord) -> tuple[Sequence[tuple[int, ...]], float]:
        """Return what each seat earned at each table of robots, and the processor's seconds."""
        results, seconds = [], 0.0
        for number in range(review.DATUM_TABLES):
            earned, took = await self._workers.run_last(
                _SECONDS, jobs.timed_robot_table, record, number
            )
            results.append(earned)
            seconds += took
        return results, seconds
