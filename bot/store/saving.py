"""The hot path: saves the change between two table snapshots with its log entry.

Only the difference is written, in one transaction, and only if the stored table is still the one
the change was computed from (design section 4). People are written as their player numbers.
"""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.model.enums import ENDED_STATUSES
from bot.model.values import replace
from bot.store.database import Row, StatementBatch
from bot.store.errors import StaleVersion, WriteFault, WriteRefused
from bot.store.integrity import hash_chain
from bot.store.integrity.hash_chain import ClosedRows
from bot.store.records import (
    GameRow,
    KibitzNote,
    LogEntry,
    SeatHolder,
    SeatScore,
    TableSnapshot,
    WrittenRuling,
)

# Player numbers: a random number per person and game, which reveals nothing elsewhere.
#
# Log, seats and scores keep the number forever; only the table ``player`` maps it to a user.

INSERT_PLAYER: Final = "INSERT INTO player (game_id, user_id, number) VALUES (?, ?, ?)"
# "by" of a line in the records: the user id while it is known, else the player number
LINE_AUTHOR: Final = (
    "coalesce((SELECT CAST(user_id AS TEXT) FROM player"
    ' WHERE player.game_id = line.game_id AND number = CASE WHEN "by" IN'
    " ('table', 'robot', 'clock') THEN 0 ELSE CAST(\"by\" AS BIGINT) END), \"by\")"
)
_MOST: Final = 10**12


def assign_numbers(users: Iterable[int | None], known: Mapping[int, int]) -> dict[int, int]:
    """Return a new number for each user who has none in this game yet."""
    taken = set(known.values())
    fresh: dict[int, int] = {}
    for user in users:
        if user is None or user in known or user in fresh:
            continue
        while (number := 1 + secrets.randbelow(_MOST)) in taken:
            pass
        taken.add(number)
        fresh[user] = number
    return fresh


# The rows that differ between two table snapshots, as statements with their values.
#
# The log line and what it closes follow below.

