"""The rows that differ between two table snapshots, as statements with their values.

``bot.store.saving`` writes them beside the log line.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.store.rows import GameRow, SeatHolder, SeatScore, TableSnapshot

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
_UNSHARE = "DELETE FROM share WHERE game_id = ? AND seat = ? AND part = ?"
# Players leave their seats before others sit down.
CHANGE_ORDER: Final = (
    *(_UPDATE_TIMERS, _UPDATE_GAME, _DELETE_SITTING, _END_SITTING, _UPDATE_SITTING, INSERT_SITTING),
    *(_UNVOTE, _VOTE, UPSERT_SHUFFLE, _UNSHARE, _SHARE),
)

StatementValues = tuple[str | int | bytes | None, ...]
Statement = tuple[str, StatementValues]


def changed_rows(
    before: TableSnapshot, after: TableSnapshot, numbers: Mapping[int, int]
) -> Iterator[Statement]:
    """Yield the statements to write beside the line; ``numbers`` are the game's player numbers."""
    yield from _game_rows(before.row, after.row)
    if before.sittings != after.sittings:
        yield from _sitting_rows(before, after, numbers)
    game_id = after.row.game_id
    if (shuffle := after.shuffle) is not None and shuffle != before.shuffle:
        yield UPSERT_SHUFFLE, (game_id, shuffle.deal, shuffle.seed.hex(), shuffle.words)
    for vote in set(before.votes).difference(after.votes):
        yield _UNVOTE, (game_id, vote.user_id, vote.kind)
    for vote in set(after.votes).difference(before.votes):
        yield _VOTE, (game_id, vote.user_id, vote.kind, vote.at, vote.seat, vote.heir)
    for share in set(before.shares).difference(after.shares):
        yield _UNSHARE, (game_id, share.seat, share.part)
    for share in set(after.shares).difference(before.shares):
        yield _SHARE, (game_id, *_share_values(share, numbers))


def _share_values(share: SeatScore, numbers: Mapping[int, int]) -> StatementValues:
    player = share.player if share.user_id is None else numbers[share.user_id]
    made = (share.balance, share.place, share.mark, share.first_deal, share.last_deal)
    return (share.seat, share.part, player, share.robot, *made)


def _game_rows(before: GameRow, after: GameRow) -> Iterator[Statement]:
    moved = (after.version, after.deadline, after.wake)
    agreed = _rarely_changed(after)
    if agreed != _rarely_changed(before):
        yield _UPDATE_GAME, (*moved, *agreed, after.game_id)
    elif moved != (before.version, before.deadline, before.wake):
        yield _UPDATE_TIMERS, (*moved, after.game_id)


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
