"""Loads one game as records: to resume it, or with its whole log."""

from collections.abc import Sequence
from dataclasses import replace
from sys import intern
from typing import Final

from bot.store.database import Database, Row
from bot.store.people import LINE_AUTHOR
from bot.store.rows import (
    ClosedDeal,
    DealPosting,
    GameLog,
    GameRow,
    LogLine,
    SeatHolder,
    SeatScore,
    Shuffle,
    StoredGame,
    StoredPosting,
    StoredVote,
)
from bot.terms import Clock, Departure, Status

SELECT_GAME = (
    "SELECT game_id, status, guild_id, channel_id, place_id, message_id, host_id, rules, clock,"
    " created_at, started_at, ended_at, deadline, version, painted, revision, painted_revision,"
    " wake, shows, friendly, ends_at, starts_at, clock_chosen FROM game"
)
_SELECT_FROM_LOG = f"SELECT version, deal, seat, text, {LINE_AUTHOR}, at FROM"
SELECT_LINE = f"{_SELECT_FROM_LOG} line"
SELECT_LOG = f"{_SELECT_FROM_LOG} logged AS line WHERE game_id = ? ORDER BY version"
SELECT_SITTING = (
    "SELECT seat, user_id, robot, since, until, misses, away, kept_for, left_in, first_deal"
    " FROM sitting"
)
SELECT_DEAL = "SELECT deal, last_version, summary, carry, closed_at FROM deal WHERE game_id = ?"
SELECT_POSTINGS = (
    "SELECT deal, account, seat, against, amount, why, count, unit FROM posting"
    " WHERE game_id = ? ORDER BY deal, position"
)
_VOTES = (
    "SELECT user_id, kind, at, seat, heir FROM vote WHERE game_id = ? ORDER BY at, user_id, kind"
)
SCORE_COLUMNS: Final = "seat, user_id, robot, balance, place, part, mark, first_deal, last_deal"
SELECT_SCORES = f"SELECT {SCORE_COLUMNS} FROM result WHERE game_id = ? ORDER BY seat, part"  # noqa: S608
_SHARES = (
    "SELECT seat, user_id, robot, balance, place, part, mark, first_deal, last_deal,"
    " CASE WHEN user_id IS NULL THEN player END FROM share LEFT JOIN player"
    " ON player.game_id = share.game_id AND number = share.player"
    " WHERE share.game_id = ? ORDER BY seat, part"
)
SELECT_SHUFFLE = "SELECT deal, seed, words FROM shuffle WHERE game_id = ?1"
# One range of the primary key: the last closed deal tells where the open deal begins.
SELECT_OPEN_LINES = (
    f"{SELECT_LINE} WHERE game_id = ?1 AND version > coalesce("  # noqa: S608
    "(SELECT last_version FROM deal WHERE game_id = ?1 ORDER BY deal DESC LIMIT 1), -1)"
    " ORDER BY version"
)


async def load_stored_game(db: Database, game_id: int) -> StoredGame | None:
    """Load a game as ``GameQueries.load`` does, also in the middle of a transaction."""
    games = await db.fetch(f"{SELECT_GAME} WHERE game_id = ?", (game_id,))
    if not games:
        return None
    current = f"{SELECT_SITTING} WHERE game_id = ? AND until IS NULL ORDER BY seat"
    sittings = await db.fetch(current, (game_id,))
    deals = await db.fetch(f"{SELECT_DEAL} ORDER BY deal DESC LIMIT 1", (game_id,))
    last = ClosedDeal(*deals[0]) if deals else None
    shuffles = await db.fetch(f"{SELECT_SHUFFLE} ORDER BY deal DESC LIMIT 1", (game_id,))
    return StoredGame(
        game=game_from_row(games[0]),
        sittings=tuple(map(seat_holder_from_row, sittings)),
        votes=tuple(StoredVote(*row) for row in await db.fetch(_VOTES, (game_id,))),
        carry=last.carry if last else None,
        summary=last.summary if last else None,
        lines=tuple(map(_line_from_row, await db.fetch(SELECT_OPEN_LINES, (game_id,)))),
        shuffle=shuffle_from_row(shuffles[0]) if shuffles else None,
        shares=tuple(map(score_from_row, await db.fetch(_SHARES, (game_id,)))),
    )


async def load_log(db: Database, game_id: int) -> GameLog | None:
    stored = await load_stored_game(db, game_id)
    if stored is None:
        return None
    lines = await db.fetch(SELECT_LOG, (game_id,))
    return GameLog(
        game=stored.game,
        sittings=stored.sittings,
        lines=tuple(LogLine(*row) for row in lines),
        deals=tuple(
            ClosedDeal(*row) for row in await db.fetch(f"{SELECT_DEAL} ORDER BY deal", (game_id,))
        ),
        postings=tuple(map(posting_from_row, await db.fetch(SELECT_POSTINGS, (game_id,)))),
        scores=tuple(map(score_from_row, await db.fetch(SELECT_SCORES, (game_id,)))),
        shares=stored.shares,
    )


def game_from_row(row: Row) -> GameRow:
    """Convert a row of ``SELECT_GAME``. ValueError for an unknown status or clock."""
    game = GameRow(*row)
    status, clock = Status(game.status), Clock(game.clock)
    return game._replace(
        rules=_interned(game.rules),
        status=status,
        clock=clock,
        friendly=bool(game.friendly),
        clock_chosen=bool(game.clock_chosen),
    )


def posting_from_row(row: Row) -> DealPosting:
    """Convert a row with the columns of ``SELECT_POSTINGS``."""
    return DealPosting(row[0], StoredPosting(*row[1:]))


def score_from_row(row: Sequence[object]) -> SeatScore:
    """Convert a row with the columns of ``SCORE_COLUMNS``, and perhaps the number of an erased
    player.
    """
    score = SeatScore(*row)  # type: ignore[arg-type]
    return score if score.mark is None else replace(score, mark=Departure(score.mark))


def shuffle_from_row(row: Row) -> Shuffle:
    """Convert a row with the columns of ``SELECT_SHUFFLE``."""
    deal, seed, words = row
    return Shuffle(deal, bytes.fromhex(seed), words)


def seat_holder_from_row(row: Row) -> SeatHolder:
    """Convert a row with the columns of ``SELECT_SITTING``."""
    sitting = SeatHolder(*row)
    return replace(sitting, away=bool(sitting.away))


def _line_from_row(row: Row) -> LogLine:
    version, deal, seat, text, by, at = row
    return LogLine(version, deal, seat, _interned(text), _interned(by), at)


def _interned(text: str) -> str:
    """Intern the text, which many tables share; a damaged row may hold something else than text."""
    return intern(text) if type(text) is str else text