_UPDATE_TIMERS = "UPDATE game SET version = ?, deadline = ?, wake = ? WHERE game_id = ?"
_UPDATE_GAME = (
    "UPDATE game SET version = ?, deadline = ?, wake = ?, revision = ?, status = ?, host_id = ?,"
    " rules = ?, clock = ?, clock_chosen = ?, friendly = ?, started_at = ?, ended_at = ?,"
    " ends_at = ?, starts_at = ? WHERE game_id = ?"
)
# A seat holder without a line of their own (everybody who leaves a lobby) is deleted.
_DELETE_SITTING = "DELETE FROM sitting WHERE game_id = ? AND seat = ? AND since = ?"
_END_SITTING = "UPDATE sitting SET until = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
_UPDATE_SITTING = (
    "UPDATE sitting SET misses = ?, away = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
)
INSERT_SITTING = (
    "INSERT INTO sitting (game_id, seat, user_id, player, robot, since, misses, away,"
    " kept_for, owner, left_in, first_deal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# The seed never changes once drawn: a restart, or another writer, only adds words.
UPSERT_SHUFFLE = (
    "INSERT INTO shuffle (game_id, deal, seed, words) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (game_id, deal) DO UPDATE SET words = excluded.words"
)
_UNVOTE = "DELETE FROM vote WHERE game_id = ? AND user_id = ? AND kind = ?"
_VOTE = "INSERT INTO vote (game_id, user_id, kind, at, seat, heir) VALUES (?, ?, ?, ?, ?, ?)"
_SHARE = (
    "INSERT INTO share (game_id, seat, part, player, robot, balance, place, mark, first_deal,"
    " last_deal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UNKIBITZ = "DELETE FROM kibitz WHERE game_id = ? AND user_id = ? AND player_id = ? AND kind = ?"
_KIBITZ = (
    "INSERT INTO kibitz (game_id, user_id, player_id, kind, at, deal) VALUES (?, ?, ?, ?, ?, ?)"
)
_UNSHARE = "DELETE FROM share WHERE game_id = ? AND seat = ? AND part = ?"
# Players leave their seats before others sit down.
CHANGE_ORDER: Final = (
    *(_UPDATE_TIMERS, _UPDATE_GAME, _DELETE_SITTING, _END_SITTING, _UPDATE_SITTING, INSERT_SITTING),
    *(_UNVOTE, _VOTE, _UNKIBITZ, _KIBITZ, UPSERT_SHUFFLE, _UNSHARE, _SHARE),
)

StatementValues = tuple[str | int | bytes | None, ...]
Statement = tuple[str, StatementValues]


def changed_rows(
    before: TableSnapshot, after: TableSnapshot, numbers: Mapping[int, int]
) -> Iterator[Statement]:
    """Yield the statements to write beside the line; ``numbers`` are the game's player numbers."""
    row, old, agreed = after.row, before.row, _rarely_changed(after.row)
    moved = (row.version, row.deadline, row.wake)
    if agreed != _rarely_changed(old):
        yield _UPDATE_GAME, (*moved, *agreed, row.game_id)
    elif moved != (old.version, old.deadline, old.wake):
        yield _UPDATE_TIMERS, (*moved, row.game_id)
    if before.sittings != after.sittings:
        yield from _sitting_rows(before, after, numbers)
    game_id = after.row.game_id
    if (shuffle := after.shuffle) is not None and shuffle != before.shuffle:
        yield UPSERT_SHUFFLE, (game_id, shuffle.deal, shuffle.seed.hex(), shuffle.words)
    for vote in set(before.votes).difference(after.votes):
        yield _UNVOTE, (game_id, vote.user_id, vote.kind)
    for vote in set(after.votes).difference(before.votes):
        yield _VOTE, (game_id, vote.user_id, vote.kind, vote.at, vote.seat, vote.successor)
    for note in set(before.kibitz).difference(after.kibitz):
        yield _UNKIBITZ, (game_id, note.user_id, note.player_id, note.kind)
    for note in set(after.kibitz).difference(before.kibitz):
        yield _KIBITZ, (game_id, *_kibitz_values(note))
    for share in set(before.shares).difference(after.shares):
        yield _UNSHARE, (game_id, share.seat, share.part)
    for share in set(after.shares).difference(before.shares):
        yield _SHARE, (game_id, *_share_values(share, numbers))


def _kibitz_values(note: KibitzNote) -> StatementValues:
    return (note.user_id, note.player_id, note.kind, note.at, note.deal)


def _share_values(share: SeatScore, numbers: Mapping[int, int]) -> StatementValues:
    player = share.player if share.user_id is None else numbers[share.user_id]
    made = (share.balance, share.place, share.mark, share.first_deal, share.last_deal)
    return (share.seat, share.part, player, share.robot, *made)


def _rarely_changed(row: GameRow) -> StatementValues:
    """Return the columns that only a change of the table, or the last move, touches."""
    times = (row.started_at, row.ended_at, row.ends_at, row.starts_at)
    clock = (row.clock, row.clock_chosen)
    return (row.revision, row.status, row.host_id, row.rules, *clock, row.friendly, *times)


def player_number_of(user_id: int | None, numbers: Mapping[int, int]) -> int | None:
    """Return the game's number for a user; None for None."""
    return None if user_id is None else numbers[user_id]


def _sitting_rows(
    before: TableSnapshot, after: TableSnapshot, numbers: Mapping[int, int]
) -> Iterator[Statement]:
    """Yield the changes of seat holders.

    A seat changes hands at the version before the change, so the log tells whose action was whose.
    """
    game_id, version = after.row.game_id, before.row.version
    sat = {sitting.seat: sitting for sitting in before.sittings}
    for sitting in after.sittings:
        old = sat.pop(sitting.seat, None)
        if old is not None and _is_same_holder(old, sitting):
            if old != sitting:
                yield _UPDATE_SITTING, (sitting.misses, sitting.away, game_id, sitting.seat)
            continue
        if old is not None:
            yield _vacated(game_id, old, version)
        yield INSERT_SITTING, sitting_values(game_id, sitting, numbers)
    for old in sat.values():
        yield _vacated(game_id, old, version)


def _is_same_holder(old: SeatHolder, new: SeatHolder) -> bool:
    return replace(old, misses=new.misses, away=new.away) == new


def _vacated(game_id: int, old: SeatHolder, version: int) -> Statement:
    if old.since == version:
        return _DELETE_SITTING, (game_id, old.seat, old.since)
    return _END_SITTING, (version, game_id, old.seat)


def sitting_values(
    game_id: int, sitting: SeatHolder, numbers: Mapping[int, int]
) -> StatementValues:
    """Return the values of ``INSERT_SITTING``."""
    who = (sitting.user_id, player_number_of(sitting.user_id, numbers), sitting.robot)
    kept = (sitting.kept_for, player_number_of(sitting.kept_for, numbers), sitting.left_in)
    state = (sitting.since, sitting.misses, sitting.away)
    return (game_id, sitting.seat, *who, *state, *kept, sitting.first_deal)


# The rows that a line closes, in the columns of the hash chain: everything here is in its link.


def rows_closed_by(entry: LogEntry, after: TableSnapshot, numbers: Mapping[int, int]) -> ClosedRows:
    """Return the rows ``entry`` closes: most lines close none.

    ``after`` is the table snapshot after the line, ``numbers`` are the player numbers of the game.
    """
    deals = hash_chain.is_deck_line(entry.line.text)
    if not deals and entry.closing is None and entry.addition is None and entry.final is None:
        return hash_chain.NO_CLOSED_ROWS
    return ClosedRows(
        list(_deals(entry)),
        list(_postings(entry)),
        list(_results(entry, after.row, numbers)),
        list(_cuts(entry, after)),
    )


def _deals(entry: LogEntry) -> Iterator[hash_chain.ChainRow]:
    line = entry.line
    if (closed := entry.closing) is not None:
        yield line.deal, line.version, closed.summary, closed.carry, line.at


def _postings(entry: LogEntry) -> Iterator[hash_chain.ChainRow]:
    """Yield postings added to an earlier deal, with their line's version, then the deal's own."""
    if (added := entry.addition) is not None:
        for n, p in enumerate(added.postings, start=added.first):
            yield added.deal, n, *p, entry.line.version
    if (closed := entry.closing) is not None:
        for n, p in enumerate(closed.postings):
            yield entry.line.deal, n, *p, None


def _results(
    entry: LogEntry, row: GameRow, numbers: Mapping[int, int]
) -> Iterator[hash_chain.ChainRow]:
    if (final := entry.final) is None:
        return
    tags = (final.family, final.preset, final.season, int(final.with_robots), entry.line.at)
    for s in final.scores:
        player = s.player if s.user_id is None else numbers[s.user_id]
        part = (s.part or None, s.mark, s.first_deal, s.last_deal)
        yield s.seat, player, s.robot, s.balance, s.place, row.guild_id, *tags, *part


def _cuts(entry: LogEntry, after: TableSnapshot) -> Iterator[hash_chain.ChainRow]:
    """Yield the ingredients of the deck that this line deals."""
    line, shuffle = entry.line, after.shuffle
    if hash_chain.is_deck_line(line.text) and shuffle is not None and shuffle.deal == line.deal:
        yield shuffle.deal, shuffle.seed.hex(), shuffle.words


_STORED_VERSIONS = (
    "SELECT game_id, version, revision, wake, status,"
    " coalesce((SELECT link FROM line WHERE line.game_id = game.game_id"
    " AND line.version = game.version - 1),"  # or, for a decision about an old match, packed
    " (SELECT link FROM archive WHERE archive.game_id = game.game_id)),"
    " (SELECT [people] FROM player WHERE player.game_id = game.game_id)"
    " FROM game WHERE game_id IN ([numbers ?]) ORDER BY game_id [locked]"
)
_LINE = (
    'INSERT INTO line (game_id, version, deal, seat, text, "by", at, link)'
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_HURRIED = "INSERT INTO hurried (game_id, version) VALUES (?, ?)"
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
# What a decision about a deal changes beside the log: the results of a match that is over, and if
# the reviews of the deal count (a trigger of ``datum`` takes them out of the totals, or adds them).
_RULE = "UPDATE ruling SET version = ?, entries = ? WHERE game_id = ? AND deal = ? AND number = ?"
_WAKE_LEAGUE = (  # below all times, and another value each time: no older write resets it
    "UPDATE league SET wake = CASE WHEN wake < 0 THEN wake - 1 ELSE -1 END WHERE league_id ="
    " (SELECT league_id FROM league_game WHERE game_id = ?)"
)
_UNDO = "UPDATE ruling SET undone = 1 WHERE game_id = ? AND deal = ? AND number = ?"
_RESCORE = (
    "UPDATE result SET first_balance = coalesce(first_balance, balance),"
    " first_place = coalesce(first_place, place), balance = ?, place = ?"
    " WHERE game_id = ? AND seat = ? AND part = ?"
)
_COUNT_REVIEWS = (
    "UPDATE review_seat SET void = ?, datum = datum WHERE game_id = ? AND deal = ? AND void <> ?"
)
# Bookkeeping of the bot, also for ended games.
UPDATE_PLACE: Final = "UPDATE game SET place_id = ?, message_id = ?, shows = ? WHERE game_id = ?"
UPDATE_PAINTED: Final = "UPDATE game SET painted = ?, painted_revision = ? WHERE game_id = ?"


class TableChange(NamedTuple):
    """The change from one table snapshot to the next, with its log entry.

    An entry of None changes the table without a line.
    """

    game_id: int
    before: TableSnapshot
    after: TableSnapshot
    entry: LogEntry | None


class BookkeepingUpdate(NamedTuple):
    """An ``UPDATE_PLACE`` or ``UPDATE_PAINTED`` of a game, with all values but its id."""

    game_id: int
    sql: str
    values: StatementValues


class StoredVersion(NamedTuple):
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


StoredVersions = Mapping[int, StoredVersion]  # by game


def stored_versions_query(
    changes: Sequence[TableChange | BookkeepingUpdate],
) -> tuple[str, StatementValues]:
    """Return the query for the rows of ``read_versions``, in the transaction that writes."""
    if not changes:
        return "", ()
    return _STORED_VERSIONS, (json.dumps([change.game_id for change in changes]),)


def read_versions(found: Iterable[Row]) -> StoredVersions:
    """Return the stored versions that ``plan_changes`` needs."""
    return {row[0]: _stored_version(*row[1:]) for row in found}


def plan_changes(
    changes: Sequence[TableChange | BookkeepingUpdate], stored: StoredVersions
) -> tuple[list[ChangeStatements | StaleVersion | WriteRefused], StoredVersions]:
    """Return per change its statements or its refusal, taking earlier changes into account, and
    the versions after all of them.
    """
    stands = dict(stored)
    steps: list[ChangeStatements | StaleVersion | WriteRefused] = []
    for change in changes:
        stand = stands.get(change.game_id)
        if stand is None:
            steps.append(WriteRefused(WriteFault.NO_SUCH_GAME))
        elif isinstance(change, BookkeepingUpdate):
            steps.append(
                ChangeStatements(change.game_id, ((change.sql, (*change.values, change.game_id)),))
            )
        elif (refusal := _refusal(change, stand)) is not None:
            steps.append(refusal)
        else:
            step, stands[change.game_id] = _statements_of(change, stand)
            steps.append(step)
    return steps, stands


def _stored_version(
    version: int, revision: int, wake: int | None, status: str, link: bytes | None, numbers: str
) -> StoredVersion:
    known = {int(user): number for user, number in json.loads(numbers).items()}
    return StoredVersion(version, revision, wake, status in ENDED_STATUSES, link, known)


def _statements_of(
    save: TableChange, stand: StoredVersion
) -> tuple[ChangeStatements, StoredVersion]:
    """Return the statements of a save, and the stored version after it."""
    row = save.after.row
    strangers = [user for user in _users(save) if user is not None and user not in stand.numbers]
    fresh = assign_numbers(strangers, stand.numbers) if strangers else {}
    numbers = {**stand.numbers, **fresh} if fresh else stand.numbers
    rows: list[Statement] = [(INSERT_PLAYER, (row.game_id, *person)) for person in fresh.items()]
    link = stand.link
    if save.entry is not None:
        link = link or hash_chain.initial_link(row.game_id, row.rules, row.created_at)
        link, written = _entry_rows(save.entry, save.after, numbers, link)
        rows += written
    rows += changed_rows(save.before, save.after, numbers)
    after = StoredVersion(
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


def _refusal(change: TableChange, stand: StoredVersion) -> StaleVersion | WriteRefused | None:
    before, entry = change.before.row, change.entry
    if before.version != stand.version:
        return StaleVersion(before.game_id, before.version, stand.version)
    is_ruling = entry is not None and entry.ruling is not None
    if stand.ended and not is_ruling:  # a decision about a deal comes after the end too
        return WriteRefused(WriteFault.GAME_ENDED)
    is_same = (before.revision, before.wake) == (stand.revision, stand.wake)
    return None if is_same else WriteRefused(WriteFault.CHANGED)


def group_statements(steps: Iterable[ChangeStatements]) -> list[StatementBatch]:
    """Group the rows of accepted saves by statement, so that each runs once for all its rows."""
    runs: list[dict[str, list[StatementValues]]] = [{}]
    games: set[int] = set()
    for step in steps:
        if step.game_id in games:  # a second change of a game has to follow the first
            runs.append({})
            games = set()
        games.add(step.game_id)
        for sql, values in step.rows:
            runs[-1].setdefault(sql, []).append(values)
    return [(sql, rows[sql]) for rows in runs for sql in _ORDER if sql in rows]


# The line with all that it closes, a deal before its postings; then the other differences.
_ORDER = (
    INSERT_PLAYER,
    _LINE,
    _HURRIED,
    _DEAL,
    _POSTING,
    _RESULT,
    _RULE,
    _WAKE_LEAGUE,
    _UNDO,
    _RESCORE,
    _COUNT_REVIEWS,
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
    held = tuple(
        [
            (
                s.seat,
                player_number_of(s.user_id, numbers),
                s.robot,
                s.since,
                player_number_of(s.kept_for, numbers),
            )
            for s in people
        ]
    )
    closed = rows_closed_by(entry, after, numbers)
    link = hash_chain.next_link(before, said, held, closed)
    rows: list[Statement] = [(_LINE, (game_id, *said, link))]
    if entry.is_hurried:
        rows.append((_HURRIED, (game_id, line.version)))
    rows += [(_DEAL, (game_id, *row)) for row in closed.deals]
    rows += [(_POSTING, (game_id, *row)) for row in closed.postings]
    scores = entry.final.scores if entry.final else ()
    ranking = (after.row.friendly, len({score.seat for score in scores}) == 2)
    pairs = zip(scores, closed.results, strict=True)
    rows += [(_RESULT, (game_id, score.user_id, *row, *ranking)) for score, row in pairs]
    if entry.ruling is not None:
        rows += _ruling_rows(game_id, line.version, entry.ruling)
    return link, rows


def _ruling_rows(game_id: int, version: int, ruling: WrittenRuling) -> Iterator[Statement]:
    """Yield what a decision changes beside its line and its postings."""
    key = (game_id, ruling.deal)
    yield _RULE, (version, ruling.entries, *key, ruling.number)
    yield _WAKE_LEAGUE, (game_id,)
    if ruling.undoes is not None:
        yield _UNDO, (*key, ruling.undoes)
    for score in ruling.scores:
        yield _RESCORE, (score.balance, score.place, game_id, score.seat, score.part)
    yield _COUNT_REVIEWS, (int(ruling.is_void), *key, int(ruling.is_void))
