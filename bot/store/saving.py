"""The hottest write: from one room of a table to the next, with the line that led there.

Only what differs is written, in one transaction, and only if the stored table is still the one
the change was worked out from (design section 4).  People are written as the game's number of them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import aiosqlite

from bot.store import chain
from bot.store.closing import closed_by
from bot.store.errors import StaleVersion, WriteFault, WriteRefused
from bot.store.people import PLAYER, numbers_for
from bot.store.rows import Entry, Game, Room, Score, Sitting
from bot.terms import ENDED

_STANDS = (
    "SELECT game_id, version, revision, wake, status,"
    " (SELECT link FROM line WHERE line.game_id = game.game_id ORDER BY version DESC LIMIT 1),"
    " (SELECT json_group_object(user_id, number) FROM player WHERE player.game_id = game.game_id)"
    " FROM game WHERE game_id IN (SELECT value FROM json_each(?))"
)
_MOVED = "UPDATE game SET version = ?, deadline = ?, wake = ? WHERE game_id = ?"
_CHANGED = (
    "UPDATE game SET version = ?, deadline = ?, wake = ?, revision = ?, status = ?, host_id = ?,"
    " rules = ?, clock = ?, clock_chosen = ?, friendly = ?, started_at = ?, ended_at = ?,"
    " ends_at = ?, starts_at = ? WHERE game_id = ?"
)
_LINE = (
    'INSERT INTO line (game_id, version, deal, seat, text, "by", at, link)'
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_DEAL = (
    "INSERT INTO deal (game_id, deal, last_version, summary, carry, closed_at)"
    " VALUES (?, ?, ?, ?, ?, ?)"
)
_POSTING = (
    "INSERT INTO posting"
    " (game_id, deal, position, account, seat, against, amount, why, count, unit, version)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_RESULT = (
    "INSERT INTO result (game_id, user_id, seat, player, robot, balance, place, guild_id,"
    " family, preset, season, with_robots, ended_at, part, mark, first_deal, last_deal,"
    " friendly, of_two)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, 0), ?, ?, ?, ?, ?)"
)
# A sitting that saw no line (everybody who leaves a lobby) is simply forgotten.
_FORGET = "DELETE FROM sitting WHERE game_id = ? AND seat = ? AND since = ?"
_RISE = "UPDATE sitting SET until = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
_MARK = "UPDATE sitting SET misses = ?, away = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
SIT = (
    "INSERT INTO sitting (game_id, seat, user_id, player, robot, since, misses, away,"
    " kept_for, owner, left_in, first_deal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# A seed stays as it was drawn: a restart, or another writer, only adds words.
SHUFFLE = (
    "INSERT INTO shuffle (game_id, deal, seed, words) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (game_id, deal) DO UPDATE SET words = excluded.words"
)
_UNVOTE = "DELETE FROM vote WHERE game_id = ? AND user_id = ? AND kind = ?"
_VOTE = "INSERT INTO vote (game_id, user_id, kind, at, seat, heir) VALUES (?, ?, ?, ?, ?, ?)"
_SHARE = (
    "INSERT INTO share (game_id, seat, part, player, robot, balance, place, mark, first_deal,"
    " last_deal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UNSHARE = "DELETE FROM share WHERE game_id = ? AND seat = ? AND part = ?"

_Values = tuple[str | int | bytes | None, ...]
_Row = tuple[str, _Values]


class Save(NamedTuple):
    """The way from one room to the next, with its line and all that this closes."""

    before: Room
    after: Room
    entry: Entry | None


class _Stand(NamedTuple):
    """What tells one stored state of a game from another, and what its next line follows.

    Every change raises the version or the revision; a reminder only moves the wake.  ``link`` is
    that of the last line, ``numbers`` are those of the people of this game.
    """

    version: int
    revision: int
    wake: int | None
    ended: bool
    link: bytes | None
    numbers: Mapping[int, int]


class Step(NamedTuple):
    """A save that fits: all that is to be written, as statements with their values."""

    game_id: int
    rows: tuple[_Row, ...]


async def steps_of(
    db: aiosqlite.Connection, saves: Sequence[Save]
) -> list[Step | StaleVersion | WriteRefused]:
    """Per save what it writes, or why it does not fit, counting those that come before it.

    Runs inside the writer's transaction and changes nothing.
    """
    if not saves:
        return []
    games = json.dumps([save.before.row.game_id for save in saves])
    rows = await db.execute_fetchall(_STANDS, (games,))
    stands = {row[0]: _stand(*row[1:]) for row in rows}
    steps: list[Step | StaleVersion | WriteRefused] = []
    for save in saves:
        row = save.after.row
        stand = stands.get(row.game_id)
        refusal = _refusal(save.before.row, stand)
        if refusal is not None or stand is None:
            steps.append(refusal or WriteRefused(WriteFault.NO_SUCH_GAME))
            continue
        step, stands[row.game_id] = _step(save, stand)
        steps.append(step)
    return steps


def _stand(
    version: int, revision: int, wake: int | None, status: str, link: bytes | None, numbers: str
) -> _Stand:
    known = {int(user): number for user, number in json.loads(numbers).items()}
    return _Stand(version, revision, wake, status in ENDED, link, known)


def _step(save: Save, stand: _Stand) -> tuple[Step, _Stand]:
    """What is written, and how the game stands after it."""
    row = save.after.row
    fresh = numbers_for(_users(save), stand.numbers)
    numbers = {**stand.numbers, **fresh}
    rows: list[_Row] = [(PLAYER, (row.game_id, *person)) for person in fresh.items()]
    link = stand.link
    if save.entry is not None:
        link = link or chain.beginning(row.game_id, row.rules, row.created_at)
        link, written = _entry_rows(save.entry, save.after, numbers, link)
        rows += written
    rows += _difference(save, numbers)
    after = _Stand(row.version, row.revision, row.wake, row.status in ENDED, link, numbers)
    return Step(row.game_id, tuple(rows)), after


def _users(save: Save) -> Iterator[int | None]:
    """Everybody whom the save may write down."""
    for sitting in save.after.sittings:
        yield from (sitting.user_id, sitting.kept_for)
    yield from (share.user_id for share in save.after.shares)
    if save.entry is None:
        return
    if save.entry.line.by.isdecimal():
        yield int(save.entry.line.by)
    if save.entry.final is not None:
        yield from (score.user_id for score in save.entry.final.scores)


def _refusal(before: Game, stand: _Stand | None) -> StaleVersion | WriteRefused | None:
    if stand is None:
        return WriteRefused(WriteFault.NO_SUCH_GAME)
    if before.version != stand.version:
        return StaleVersion(before.game_id, before.version, stand.version)
    if stand.ended:
        return WriteRefused(WriteFault.GAME_ENDED)
    is_same = (before.revision, before.wake) == (stand.revision, stand.wake)
    return None if is_same else WriteRefused(WriteFault.CHANGED)


async def write_all(db: aiosqlite.Connection, steps: Iterable[Step]) -> None:
    """Write what fits, table by table.  Errors of SQLite are left to the writer."""
    rows: dict[str, list[_Values]] = {sql: [] for sql in _ORDER}
    games: set[int] = set()
    for step in steps:
        if step.game_id in games:  # a second change of a game comes after the first
            await _flush(db, rows)
            games.clear()
        games.add(step.game_id)
        for sql, values in step.rows:
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
    *(PLAYER, _LINE, _MOVED, _CHANGED, _DEAL, _POSTING, _RESULT),
    *(_FORGET, _RISE, _MARK, SIT, _UNVOTE, _VOTE, SHUFFLE, _UNSHARE, _SHARE),
)


def _difference(save: Save, numbers: Mapping[int, int]) -> Iterator[_Row]:
    """What is to be written beside the line."""
    before, after = save.before, save.after
    yield from _game_rows(before.row, after.row)
    if before.sittings != after.sittings:
        yield from _sitting_rows(before, after, numbers)
    game_id = after.row.game_id
    if (shuffle := after.shuffle) is not None and shuffle != before.shuffle:
        yield SHUFFLE, (game_id, shuffle.deal, shuffle.seed.hex(), shuffle.words)
    for vote in set(before.votes).difference(after.votes):
        yield _UNVOTE, (game_id, vote.user_id, vote.kind)
    for vote in set(after.votes).difference(before.votes):
        yield _VOTE, (game_id, vote.user_id, vote.kind, vote.at, vote.seat, vote.heir)
    for share in set(before.shares).difference(after.shares):
        yield _UNSHARE, (game_id, share.seat, share.part)
    for share in set(after.shares).difference(before.shares):
        yield _SHARE, (game_id, *_share_values(share, numbers))


def _share_values(share: Score, numbers: Mapping[int, int]) -> _Values:
    player = share.player if share.user_id is None else numbers[share.user_id]
    made = (share.balance, share.place, share.mark, share.first_deal, share.last_deal)
    return (share.seat, share.part, player, share.robot, *made)


def _game_rows(before: Game, after: Game) -> Iterator[_Row]:
    moved = (after.version, after.deadline, after.wake)
    agreed = _agreed(after)
    if agreed != _agreed(before):
        yield _CHANGED, (*moved, *agreed, after.game_id)
    elif moved != (before.version, before.deadline, before.wake):
        yield _MOVED, (*moved, after.game_id)


def _agreed(row: Game) -> _Values:
    """What a move leaves alone, unless it is the last one."""
    times = (row.started_at, row.ended_at, row.ends_at, row.starts_at)
    clock = (row.clock, row.clock_chosen)
    return (row.revision, row.status, row.host_id, row.rules, *clock, row.friendly, *times)


def _entry_rows(
    entry: Entry, after: Room, numbers: Mapping[int, int], before: bytes
) -> tuple[bytes, list[_Row]]:
    """The line's link, and the line with all that it closes."""
    game_id, line = after.row.game_id, entry.line
    by = str(numbers[int(line.by)]) if line.by.isdecimal() else line.by
    said = (line.version, line.deal, line.seat, line.text, by, line.at)
    people = sorted(after.sittings, key=lambda sitting: sitting.seat)
    held = [
        (s.seat, _number(s.user_id, numbers), s.robot, s.since, _number(s.kept_for, numbers))
        for s in people
    ]
    closed = closed_by(entry, after, numbers)
    link = chain.next_link(before, said, held, closed)
    rows: list[_Row] = [(_LINE, (game_id, *said, link))]
    rows += [(_DEAL, (game_id, *row)) for row in closed.deals]
    rows += [(_POSTING, (game_id, *row)) for row in closed.postings]
    scores = entry.final.scores if entry.final else ()
    ranking = (after.row.friendly, len({score.seat for score in scores}) == 2)
    pairs = zip(scores, closed.results, strict=True)
    rows += [(_RESULT, (game_id, score.user_id, *row, *ranking)) for score, row in pairs]
    return link, rows


def _number(user_id: int | None, numbers: Mapping[int, int]) -> int | None:
    return None if user_id is None else numbers[user_id]


def _sitting_rows(before: Room, after: Room, numbers: Mapping[int, int]) -> Iterator[_Row]:
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
        yield SIT, sitting_values(game_id, sitting, numbers)
    for old in sat.values():
        yield _risen(game_id, old, version)


def _same(old: Sitting, new: Sitting) -> bool:
    return replace(old, misses=new.misses, away=new.away) == new


def _risen(game_id: int, old: Sitting, version: int) -> _Row:
    if old.since == version:
        return _FORGET, (game_id, old.seat, old.since)
    return _RISE, (version, game_id, old.seat)


def sitting_values(game_id: int, sitting: Sitting, numbers: Mapping[int, int]) -> _Values:
    """The values of ``SIT``."""
    who = (sitting.user_id, _number(sitting.user_id, numbers), sitting.robot)
    kept = (sitting.kept_for, _number(sitting.kept_for, numbers), sitting.left_in)
    state = (sitting.since, sitting.misses, sitting.away)
    return (game_id, sitting.seat, *who, *state, *kept, sitting.first_deal)
