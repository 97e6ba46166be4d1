"""The hottest write: from one room of a table to the next, with the line that led there.

Only what differs is written, in one transaction, and only if the stored table is still the one
the change was worked out from (design section 4).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import aiosqlite

from bot.store.errors import StaleVersion, WriteFault, WriteRefused
from bot.store.rows import Entry, Game, Posting, Room, Sitting
from bot.terms import ENDED

_STANDS = (
    "SELECT game_id, version, revision, wake, status FROM game"
    " WHERE game_id IN (SELECT value FROM json_each(?))"
)
_MOVED = "UPDATE game SET version = ?, deadline = ?, wake = ? WHERE game_id = ?"
_CHANGED = (
    "UPDATE game SET version = ?, deadline = ?, wake = ?, revision = ?, status = ?, host_id = ?,"
    " rules = ?, clock = ?, friendly = ?, started_at = ?, ended_at = ?, ends_at = ?"
    " WHERE game_id = ?"
)
_LINE = 'INSERT INTO line (game_id, version, deal, seat, text, "by", at) VALUES (?,?,?,?,?,?,?)'
_DEAL = (
    "INSERT INTO deal (game_id, deal, last_version, summary, carry, closed_at)"
    " VALUES (?, ?, ?, ?, ?, ?)"
)
_POSTING = (
    "INSERT INTO posting"
    " (game_id, deal, position, account, seat, against, amount, why, count, unit)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_RESULT = (
    "INSERT INTO result (game_id, seat, user_id, robot, balance, place,"
    " family, preset, season, with_robots, ended_at, guild_id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# A sitting that saw no line (everybody who leaves a lobby) is simply forgotten.
_FORGET = "DELETE FROM sitting WHERE game_id = ? AND seat = ? AND since = ?"
_RISE = "UPDATE sitting SET until = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
_MARK = "UPDATE sitting SET misses = ?, away = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
SIT = (
    "INSERT INTO sitting (game_id, seat, user_id, robot, since, misses, away)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
# A seed stays as it was drawn: a restart, or another writer, only adds words.
SHUFFLE = (
    "INSERT INTO shuffle (game_id, deal, seed, words) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (game_id, deal) DO UPDATE SET words = excluded.words"
)
_UNVOTE = "DELETE FROM vote WHERE game_id = ? AND user_id = ? AND kind = ?"
_VOTE = "INSERT INTO vote (game_id, user_id, kind, at) VALUES (?, ?, ?, ?)"

_Values = tuple[str | int | bytes | None, ...]
_Row = tuple[str, _Values]


class Save(NamedTuple):
    """The way from one room to the next, with its line and all that this closes."""

    before: Room
    after: Room
    entry: Entry | None


class _Stand(NamedTuple):
    """What tells one stored state of a game from another.

    Every change raises the version or the revision; a reminder only moves the wake.
    """

    version: int
    revision: int
    wake: int | None
    ended: bool


async def refusals_of(
    db: aiosqlite.Connection, saves: Sequence[Save]
) -> list[StaleVersion | WriteRefused | None]:
    """Per save why it does not fit, counting those that come before it, or None.

    Runs inside the writer's transaction and changes nothing.
    """
    if not saves:
        return []
    games = json.dumps([save.before.row.game_id for save in saves])
    stands = {
        game_id: _Stand(version, revision, wake, status in ENDED)
        for game_id, version, revision, wake, status in await db.execute_fetchall(_STANDS, (games,))
    }
    refusals: list[StaleVersion | WriteRefused | None] = []
    for save in saves:
        refusal = _refusal(save.before.row, stands.get(save.before.row.game_id))
        refusals.append(refusal)
        if refusal is None:
            row = save.after.row
            stands[row.game_id] = _Stand(row.version, row.revision, row.wake, row.status in ENDED)
    return refusals


def _refusal(before: Game, stand: _Stand | None) -> StaleVersion | WriteRefused | None:
    if stand is None:
        return WriteRefused(WriteFault.NO_SUCH_GAME)
    if before.version != stand.version:
        return StaleVersion(before.game_id, before.version, stand.version)
    if stand.ended:
        return WriteRefused(WriteFault.GAME_ENDED)
    is_same = (before.revision, before.wake) == (stand.revision, stand.wake)
    return None if is_same else WriteRefused(WriteFault.CHANGED)


async def write_all(db: aiosqlite.Connection, saves: Iterable[Save]) -> None:
    """Write saves that fit, table by table.  Errors of SQLite are left to the writer."""
    rows: dict[str, list[_Values]] = {sql: [] for sql in _ORDER}
    games: set[int] = set()
    for save in saves:
        if save.after.row.game_id in games:  # a second change of a game comes after the first
            await _flush(db, rows)
            games.clear()
        games.add(save.after.row.game_id)
        for sql, values in _difference(save):
            rows[sql].append(values)
    await _flush(db, rows)


async def _flush(db: aiosqlite.Connection, rows: dict[str, list[_Values]]) -> None:
    """One hop for all rows of a statement."""
    for sql, many in rows.items():
        if many:
            await db.executemany(sql, many)
            many.clear()


# Who gets up does so before others sit down; a deal is there before its postings.
_ORDER = (
    *(_LINE, _MOVED, _CHANGED, _DEAL, _POSTING, _RESULT),
    *(_FORGET, _RISE, _MARK, SIT, _UNVOTE, _VOTE, SHUFFLE),
)


def _difference(save: Save) -> Iterator[_Row]:
    """Everything that is to be written, as statements with their values."""
    before, after = save.before, save.after
    if save.entry is not None:
        yield from _entry_rows(save.entry, after.row)
    yield from _game_rows(before.row, after.row)
    if before.sittings != after.sittings:
        yield from _sitting_rows(before, after)
    game_id = after.row.game_id
    if (shuffle := after.shuffle) is not None and shuffle != before.shuffle:
        yield SHUFFLE, (game_id, shuffle.deal, shuffle.seed, shuffle.words)
    for vote in set(before.votes).difference(after.votes):
        yield _UNVOTE, (game_id, vote.user_id, vote.kind)
    for vote in set(after.votes).difference(before.votes):
        yield _VOTE, (game_id, vote.user_id, vote.kind, vote.at)


def _game_rows(before: Game, after: Game) -> Iterator[_Row]:
    moved = (after.version, after.deadline, after.wake)
    agreed = _agreed(after)
    if agreed != _agreed(before):
        yield _CHANGED, (*moved, *agreed, after.game_id)
    elif moved != (before.version, before.deadline, before.wake):
        yield _MOVED, (*moved, after.game_id)


def _agreed(row: Game) -> _Values:
    """What a move leaves alone, unless it is the last one."""
    times = (row.started_at, row.ended_at, row.ends_at)
    return (row.revision, row.status, row.host_id, row.rules, row.clock, row.friendly, *times)


def _entry_rows(entry: Entry, row: Game) -> Iterator[_Row]:
    game_id, line = row.game_id, entry.line
    yield _LINE, (game_id, line.version, line.deal, line.seat, line.text, line.by, line.at)
    if (closed := entry.closing) is not None:
        kept = (closed.summary, closed.carry, line.at)
        yield _DEAL, (game_id, line.deal, line.version, *kept)
        yield from _postings(game_id, line.deal, 0, closed.postings)
    if (added := entry.addition) is not None:
        yield from _postings(game_id, added.deal, added.first, added.postings)
    if (final := entry.final) is not None:
        tags = (final.family, final.preset, final.season, final.with_robots, line.at, row.guild_id)
        for s in final.scores:
            yield _RESULT, (game_id, s.seat, s.user_id, s.robot, s.balance, s.place, *tags)


def _postings(game_id: int, deal: int, first: int, postings: Iterable[Posting]) -> Iterator[_Row]:
    for n, p in enumerate(postings, start=first):
        said = (p.account, p.seat, p.against, p.amount, p.why, p.count, p.unit)
        yield _POSTING, (game_id, deal, n, *said)


def _sitting_rows(before: Room, after: Room) -> Iterator[_Row]:
    """A seat changes hands at the version before the change: the log says whose act was whose."""
    game_id, version = after.row.game_id, before.row.version
    sat = {sitting.seat: sitting for sitting in before.sittings}
    for sitting in after.sittings:
        old = sat.pop(sitting.seat, None)
        if old is not None and _same(old, sitting):
            if old != sitting:
                yield _MARK, (sitting.misses, sitting.away, game_id, sitting.seat)
            continue
        if old is not None:
            yield _risen(game_id, old, version)
        yield SIT, sitting_values(game_id, sitting)
    for old in sat.values():
        yield _risen(game_id, old, version)


def _same(old: Sitting, new: Sitting) -> bool:
    return replace(old, misses=new.misses, away=new.away) == new


def _risen(game_id: int, old: Sitting, version: int) -> _Row:
    if old.since == version:
        return _FORGET, (game_id, old.seat, old.since)
    return _RISE, (version, game_id, old.seat)


def sitting_values(game_id: int, sitting: Sitting) -> _Values:
    """The values of ``SIT``."""
    held = (sitting.seat, sitting.user_id, sitting.robot, sitting.since)
    return (game_id, *held, sitting.misses, sitting.away)
