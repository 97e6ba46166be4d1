"""The rows that differ between two table snapshots, as statements with their values.

``bot.store.saving`` writes them beside the log line.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.store.rows import Game, Room, Score, Sitting

_MOVED = "UPDATE game SET version = ?, deadline = ?, wake = ? WHERE game_id = ?"
_CHANGED = (
    "UPDATE game SET version = ?, deadline = ?, wake = ?, revision = ?, status = ?, host_id = ?,"
    " rules = ?, clock = ?, clock_chosen = ?, friendly = ?, started_at = ?, ended_at = ?,"
    " ends_at = ?, starts_at = ? WHERE game_id = ?"
)
# A seat holder without a line of their own (everybody who leaves a lobby) is deleted.
_FORGET = "DELETE FROM sitting WHERE game_id = ? AND seat = ? AND since = ?"
_RISE = "UPDATE sitting SET until = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
_MARK = "UPDATE sitting SET misses = ?, away = ? WHERE game_id = ? AND seat = ? AND until IS NULL"
SIT = (
    "INSERT INTO sitting (game_id, seat, user_id, player, robot, since, misses, away,"
    " kept_for, owner, left_in, first_deal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# The seed never changes once drawn: a restart, or another writer, only adds words.
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
# Players leave their seats before others sit down.
IN_ORDER: Final = (
    *(_MOVED, _CHANGED, _FORGET, _RISE, _MARK, SIT),
    *(_UNVOTE, _VOTE, SHUFFLE, _UNSHARE, _SHARE),
)

Values = tuple[str | int | bytes | None, ...]
Row = tuple[str, Values]


def difference(before: Room, after: Room, numbers: Mapping[int, int]) -> Iterator[Row]:
    """Yield the statements to write beside the line; ``numbers`` are the game's player numbers."""
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


def _share_values(share: Score, numbers: Mapping[int, int]) -> Values:
    player = share.player if share.user_id is None else numbers[share.user_id]
    made = (share.balance, share.place, share.mark, share.first_deal, share.last_deal)
    return (share.seat, share.part, player, share.robot, *made)


def _game_rows(before: Game, after: Game) -> Iterator[Row]:
    moved = (after.version, after.deadline, after.wake)
    agreed = _agreed(after)
    if agreed != _agreed(before):
        yield _CHANGED, (*moved, *agreed, after.game_id)
    elif moved != (before.version, before.deadline, before.wake):
        yield _MOVED, (*moved, after.game_id)


def _agreed(row: Game) -> Values:
    """Return the columns that only a change of the table, or the last move, touches."""
    times = (row.started_at, row.ended_at, row.ends_at, row.starts_at)
    clock = (row.clock, row.clock_chosen)
    return (row.revision, row.status, row.host_id, row.rules, *clock, row.friendly, *times)


def number_of(user_id: int | None, numbers: Mapping[int, int]) -> int | None:
    """Return the game's number for a user; None for None."""
    return None if user_id is None else numbers[user_id]


def _sitting_rows(before: Room, after: Room, numbers: Mapping[int, int]) -> Iterator[Row]:
    """Yield the changes of seat holders.

    A seat changes hands at the version before the change, so the log tells whose action was whose.
    """
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


def _risen(game_id: int, old: Sitting, version: int) -> Row:
    if old.since == version:
        return _FORGET, (game_id, old.seat, old.since)
    return _RISE, (version, game_id, old.seat)


def sitting_values(game_id: int, sitting: Sitting, numbers: Mapping[int, int]) -> Values:
    """Return the values of ``SIT``."""
    who = (sitting.user_id, number_of(sitting.user_id, numbers), sitting.robot)
    kept = (sitting.kept_for, number_of(sitting.kept_for, numbers), sitting.left_in)
    state = (sitting.since, sitting.misses, sitting.away)
    return (game_id, sitting.seat, *who, *state, *kept, sitting.first_deal)
