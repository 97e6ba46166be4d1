"""Changes of a lobby beyond sitting down and getting up: a chosen seat, a seat taken away.

Pure; each raises Refused, and then nothing has changed.  All are made of what is stored under the
table's lock: of two people who want one seat the second hears that it is taken.
"""

from datetime import UTC, tzinfo

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.refusals import Refusal, Refused
from bot.tables import changes, moves
from bot.tables.seating import freed, moved
from bot.tables.state import (
    Moment,
    State,
    refuse_unless_host_in_lobby,
    refuse_unless_lobby,
    with_status,
)
from bot.terms import Status

ROBOT = 0  # in place of a user


def sit(state: State, at: Moment, user_id: int, seat: Seat) -> State:
    """Take this seat or move to it.  A robot makes room; with a person only the host exchanges."""
    refuse_unless_lobby(state)
    if seat >= state.players():
        raise Refused(Refusal.SEATS_CHANGED)
    there = state.there(seat)
    own = state.seat_of(user_id)
    is_taken = there is not None and there.robot is None and there.user_id != user_id
    if is_taken and (own is None or state.row.host_id != user_id):
        raise Refused(Refusal.SEAT_TAKEN)
    if own is None:
        return changes.seated(state, seat, user_id=user_id)
    return moved(state, {own: seat, seat: own})


def remove(state: State, at: Moment, user_id: int, seat: Seat, occupant: int) -> State:
    """The host frees a seat; only while the one he means (``ROBOT`` or a user) is on it."""
    refuse_unless_host_in_lobby(state, user_id)
    there = state.there(seat)
    if there is None or (there.user_id or ROBOT) != occupant:
        raise Refused(Refusal.SEATS_CHANGED)
    return changes.leave(state, at, user_id) if occupant == user_id else freed(state, seat)


# -- the hour of a lobby


def call_together(state: State, at: Moment) -> State:
    """Those who sit there are called: the clock looks next at the hour."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    return state._replace(row=state.row._replace(wake=state.row.starts_at))


def wait_on(state: State, at: Moment, seconds: int) -> State:
    """The hour has come, seats are free: a usual lobby from now on; where nobody sits, none."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    row = state.row._replace(starts_at=None, deadline=at.now + seconds, wake=at.now + seconds)
    state = state._replace(row=row)
    return state if has_people(state) else with_status(state, Status.VOID, at.now)


def start_by_itself(state: State, at: Moment, draw: Action, zone: tzinfo = UTC) -> State:
    """Begin at the agreed hour; nothing when it has been begun or put off meanwhile."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    return moves.start(state, at, state.row.host_id, draw, zone)


def has_people(state: State) -> bool:
    return any(one.user_id is not None for one in state.sittings)


# -- the start


def start_filled(state: State, at: Moment, user_id: int, draw: Action, zone: tzinfo = UTC) -> State:
    """Begin with robots on all free seats; the host's right."""
    refuse_unless_host_in_lobby(state, user_id)
    for _ in changes.free_seats(state):
        state = changes.add_robot(state, at, user_id)
    return moves.start(state, at, user_id, draw, zone)
