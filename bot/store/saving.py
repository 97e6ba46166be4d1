"""The hot path: saves the change between two table snapshots with its log entry.

Only the difference is written, in one transaction, and only if the stored table is still the one
the change was computed from (design section 4). People are written as their player numbers.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.store import chain
from bot.store.closing import rows_closed_by
from bot.store.database import Row as Found
from bot.store.database import StatementBatch
from bot.store.difference import (
    CHANGE_ORDER,
    Statement,
    StatementValues,
    changed_rows,
    player_number_of,
)
from bot.store.errors import StaleVersion, WriteFault, WriteRefused
from bot.store.people import INSERT_PLAYER, assign_numbers
from bot.store.rows import GameRow, LogEntry, TableSnapshot
from bot.terms import ENDED_STATUSES

_STORED_VERSIONS = (
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
# Bookkeeping of the bot, also for ended games.
UPDATE_PLACE: Final = "UPDATE game SET place_id = ?, message_id = ?, shows = ? WHERE game_id = ?"
UPDATE_PAINTED: Final = "UPDATE game SET painted = ?, painted_revision = ? WHERE game_id = ?"


class TableChange(NamedTuple):
    """The change from one table snapshot to the next, with its log entry.

    An entry of None changes the table without a line.
    """

    before: TableSnapshot
    after: TableSnapshot
    entry: LogEntry | None

    @property
    def game_id(self) -> int:
        return self.after.row.game_id


class BookkeepingUpdate(NamedTuple):
    """An ``UPDATE_PLACE`` or ``UPDATE_PAINTED`` of a game, with all values but its id."""

    game_id: int
    sql: str
    values: StatementValues


class _StoredVersion(NamedTuple):
    """The stored version of a game, and what its next line continues from.

    Every change raises the version or the revision; a reminder changes only ``wake``. ``link``
    belongs to the last line, ``numbers`` are the player numbers of this game.
    """

    version: int
    revision: int
    wake: int | None
    ended: bool
    link: bytes | None
    numbers: Mapping[int, int]


class ChangeStatements(NamedTuple):
    """An accepted save: all its rows, as statements with their values."""

    game_id: int
    rows: tuple[Statement, ...]


def stored_versions_query(
    changes: Sequence[TableChange | BookkeepingUpdate],
) -> tuple[str, StatementValues]:
    """Return the query for the stored versions that ``plan_changes`` needs, in the same
    transaction.
    """
    if not changes:
        return "", ()
    return _STORED_VERSIONS, (json.dumps([change.game_id for change in changes]),)


def plan_changes(
    changes: Sequence[TableChange | BookkeepingUpdate], found: Iterable[Found]
) -> list[ChangeStatements | StaleVersion | WriteRefused]:
    """Return per change its statements or its refusal, taking earlier changes into account.

    ``found`` are the rows of ``stored_versions_query``.
    """
    stands = {row[0]: _stored_version(*row[1:]) for row in found}
    steps: list[ChangeStatements | StaleVersion | WriteRefused] = []
    for change in changes:
        stand = stands.get(change.game_id)
        if stand is None:
            steps.append(WriteRefused(WriteFault.NO_SUCH_GAME))
        elif isinstance(change, BookkeepingUpdate):
            steps.append(
                ChangeStatements(change.game_id, ((change.sql, (*change.values, change.game_id)),))
            )
        elif (refusal := _refusal(change.before.row, stand)) is not None:
            steps.append(refusal)
        else:
            step, stands[change.game_id] = _statements_of(change, stand)
            steps.append(step)
    return steps


def _stored_version(
    version: int, revision: int, wake: int | None, status: str, link: bytes | None, numbers: str
) -> _StoredVersion:
    known = {int(user): number for user, number in json.loads(numbers).items()}
    return _StoredVersion(version, revision, wake, status in ENDED_STATUSES, link, known)


def _statements_of(
    save: TableChange, stand: _StoredVersion
) -> tuple[ChangeStatements, _StoredVersion]:
    """Return the statements of a save, and the stored version after it."""
    row = save.after.row
    fresh = assign_numbers(_users(save), stand.numbers)
    numbers = {**stand.numbers, **fresh}
    rows: list[Statement] = [(INSERT_PLAYER, (row.game_id, *person)) for person in fresh.items()]
    link = stand.link
    if save.entry is not None:
        link = link or chain.initial_link(row.game_id, row.rules, row.created_at)
        link, written = _entry_rows(save.entry, save.after, numbers, link)
        rows += written
    rows += changed_rows(save.before, save.after, numbers)
    after = _StoredVersion(
        row.version, row.revision, row.wake, row.status in ENDED_STATUSES, link, numbers
    )
    return ChangeStatements(row.game_id, tuple(rows)), after


def _users(save: TableChange) -> Iterator[int | None]:
    """Yield every user whom the save may refer to."""
    for sitting in save.after.sittings:
        yield from (sitting.user_id, sitting.kept_for)
    yield from (share.user_id for share in save.after.shares)
    if save.entry is None:
        return
    if save.entry.line.by.isdecimal():
        yield int(save.entry.line.by)
    if save.entry.final is not None:
        yield from (score.user_id for score in save.entry.final.scores)


def _refusal(before: GameRow, stand: _StoredVersion) -> StaleVersion | WriteRefused | None:
    if before.version != stand.version:
        return StaleVersion(before.game_id, before.version, stand.version)
    if stand.ended:
        return WriteRefused(WriteFault.GAME_ENDED)
    is_same = (before.revision, before.wake) == (stand.revision, stand.wake)
    return None if is_same else WriteRefused(WriteFault.CHANGED)


def group_statements(steps: Iterable[ChangeStatements]) -> list[StatementBatch]:
    """Group the rows of accepted saves by statement, so that each runs once for all its rows."""
    work: list[StatementBatch] = []
    rows: dict[str, list[StatementValues]] = {}
    games: set[int] = set()
    for step in steps:
        if step.game_id in games:  # a second change of a game has to follow the first
            work += _sorted_batches(rows)
            rows, games = {}, set()
        games.add(step.game_id)
        for sql, values in step.rows:
            rows.setdefault(sql, []).append(values)
    return work + _sorted_batches(rows)


def _sorted_batches(rows: Mapping[str, list[StatementValues]]) -> list[StatementBatch]:
    return [(sql, rows[sql]) for sql in _ORDER if sql in rows]


# The line with all that it closes, a deal before its postings; then the other differences.
_ORDER = (
    INSERT_PLAYER,
    _LINE,
    _DEAL,
    _POSTING,
    _RESULT,
    *CHANGE_ORDER,
    UPDATE_PLACE,
    UPDATE_PAINTED,
)


def _entry_rows(
    entry: LogEntry, after: TableSnapshot, numbers: Mapping[int, int], before: bytes
) -> tuple[bytes, list[Statement]]:
    """Return the line's link, and the rows of the line and of everything it closes."""
    game_id, line = after.row.game_id, entry.line
    by = str(numbers[int(line.by)]) if line.by.isdecimal() else line.by
    said = (line.version, line.deal, line.seat, line.text, by, line.at)
    people = sorted(after.sittings, key=lambda sitting: sitting.seat)
    held = [
        (
            s.seat,
            player_number_of(s.user_id, numbers),
            s.robot,
            s.since,
            player_number_of(s.kept_for, numbers),
        )
        for s in people
    ]
    closed = rows_closed_by(entry, after, numbers)
    link = chain.next_link(before, said, held, closed)
    rows: list[Statement] = [(_LINE, (game_id, *said, link))]
    rows += [(_DEAL, (game_id, *row)) for row in closed.deals]
    rows += [(_POSTING, (game_id, *row)) for row in closed.postings]
    scores = entry.final.scores if entry.final else ()
    ranking = (after.row.friendly, len({score.seat for score in scores}) == 2)
    pairs = zip(scores, closed.results, strict=True)
    rows += [(_RESULT, (game_id, score.user_id, *row, *ranking)) for score, row in pairs]
    return link, rows
