"""The hottest write: from one room of a table to the next, with the line that led there.

Only what differs is written, in one transaction, and only if the stored table is still the one
the change was worked out from (design section 4).  People are written as the game's number of them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.store import chain
from bot.store.closing import closed_by
from bot.store.database import Database
from bot.store.difference import IN_ORDER, Row, Values, difference, number_of
from bot.store.errors import StaleVersion, WriteFault, WriteRefused
from bot.store.people import PLAYER, numbers_for
from bot.store.rows import Entry, Game, Room
from bot.terms import ENDED

_STANDS = (
    "SELECT game_id, version, revision, wake, status,"
    " (SELECT link FROM line WHERE line.game_id = game.game_id ORDER BY version DESC LIMIT 1),"
    " (SELECT [people] FROM player WHERE player.game_id = game.game_id)"
    " FROM game WHERE game_id IN ([numbers ?]) ORDER BY game_id [locked]"
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
    rows: tuple[Row, ...]


async def steps_of(db: Database, saves: Sequence[Save]) -> list[Step | StaleVersion | WriteRefused]:
    """Per save what it writes, or why it does not fit, counting those that come before it.

    Runs inside the writer's transaction and changes nothing.
    """
    if not saves:
        return []
    games = json.dumps([save.before.row.game_id for save in saves])
    rows = await db.fetch(_STANDS, (games,))
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
    rows: list[Row] = [(PLAYER, (row.game_id, *person)) for person in fresh.items()]
    link = stand.link
    if save.entry is not None:
        link = link or chain.beginning(row.game_id, row.rules, row.created_at)
        link, written = _entry_rows(save.entry, save.after, numbers, link)
        rows += written
    rows += difference(save.before, save.after, numbers)
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


async def write_all(db: Database, steps: Iterable[Step]) -> None:
    """Write what fits, table by table.  Errors of SQLite are left to the writer."""
    rows: dict[str, list[Values]] = {sql: [] for sql in _ORDER}
    games: set[int] = set()
    for step in steps:
        if step.game_id in games:  # a second change of a game comes after the first
            await _flush(db, rows)
            games.clear()
        games.add(step.game_id)
        for sql, values in step.rows:
            rows[sql].append(values)
    await _flush(db, rows)


async def _flush(db: Database, rows: dict[str, list[Values]]) -> None:
    """One hop for all rows of a statement."""
    for sql, many in rows.items():
        if many:
            await db.many(sql, many)
            many.clear()


# The line with all that it closes, a deal before its postings; then what differs beside it.
_ORDER = (PLAYER, _LINE, _DEAL, _POSTING, _RESULT, *IN_ORDER)


def _entry_rows(
    entry: Entry, after: Room, numbers: Mapping[int, int], before: bytes
) -> tuple[bytes, list[Row]]:
    """The line's link, and the line with all that it closes."""
    game_id, line = after.row.game_id, entry.line
    by = str(numbers[int(line.by)]) if line.by.isdecimal() else line.by
    said = (line.version, line.deal, line.seat, line.text, by, line.at)
    people = sorted(after.sittings, key=lambda sitting: sitting.seat)
    held = [
        (s.seat, number_of(s.user_id, numbers), s.robot, s.since, number_of(s.kept_for, numbers))
        for s in people
    ]
    closed = closed_by(entry, after, numbers)
    link = chain.next_link(before, said, held, closed)
    rows: list[Row] = [(_LINE, (game_id, *said, link))]
    rows += [(_DEAL, (game_id, *row)) for row in closed.deals]
    rows += [(_POSTING, (game_id, *row)) for row in closed.postings]
    scores = entry.final.scores if entry.final else ()
    ranking = (after.row.friendly, len({score.seat for score in scores}) == 2)
    pairs = zip(scores, closed.results, strict=True)
    rows += [(_RESULT, (game_id, score.user_id, *row, *ranking)) for score, row in pairs]
    return link, rows
