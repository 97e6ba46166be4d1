"""The hottest write: lines of the log, with the deals and games they close (design section 4)."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import aiosqlite

from bot.store.errors import Refusal, StaleVersion, WriteRefused
from bot.store.rows import Closing, Final, Line
from bot.terms import ENDED

_LINE = 'INSERT INTO line (game_id, version, deal, seat, text, "by", at) VALUES (?,?,?,?,?,?,?)'
_GAME = "UPDATE game SET version = version + 1, deadline = ?, wake = ? WHERE game_id = ?"
_DEAL = (
    "INSERT INTO deal (game_id, deal, last_version, summary, carry, closed_at)"
    " VALUES (?, ?, ?, ?, ?, ?)"
)
_POSTING = (
    "INSERT INTO posting"
    " (game_id, deal, position, account, seat, against, amount, why, count, unit)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_END = "UPDATE game SET status = ?, ended_at = ?, deadline = NULL, wake = NULL WHERE game_id = ?"
_RESULT = (
    "INSERT INTO result (game_id, seat, user_id, robot, balance, place,"
    " family, preset, season, with_robots, ended_at, guild_id)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
    " (SELECT guild_id FROM game WHERE game_id = ?1))"
)
_STANDS = (
    "SELECT game_id, version, status FROM game WHERE game_id IN (SELECT value FROM json_each(?))"
)

_Values = tuple[str | int | None, ...]


@dataclass(frozen=True, slots=True)
class Append:
    """A line with all that must be kept in the same transaction."""

    game_id: int
    line: Line
    deadline: int | None
    wake: int | None
    closing: Closing | None
    final: Final | None


async def append_all(
    db: aiosqlite.Connection, entries: Sequence[Append]
) -> list[StaleVersion | WriteRefused | None]:
    """Write all that fit, table by table; per entry its refusal, or None when written.

    Runs inside the writer's transaction. Errors of SQLite are left to the writer.
    """
    if not entries:
        return []
    refusals = await _refusals(db, entries)
    fitting = [entry for entry, refused in zip(entries, refusals, strict=True) if refused is None]
    await _many(db, _LINE, map(_line_values, fitting))
    await _many(db, _GAME, ((entry.deadline, entry.wake, entry.game_id) for entry in fitting))
    await _many(db, _DEAL, (row for entry in fitting for row in _deal_values(entry)))
    await _many(db, _POSTING, (row for entry in fitting for row in _posting_values(entry)))
    await _many(db, _END, (row for entry in fitting for row in _end_values(entry)))
    await _many(db, _RESULT, (row for entry in fitting for row in _result_values(entry)))
    return refusals


async def _refusals(
    db: aiosqlite.Connection, entries: Sequence[Append]
) -> list[StaleVersion | WriteRefused | None]:
    """Which entries do not fit, counting those that come before them in this batch."""
    games = json.dumps([entry.game_id for entry in entries])
    stands: dict[int, tuple[int, bool]] = {
        game_id: (version, status in ENDED)
        for game_id, version, status in await db.execute_fetchall(_STANDS, (games,))
    }
    refusals: list[StaleVersion | WriteRefused | None] = []
    for entry in entries:
        refusal = _refusal(entry, stands.get(entry.game_id))
        refusals.append(refusal)
        if refusal is None:
            stands[entry.game_id] = (entry.line.version + 1, entry.final is not None)
    return refusals


def _refusal(entry: Append, stand: tuple[int, bool] | None) -> StaleVersion | WriteRefused | None:
    if stand is None:
        return WriteRefused(Refusal.NO_SUCH_GAME)
    version, ended = stand
    if entry.line.version != version:
        return StaleVersion(entry.game_id, entry.line.version, version)
    return WriteRefused(Refusal.GAME_ENDED) if ended else None


async def _many(db: aiosqlite.Connection, sql: str, rows: Iterable[_Values]) -> None:
    """One hop for all rows of a table, none when there are no rows."""
    values = list(rows)
    if values:
        await db.executemany(sql, values)


def _line_values(entry: Append) -> _Values:
    line = entry.line
    return (entry.game_id, line.version, line.deal, line.seat, line.text, line.by, line.at)


def _deal_values(entry: Append) -> list[_Values]:
    line, closing = entry.line, entry.closing
    if closing is None:
        return []
    kept = (closing.summary, closing.carry, line.at)
    return [(entry.game_id, line.deal, line.version, *kept)]


def _posting_values(entry: Append) -> list[_Values]:
    postings = () if entry.closing is None else entry.closing.postings
    key = (entry.game_id, entry.line.deal)
    return [
        (*key, n, p.account, p.seat, p.against, p.amount, p.why, p.count, p.unit)
        for n, p in enumerate(postings)
    ]


def _end_values(entry: Append) -> list[_Values]:
    if entry.final is None:
        return []
    return [(entry.final.status, entry.line.at, entry.game_id)]


def _result_values(entry: Append) -> list[_Values]:
    final = entry.final
    if final is None:
        return []
    shared = (final.family, final.preset, final.season, final.with_robots, entry.line.at)
    return [
        (entry.game_id, s.seat, s.user_id, s.robot, s.balance, s.place, *shared)
        for s in final.scores
    ]
