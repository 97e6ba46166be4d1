"""Reviews of scored deals, computed in a worker process, one deal at a time.

All state is in the store: a deal without a review is still to be done, so the next start catches
up on the deals that a killed process left.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.analysis import postmortem, review
from bot.background.table_tasks import RetryLater, TableTasks
from bot.engine.cards import Seat
from bot.engine.families import family_of
from bot.engine.replaying import standing_lines
from bot.engine.results import read_carry
from bot.engine.rule_errors import BadNotation, BadRules, IllegalAction
from bot.model import enums, refusals
from bot.presets import parse_rules
from bot.store.queries.reviews import HIDDEN_CARDS, DealReview, RecordedDeal, StoredSeatReview
from bot.store.records import LogLine, SeatHolder
from bot.tables import Table, TableRegistry, moves, timing
from bot.workers import TooSlow, WorkerPool

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
        self._tasks.poke(game_id)

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
        game = table.game
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
    rows = (
        StoredSeatReview(seat, holder.user_id, holder.robot, family, review)
        for seat, review in enumerate(found.seats)
        for holder in (timing.seat_holder_at(recorded.sittings, seat),)
    )
    return DealReview(found.kind.value, tuple(rows))
