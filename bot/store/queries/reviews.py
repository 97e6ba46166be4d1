"""Reviews of closed deals, and the log of one deal to review."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.enums import ALL_SHARDS, ShardRange
from bot.model.reviews import SeatReview, TurningPoint
from bot.model.values import Record, astuple, replace
from bot.store import database, records, saving, writer
from bot.store.integrity.play_totals import computed_totals, stored_totals
from bot.store.queries.stored_games import SELECT_SITTING

HIDDEN_CARDS: Final = "hidden"
MOST_CALLED: Final = 30  # points

_CLOSED = "SELECT last_version, summary FROM deal WHERE game_id = ? AND deal = ?"
_BEFORE = (
    "SELECT last_version, carry FROM deal WHERE game_id = ? AND deal < ? ORDER BY deal DESC LIMIT 1"
)
_LINES = (
    f"SELECT version, deal, seat, text, {saving.LINE_AUTHOR}, at FROM logged AS line"  # noqa: S608
    " WHERE game_id = ? AND version > ? AND version <= ? ORDER BY version"
)
_HOLDERS = (
    f"{SELECT_SITTING} WHERE game_id = ?1"
    " AND since <= ?2 AND (until IS NULL OR until > ?2) ORDER BY seat"
)
_NEWEST = "SELECT max(deal) FROM deal WHERE game_id = ?"
_MISSING = (
    "SELECT deal FROM deal WHERE game_id = ?1 AND closed_at >= ?2 AND NOT EXISTS"
    " (SELECT 1 FROM review WHERE review.game_id = ?1 AND review.deal = deal.deal) ORDER BY deal"
)
UNREVIEWED_GAMES: Final = (
    "SELECT DISTINCT game_id FROM deal [by_index deal_closed] JOIN game USING (game_id)"
    " WHERE [owned] AND closed_at >= ?1 AND game.seal IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM review WHERE review.game_id = deal.game_id AND review.deal = deal.deal)"
    " ORDER BY game_id"
)
_INSERT_REVIEW = (
    "INSERT INTO review (game_id, deal, kind, turning_card, turning_cost) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
REVIEW_COLUMNS: Final = ", ".join(SeatReview.__struct_fields__)
_FIELDS = f"seat, user_id, robot, family, {REVIEW_COLUMNS}"
_NUMBERS = ", ".join(f"?{n + 7}" for n in range(len(SeatReview.__struct_fields__)))
# The queries below join constants only; all that varies is a parameter.
# The holder is looked up when the review is stored; a player erased by then stays a number.
_INSERT_SEAT = (
    f"INSERT INTO review_seat (game_id, deal, {_FIELDS}, void, player)"  # noqa: S608
    f" SELECT ?1, ?2, ?3, person.user_id, ?5, ?6, {_NUMBERS}, (SELECT count(*) FROM ruling"
    " WHERE ruling.game_id = ?1 AND ruling.deal = ?2 AND kind = 'void' AND undone = 0"
    " AND version IS NOT NULL),"
    " CASE WHEN CAST(?5 AS TEXT) IS NULL"
    " THEN coalesce(person.number, (SELECT player FROM sitting"
    " JOIN deal USING (game_id) WHERE game_id = ?1 AND deal = ?2 AND seat = ?3"
    " AND since <= last_version AND (until IS NULL OR until > last_version))) END"
    " FROM (SELECT 1) AS once LEFT JOIN player AS person"
    " ON person.game_id = ?1 AND person.user_id = ?4 WHERE true ON CONFLICT DO NOTHING"
)
_DATUM = (
    "UPDATE review_seat SET datum = ?4 WHERE game_id = ?1 AND deal = ?2 AND seat = ?3"
    " AND datum IS NULL"
)
_NOT_COMPARED = (
    "SELECT deal FROM deal WHERE game_id = ?1 AND closed_at >= ?2 AND EXISTS"
    " (SELECT 1 FROM review_seat WHERE review_seat.game_id = ?1 AND review_seat.deal = deal.deal"
    " AND datum IS NULL) ORDER BY deal"
)
UNCOMPARED_GAMES: Final = (
    "SELECT DISTINCT game_id FROM deal [by_index deal_closed] JOIN game USING (game_id)"
    " WHERE [owned] AND closed_at >= ?1 AND game.seal IS NOT NULL AND friendly = 0 AND EXISTS"
    " (SELECT 1 FROM review_seat WHERE review_seat.game_id = deal.game_id"
    " AND review_seat.deal = deal.deal AND datum IS NULL) ORDER BY game_id"
)
_CALLED = (
    "UPDATE review_seat SET called = ?4 WHERE game_id = ?1 AND deal = ?2 AND seat = ?3"
    " AND called IS NULL"
)
_WEIGHED = "UPDATE review SET weighed = 1 WHERE game_id = ?1 AND deal = ?2"
_IS_UNWEIGHED = (
    "EXISTS (SELECT 1 FROM review WHERE review.game_id = deal.game_id"  # noqa: S608
    " AND review.deal = deal.deal"
    f" AND weighed IS NULL AND kind <> '{HIDDEN_CARDS}')"
)
_NOT_WEIGHED = (
    "SELECT deal FROM deal WHERE game_id = ?1 AND closed_at >= ?2"  # noqa: S608
    f" AND {_IS_UNWEIGHED} ORDER BY deal"
)
UNWEIGHED_GAMES: Final = (
    "SELECT DISTINCT game_id FROM deal [by_index deal_closed] JOIN game USING (game_id)"  # noqa: S608
    " WHERE [owned] AND closed_at >= ?1 AND game.seal IS NOT NULL AND friendly = 0"
    f" AND {_IS_UNWEIGHED} ORDER BY game_id"
)
_COUNT_HURRIED = "SELECT count(*) FROM hurried WHERE game_id = ? AND version > ? AND version <= ?"
_DEAL = "SELECT kind, turning_card, turning_cost FROM review WHERE game_id = ? AND deal = ?"
_SEATS = f"SELECT {_FIELDS} FROM review_seat WHERE game_id = ? AND deal = ? ORDER BY seat"  # noqa: S608


class RecordedDeal(Record):
    """A closed deal as it was logged, and as it was scored.

    ``carry`` is the state after the previous deal, None for the first; ``sittings`` are the seat
    holders at the deal's last line, whose version is ``last_version``. ``hurried`` counts the plain
    moves of robots on a busy machine.
    """

    deal: int
    carry: str | None
    lines: tuple[records.LogLine, ...]
    sittings: tuple[records.SeatHolder, ...]
    last_version: int
    summary: str
    hurried: int


class StoredSeatReview(Record):
    """The review of one seat in a deal, with the holder of the seat and the family."""

    seat: int
    user_id: int | None
    robot: str | None
    family: str
    review: SeatReview


class DealReview(Record):
    """The review of a deal; without seats if its cards were never all revealed."""

    kind: str
    seats: tuple[StoredSeatReview, ...]
    turning: TurningPoint | None = None


class Reviews(writer.Access):
    """Reads and writes of reviews; StorageTrouble from all."""

    async def recorded_deal(self, game_id: int, deal: int) -> RecordedDeal | None:
        """Return the log of a closed deal; None when there is no such deal."""
        async with self._snapshot() as db:
            await self._verify_game(db, game_id)
            return await _load_deal(db, game_id, deal)

    async def newest_deal(self, game_id: int) -> int | None:
        """Return the number of the last closed deal."""
        ((deal,),) = await self._rows(_NEWEST, game_id)
        return None if deal is None else int(deal)

    async def unreviewed(self, game_id: int, since: int) -> tuple[int, ...]:
        """Return the deals of a game without a review, closed at ``since`` or later, in order."""
        return tuple(int(row[0]) for row in await self._rows(_MISSING, game_id, since))

    async def games_unreviewed(self, since: int, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the games with such deals."""
        rows = await self._rows(database.restrict_to_owned(UNREVIEWED_GAMES, owned), since)
        return tuple(int(row[0]) for row in rows)

    async def add_review(self, game_id: int, deal: int, review: DealReview) -> None:
        """Store a review; an existing one stays."""

        whole = (game_id, deal, review.kind, *(review.turning or (None, None)))
        seats = [(game_id, deal, *_values(seat)) for seat in review.seats]
        work = ((_INSERT_REVIEW, [whole]), (_INSERT_SEAT, seats))
        await self._write(lambda db: db.execute_all(work))

    async def uncompared(self, game_id: int, since: int) -> tuple[int, ...]:
        """Return the reviewed deals of a game without a datum, closed at ``since`` or later."""
        return tuple(int(row[0]) for row in await self._rows(_NOT_COMPARED, game_id, since))

    async def games_uncompared(self, since: int, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the ranked games with such deals."""
        rows = await self._rows(database.restrict_to_owned(UNCOMPARED_GAMES, owned), since)
        return tuple(int(row[0]) for row in rows)

    async def add_datum(self, game_id: int, deal: int, by_seat: Sequence[float]) -> None:
        """Store what robots made of a reviewed deal in each seat; an existing datum stays."""

        rows = [(game_id, deal, seat, round(100 * points)) for seat, points in enumerate(by_seat)]
        await self._write(lambda db: db.execute_many(_DATUM, rows))

    async def unweighed(self, game_id: int, since: int) -> tuple[int, ...]:
        """Return the reviewed deals of a game whose calls are not weighed, closed since then."""
        return tuple(int(row[0]) for row in await self._rows(_NOT_WEIGHED, game_id, since))

    async def games_unweighed(self, since: int, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the ranked games with such deals."""
        rows = await self._rows(database.restrict_to_owned(UNWEIGHED_GAMES, owned), since)
        return tuple(int(row[0]) for row in rows)

    async def add_calls(self, game_id: int, deal: int, given: Mapping[int, float]) -> None:
        """Store by seat what the calls of a reviewed deal gave away; an existing number stays.

        Each number is cut off at 30 points on either side, so that no single deal decides.
        """

        cut = {seat: max(-MOST_CALLED, min(MOST_CALLED, given[seat])) for seat in given}
        called = [(game_id, deal, seat, round(100 * points)) for seat, points in cut.items()]
        work = ((_CALLED, called), (_WEIGHED, [(game_id, deal)]))
        await self._write(lambda db: db.execute_all(work))

    async def totals_agree(self) -> bool:
        """Return True if the kept totals are the sum of the deals; reads every review."""
        async with self._snapshot() as db:
            return await stored_totals(db) == await computed_totals(db)

    async def review(self, game_id: int, deal: int) -> DealReview | None:
        """Return the stored review of a deal; None if there is none yet."""
        async with self._snapshot() as db:
            await self._verify_game(db, game_id)
            queries = [(sql, (game_id, deal)) for sql in (_DEAL, _SEATS)]
            found, seats = await db.fetch_each(queries)
        if not found:
            return None
        ((kind, card, cost),) = found
        turning = None if card is None else TurningPoint(int(card), int(cost))
        return DealReview(str(kind), tuple(map(_seat_from_row, seats)), turning)


async def _load_deal(db: database.Database, game_id: int, deal: int) -> RecordedDeal | None:
    ends = [(sql, (game_id, deal)) for sql in (_CLOSED, _BEFORE)]
    closed, before = await db.fetch_each(ends)
    if not closed:
        return None
    last = int(closed[0][0])
    first, carry = (int(before[0][0]), str(before[0][1])) if before else (-1, None)
    part = game_id, first, last
    lines, sittings, ((hurried,),) = await db.fetch_each(
        [(_LINES, part), (_HOLDERS, (game_id, last)), (_COUNT_HURRIED, part)]
    )
    return RecordedDeal(
        deal=deal,
        carry=carry,
        lines=tuple(records.LogLine(*row) for row in lines),
        sittings=tuple(records.SeatHolder(*row) for row in sittings),
        last_version=last,
        summary=str(closed[0][1]),
        hurried=int(hurried),
    )


def _values(seat: StoredSeatReview) -> tuple[int | str | None, ...]:
    return (seat.seat, seat.user_id, seat.robot, seat.family, *astuple(seat.review))


def _seat_from_row(row: database.Row) -> StoredSeatReview:
    review = SeatReview(*row[4:])
    review = replace(review, declared=bool(review.declared), fulfilled=bool(review.fulfilled))
    return StoredSeatReview(row[0], row[1], row[2], row[3], review)
