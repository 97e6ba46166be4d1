"""Loads one game as records: to resume it, or with its whole log."""

from collections.abc import Sequence
from dataclasses import replace
from sys import intern
from typing import Final

from bot.store.database import Database, Row
from bot.store.people import BY
from bot.store.rows import (
    Deal,
    DealPosting,
    Game,
    GameLog,
    Line,
    Posting,
    Score,
    Shuffle,
    Sitting,
    StoredGame,
    Vote,
)
from bot.terms import Clock, Parting, Status

GAME = (
    "SELECT game_id, status, guild_id, channel_id, place_id, message_id, host_id, rules, clock,"
    " created_at, started_at, ended_at, deadline, version, painted, revision, painted_revision,"
    " wake, shows, friendly, ends_at, starts_at, clock_chosen FROM game"
)
_SAID = f"SELECT version, deal, seat, text, {BY}, at FROM"
LINE = f"{_SAID} line"
LOG = f"{_SAID} logged AS line WHERE game_id = ? ORDER BY version"
SITTING = (
    "SELECT seat, user_id, robot, since, until, misses, away, kept_for, left_in, first_deal"
    " FROM sitting"
)
DEAL = "SELECT deal, last_version, summary, carry, closed_at FROM deal WHERE game_id = ?"
POSTING = (
    "SELECT deal, account, seat, against, amount, why, count, unit FROM posting"
    " WHERE game_id = ? ORDER BY deal, position"
)
_VOTES = (
    "SELECT user_id, kind, at, seat, heir FROM vote WHERE game_id = ? ORDER BY at, user_id, kind"
)
SCORE: Final = "seat, user_id, robot, balance, place, part, mark, first_deal, last_deal"
SCORES = f"SELECT {SCORE} FROM result WHERE game_id = ? ORDER BY seat, part"  # noqa: S608
_SHARES = (
    "SELECT seat, user_id, robot, balance, place, part, mark, first_deal, last_deal,"
    " CASE WHEN user_id IS NULL THEN player END FROM share LEFT JOIN player"
    " ON player.game_id = share.game_id AND number = share.player"
    " WHERE share.game_id = ? ORDER BY seat, part"
)
SHUFFLE = "SELECT deal, seed, words FROM shuffle WHERE game_id = ?1"
# One range of the primary key: the last closed deal tells where the open deal begins.
OPEN_LINES = (
    f"{LINE} WHERE game_id = ?1 AND version > coalesce("  # noqa: S608
    "(SELECT last_version FROM deal WHERE game_id = ?1 ORDER BY deal DESC LIMIT 1), -1)"
    " ORDER BY version"
)


async def load_game(db: Database, game_id: int) -> StoredGame | None:
    """Load a game as ``Lists.load`` does, also in the middle of a transaction."""
    games = await db.fetch(f"{GAME} WHERE game_id = ?", (game_id,))
    if not games:
        return None
    current = f"{SITTING} WHERE game_id = ? AND until IS NULL ORDER BY seat"
    sittings = await db.fetch(current, (game_id,))
    deals = await db.fetch(f"{DEAL} ORDER BY deal DESC LIMIT 1", (game_id,))
    last = Deal(*deals[0]) if deals else None
    shuffles = await db.fetch(f"{SHUFFLE} ORDER BY deal DESC LIMIT 1", (game_id,))
    return StoredGame(
        game=game_of(games[0]),
        sittings=tuple(map(sitting_of, sittings)),
        votes=tuple(Vote(*row) for row in await db.fetch(_VOTES, (game_id,))),
        carry=last.carry if last else None,
        summary=last.summary if last else None,
        lines=tuple(map(_line, await db.fetch(OPEN_LINES, (game_id,)))),
        shuffle=shuffle_of(shuffles[0]) if shuffles else None,
        shares=tuple(map(score_of, await db.fetch(_SHARES, (game_id,)))),
    )


async def log_of(db: Database, game_id: int) -> GameLog | None:
    stored = await load_game(db, game_id)
    if stored is None:
        return None
    lines = await db.fetch(LOG, (game_id,))
    return GameLog(
        game=stored.game,
        sittings=stored.sittings,
        lines=tuple(Line(*row) for row in lines),
        deals=tuple(Deal(*row) for row in await db.fetch(f"{DEAL} ORDER BY deal", (game_id,))),
        postings=tuple(map(posting_of, await db.fetch(POSTING, (game_id,)))),
        scores=tuple(map(score_of, await db.fetch(SCORES, (game_id,)))),
        shares=stored.shares,
    )


def game_of(row: Row) -> Game:
    """Convert a row with the columns of ``GAME``. ValueError for an unknown status or clock."""
    game = Game(*row)
    status, clock = Status(game.status), Clock(game.clock)
    return game._replace(
        rules=_shared(game.rules),
        status=status,
        clock=clock,
        friendly=bool(game.friendly),
        clock_chosen=bool(game.clock_chosen),
    )


def posting_of(row: Row) -> DealPosting:
    """Convert a row with the columns of ``POSTING``."""
    return DealPosting(row[0], Posting(*row[1:]))


def score_of(row: Sequence[object]) -> Score:
    """Convert a row with the columns of ``SCORE``, and perhaps the number of an erased player."""
    score = Score(*row)  # type: ignore[arg-type]
    return score if score.mark is None else replace(score, mark=Parting(score.mark))


def shuffle_of(row: Row) -> Shuffle:
    """Convert a row with the columns of ``SHUFFLE``."""
    deal, seed, words = row
    return Shuffle(deal, bytes.fromhex(seed), words)


def sitting_of(row: Row) -> Sitting:
    """Convert a row with the columns of ``SITTING``."""
    sitting = Sitting(*row)
    return replace(sitting, away=bool(sitting.away))


def _line(row: Row) -> Line:
    version, deal, seat, text, by, at = row
    return Line(version, deal, seat, _shared(text), _shared(by), at)


def _shared(text: str) -> str:
    """Intern the text, which many tables share; a damaged row may hold something else than text."""
    return intern(text) if type(text) is str else text
