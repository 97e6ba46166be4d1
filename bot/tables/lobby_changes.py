"""Changes of a lobby: a chosen seat, a seat taken away, the scheduled start.

Pure functions; each raises Refused and then nothing has changed. They run under the table's lock on
the stored state: if two players want one seat, the second one is told it is taken.
"""

from datetime import UTC, tzinfo

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.tables import changes, moves
from bot.tables.changes import move_seats, vacate_seat
from bot.tables.state import (
    ChangeContext,
    TableState,
    refuse_unless_host_in_lobby,
    refuse_unless_lobby,
    with_status,
)

ROBOT_OCCUPANT = 0  # stands for a robot where a user id is expected


def move_to_seat(state: TableState, at: ChangeContext, user_id: int, seat: Seat) -> TableState:
    """Take this seat or move to it: robots make room, only the host swaps with a person."""
    refuse_unless_lobby(state)
    if seat >= state.player_count():
        raise Refused(Refusal.SEATS_CHANGED)
    there = state.find_seat_holder(seat)
    own = state.seat_of(user_id)
    is_taken = there is not None and there.robot is None and there.user_id != user_id
    if is_taken and (own is None or state.row.host_id != user_id):
        raise Refused(Refusal.SEAT_TAKEN)
    if own is None:
        return changes.assign_seat(state, seat, user_id=user_id)
    return move_seats(state, {own: seat, seat: own})


def remove_occupant(
    state: TableState, at: ChangeContext, user_id: int, seat: Seat, occupant: int
) -> TableState:
    """Free a seat for the host, if ``occupant`` (``ROBOT_OCCUPANT`` or a user id) still has it."""
    refuse_unless_host_in_lobby(state, user_id)
    there = state.find_seat_holder(seat)
    if there is None or (there.user_id or ROBOT_OCCUPANT) != occupant:
        raise Refused(Refusal.SEATS_CHANGED)
    return changes.leave(state, at, user_id) if occupant == user_id else vacate_seat(state, seat)


# -- the scheduled start


def mark_start_announced(state: TableState, at: ChangeContext) -> TableState:
    """Record that the seated players were notified: the next wake-up is the start time."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    return state._replace(row=state.row._replace(wake=state.row.starts_at))


def keep_waiting(state: TableState, at: ChangeContext, seconds: int) -> TableState:
    """Keep a lobby with free seats open after its start time; void an empty one."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    row = state.row._replace(starts_at=None, deadline=at.now + seconds, wake=at.now + seconds)
    state = state._replace(row=row)
    return state if has_humans(state) else with_status(state, Status.VOID, at.now)


def start_scheduled(
    state: TableState, at: ChangeContext, draw: Action, zone: tzinfo = UTC
) -> TableState:
    """Start at the scheduled time; do nothing if it was started or postponed meanwhile."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    return moves.start_match(state, at, state.row.host_id, draw, zone)


def has_humans(state: TableState) -> bool:
    return any(one.user_id is not None for one in state.seat_holders)


# -- the start


def fill_and_start(
    state: TableState, at: ChangeContext, user_id: int, draw: Action, zone: tzinfo = UTC
) -> TableState:
    """Start with robots on all free seats; for the host only."""
    refuse_unless_host_in_lobby(state, user_id)
    for _ in changes.free_seats(state):
        state = changes.add_robot(state, at, user_id)
    return moves.start_match(state, at, user_id, draw, zone)
