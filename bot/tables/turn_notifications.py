"""Notifications that are due at a table, and those that have become obsolete.

Each player is notified once when a match begins. With a slow clock or none the seat to act is
notified once a turn: at once after a long wait for somebody else, otherwise when the turn has
stood open for some minutes; and once more when its time is running out. Due notifications follow
from the state, the log and the time alone, so a restart computes the same ones.

The calls of a lobby (a role, an invitation, a reminder) are sent elsewhere; here it is decided when
they are obsolete.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.engine import cards, game
from bot.model.enums import Clock, NotifyReason, Status
from bot.store.integrity.hash_chain import is_deck_line
from bot.store.queries.sent_notifications import SentNotification
from bot.store.records import LogLine
from bot.tables.state import TableState, is_present_human

LONG_WAIT: Final = 5 * 60  # seconds after which players are assumed to look elsewhere
LOG_LINES: Final = 80  # at the end of the log: a deal and the pause before it

_SLOW_CLOCKS: Final = (Clock.SLOW, Clock.NONE)


DealRequests = Collection[tuple[int, int]]
"""Pairs of a user who asked for a deal and the version of the log line with its deck."""


_NEEDS_SEAT: Final = (NotifyReason.ROLE, NotifyReason.INVITED, NotifyReason.REMOVED)
_FOR_EVERYBODY: Final = (NotifyReason.GATHER, NotifyReason.FREE, NotifyReason.DELAYED)
LOBBY_REASONS: Final = (*_NEEDS_SEAT, *_FOR_EVERYBODY)


class Moment(NamedTuple):
    """The time of a look, and the seconds after which an open turn is a reason to call."""

    now: int
    patience: int


def due_notifications(
    state: TableState, lines: Sequence[LogLine], moment: Moment, presses: DealRequests = ()
) -> tuple[SentNotification, ...]:
    """Return the notifications due by now, for each user the newest alone."""
    if state.row.status is not Status.PLAYING:
        return ()
    begun = (
        SentNotification(user, NotifyReason.START, 0)
        for user in _users_without_action(state, lines)
    )
    due = (*begun, *_turn_notifications(state, lines, moment, presses))
    return tuple({one.user_id: one for one in due}.values())


def next_call(state: TableState, lines: Sequence[LogLine], patience: int) -> int | None:
    """Return when the seat to act will have been waited for so long; None if nobody is called."""
    if state.row.status is not Status.PLAYING or not _is_turn_called(state):
        return None
    return lines[-1].at + patience if lines else None


def is_obsolete(state: TableState, lines: Sequence[LogLine], one: SentNotification) -> bool:
    """Return True if the reason of a notification is done or will never occur."""
    if one.kind in LOBBY_REASONS:
        return _is_lobby_call_obsolete(state, one)
    if one.kind is NotifyReason.OFFERED:
        return not _is_seat_offered(state, one.user_id)
    if state.row.status not in (Status.PLAYING, Status.PAUSED):
        return True
    if one.kind is NotifyReason.START:
        return one.user_id not in _users_without_action(state, lines)
    return one.turn != state.row.version or one.user_id != _user_to_act(state)


def needs_stored_lines(state: TableState) -> bool:
    """Return True if the end of the log has to be read: the state's lines are not enough."""
    lines = state.lines
    if lines and not lines[0].version:  # it is the whole log
        return False
    return _is_first_deal(state) or (not _are_conclusive(lines) and _is_turn_called(state))


def _turn_notifications(
    state: TableState, lines: Sequence[LogLine], moment: Moment, presses: DealRequests
) -> list[SentNotification]:
    user, row = _user_to_act(state), state.row
    if user is None or state.is_take_back_open():  # no hurry while the others vote on a take-back
        return []
    found, at = [], next_call(state, lines, moment.patience)
    is_open_long = at is not None and moment.now >= at
    if (is_open_long or _follows_long_wait(lines, user, presses)) and _is_turn_called(state):
        found.append(SentNotification(user, NotifyReason.TURN, row.version))
    if row.deadline is not None and row.wake == row.deadline:  # already reminded
        found.append(SentNotification(user, NotifyReason.LATE, row.version))
    return found


def _is_turn_called(state: TableState) -> bool:
    """Return True if a player is called to their turn: others wait, and no clock hurries them."""
    return (
        state.clock in _SLOW_CLOCKS
        and len(state.human_ids()) > 1
        and not state.is_take_back_open()
        and _user_to_act(state) is not None
    )


def _is_lobby_call_obsolete(state: TableState, one: SentNotification) -> bool:
    if state.row.status is not Status.LOBBY or state.seat_of(one.user_id) is not None:
        return True
    taken = [sitting for sitting in state.seat_holders if sitting.robot is None]
    if one.kind is NotifyReason.FREE:
        return len(state.seat_holders) == state.player_count()
    return one.kind in _NEEDS_SEAT and len(taken) == state.player_count()


def _is_seat_offered(state: TableState, user_id: int) -> bool:
    """Return True while a vote on a seat for this user waits for their consent."""
    is_open = any(vote.heir == user_id for vote in state.open_votes())
    return is_open and user_id in state.missing_voters()


def _user_to_act(state: TableState) -> int | None:
    """Return the human the table waits for."""
    seat = None if state.base_game is None else game.to_act(state.base_game)
    if seat is None or seat == cards.TABLE_SEAT or not is_present_human(state.seat_holder(seat)):
        return None
    return state.seat_holder(seat).user_id


def _is_first_deal(state: TableState) -> bool:
    return state.base_game is not None and not state.base_game.carry.number


def _users_without_action(state: TableState, lines: Sequence[LogLine]) -> list[int]:
    """Return the users seated since the start whose first turn has not passed.

    It passes whoever made it, a robot or the clock too. A player who sat down, took over a seat or
    returned later has pressed a button for that.
    """
    if not _is_first_deal(state):
        return []
    acted = {line.seat for line in lines}
    there = [one for one in state.seat_holders if is_present_human(one) and not one.since]
    return [one.user_id for one in there if one.user_id is not None and one.seat not in acted]


def _are_conclusive(lines: Sequence[LogLine]) -> bool:
    """Return True if ``_follows_long_wait`` finds its answer in these lines alone."""
    pairs = pairwise(lines)
    return any(line.at - before.at > LONG_WAIT or line.by.isdecimal() for before, line in pairs)


def _follows_long_wait(lines: Sequence[LogLine], user: int, presses: DealRequests) -> bool:
    """Return True if the turn follows a long wait for another player.

    Moves of robots in between do not matter. A new deal follows from the player who requested it;
    after a restart that player is unknown.
    """
    for before, line in reversed(tuple(pairwise(lines))):
        if line.at - before.at > LONG_WAIT:
            has_asked = is_deck_line(line.text) and (user, line.version) in presses
            return line.by != str(user) and not has_asked
        if line.by.isdecimal():
            return False
    return False
