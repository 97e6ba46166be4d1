"""The hot path: saves the change between two table snapshots with its log entry.

Only the difference is written, in one transaction, and only if the stored table is still the one
the change was computed from (design section 4). People are written as their player numbers.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.store import chain
from bot.store.closing import closed_by
from bot.store.database import Row as Found
from bot.store.database import Work
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
# Bookkeeping of the bot, also for ended games.
PLACE: Final = "UPDATE game SET place_id = ?, message_id = ?, shows = ? WHERE game_id = ?"
PAINTED: Final = "UPDATE game SET painted = ?, painted_revision = ? WHERE game_id = ?"


class Save(NamedTuple):
    """The change from one table snapshot to the next, with its log entry.

    An entry of None changes the table without a line.
    """

    before: Room
    after: Room
    entry: Entry | None

    @property
    def game_id(self) -> int:
        return self.after.row.game_id


class Note(NamedTuple):
    """An update of ``PLACE`` or ``PAINTED`` for a game, with all values but its id."""

    game_id: int
    sql: str
    values: Values


class _Stand(NamedTuple):
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


class Step(NamedTuple):
    """An accepted save: all its rows, as statements with their values."""

    game_id: int
    rows: tuple[Row, ...]


def question_of(changes: Sequence[Save | Note]) -> tuple[str, Values]:
    """Return the query for the stored versions that ``steps_of`` needs, in the same transaction."""
    if not changes:
        return "", ()
    return _STANDS, (json.dumps([change.game_id for change in changes]),)


def steps_of(
    changes: Sequence[Save | Note], found: Iterable[Found]
) -> list[Step | StaleVersion | WriteRefused]:
    """Return per change its statements or its refusal, taking earlier changes into account.

    ``found`` are the rows of ``question_of``.
    """
    stands = {row[0]: _stand(*row[1:]) for row in found}
    steps: list[Step | StaleVersion | WriteRefused] = []
    for change in changes:
        stand = stands.get(change.game_id)
        if stand is None:
            steps.append(WriteRefused(WriteFault.NO_SUCH_GAME))
        elif isinstance(change, Note):
            steps.append(Step(change.game_id, ((change.sql, (*change.values, change.game_id)),)))
        elif (refusal := _refusal(change.before.row, stand)) is not None:
            steps.append(refusal)
        else:
            step, stands[change.game_id] = _step(change, stand)
            steps.append(step)
    return steps


def _stand(
    version: int, revision: int, wake: int | None, status: str, link: bytes | None, numbers: str
) -> _Stand:
    known = {int(user): number for user, number in json.loads(numbers).items()}
    return _Stand(version, revision, wake, status in ENDED, link, known)


def _step(save: Save, stand: _Stand) -> tuple[Step, _Stand]:
    """Return the statements of a save, and the stored version after it."""
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


def _refusal(before: Game, stand: _Stand) -> StaleVersion | WriteRefused | None:
    if before.version != stand.version:
        return StaleVersion(before.game_id, before.version, stand.version)
    if stand.ended:
        return WriteRefused(WriteFault.GAME_ENDED)
    is_same = (before.revision, before.wake) == (stand.revision, stand.wake)
    return None if is_same else WriteRefused(WriteFault.CHANGED)


def work_of(steps: Iterable[Step]) -> list[Work]:
    """Group the rows of accepted saves by statement, so that each runs once for all its rows."""
    work: list[Work] = []
    rows: dict[str, list[Values]] = {}
    games: set[int] = set()
    for step in steps:
        if step.game_id in games:  # a second change of a game has to follow the first
            work += _in_order(rows)
            rows, games = {}, set()
        games.add(step.game_id)
        for sql, values in step.rows:
            rows.setdefault(sql, []).append(values)
    return work + _in_order(rows)


def _in_order(rows: Mapping[str, list[Values]]) -> list[Work]:
    return [(sql, rows[sql]) for sql in _ORDER if sql in rows]


# The line with all that it closes, a deal before its postings; then the other differences.
_ORDER = (PLAYER, _LINE, _DEAL, _POSTING, _RESULT, *IN_ORDER, PLACE, PAINTED)


def _entry_rows(
    entry: Entry, after: Room, numbers: Mapping[int, int], before: bytes
) -> tuple[bytes, list[Row]]:
    """Return the line's link, and the rows of the line and of everything it closes."""
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
