"""Turn notifications that are due at a table, and those that have become obsolete.

Each player is notified once when a match begins. With a slow clock the seat to act is notified at
its turn after a long wait for somebody else, and once more when its time is running out. Due
notifications follow from the state and the log alone, so a restart computes the same ones.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from bot.engine.cards import TABLE_SEAT
from bot.engine.game import to_act
from bot.model.enums import Clock, NotifyReason, Status
from bot.store.integrity.hash_chain import is_deck_line
from bot.store.queries.sent_notifications import SentNotification
from bot.store.records import LogLine
from bot.tables.state import TableState
from bot.tables.timing import is_present_human

LONG_WAIT: Final = 5 * 60  # seconds after which players are assumed to look elsewhere
LOG_LINES: Final = 80  # at the end of the log: a deal and the pause before it

_SLOW_CLOCKS: Final = (Clock.SLOW, Clock.NONE)


DealRequests = Collection[tuple[int, int]]
"""Pairs of a user who asked for a deal and the version of the log line with its deck."""


def due_notifications(
    state: TableState, lines: Sequence[LogLine], presses: DealRequests = ()
) -> tuple[SentNotification, ...]:
    """Return all notifications due by now."""
    if state.row.status is not Status.PLAYING:
        return ()
    begun = (
        SentNotification(user, NotifyReason.START, 0)
        for user in _users_without_action(state, lines)
    )
    return (*begun, *_turn_notifications(state, lines, presses))


def is_obsolete(state: TableState, lines: Sequence[LogLine], one: SentNotification) -> bool:
    """Return True if the reason of a notification is done or will never occur."""
    if state.row.status not in (Status.PLAYING, Status.PAUSED):
        return True
    if one.kind is NotifyReason.START:
        return one.user_id not in _users_without_action(state, lines)
    return one.turn != state.row.version or one.user_id != _user_to_act(state)


def needs_stored_lines(state: TableState) -> bool:
    """Return True if the end of the log has to be read: the state's lines are not enough."""
    if state.lines and not state.lines[0].version:  # it is the whole log
        return False
    waits = state.clock in _SLOW_CLOCKS and _user_to_act(state) is not None
    return _is_first_deal(state) or (waits and not _are_conclusive(state.lines))


def _turn_notifications(
    state: TableState, lines: Sequence[LogLine], presses: DealRequests
) -> list[SentNotification]:
    user, row = _user_to_act(state), state.row
    if user is None or state.is_take_back_open():  # no hurry while the others vote on a take-back
        return []
    found = []
    if (
        state.clock in _SLOW_CLOCKS
        and len(state.human_ids()) > 1
        and _follows_long_wait(lines, user, presses)
    ):
        found.append(SentNotification(user, NotifyReason.TURN, row.version))
    if row.deadline is not None and row.wake == row.deadline:  # already reminded
        found.append(SentNotification(user, NotifyReason.LATE, row.version))
    return found


def _user_to_act(state: TableState) -> int | None:
    """Return the human the table waits for."""
    seat = None if state.game is None else to_act(state.game)
    if seat is None or seat == TABLE_SEAT or not is_present_human(state.seat_holder(seat)):
        return None
    return state.seat_holder(seat).user_id


def _is_first_deal(state: TableState) -> bool:
    return state.game is not None and not state.game.carry.number


def _users_without_action(state: TableState, lines: Sequence[LogLine]) -> list[int]:
    """Return the users seated since the start who have not acted or left in the first deal.

    A player who sat down, took over a seat or returned later has pressed a button for that.
    """
    if not _is_first_deal(state):
        return []
    acted = {line.by for line in lines}
    there = [one.user_id for one in state.seat_holders if is_present_human(one) and not one.since]
    return [user for user in there if user is not None and str(user) not in acted]


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
