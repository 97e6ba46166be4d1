"""What somebody says who has just looked at the table: he means what there is now."""

from bot.tables import changes, parting, voting
from bot.tables.state import Moment, State


def leave(state: State, at: Moment, user_id: int) -> State:
    """Get up, told what comes of it."""
    seat = state.seat_needed(user_id)
    return changes.leave(state, at, user_id, parting.leaving(state, seat))


def agree(state: State, at: Moment, user_id: int) -> State:
    """Yes to what is proposed."""
    return voting.agree(state, at, user_id, voting.subject_of(state))


def decline(state: State, at: Moment, user_id: int) -> State:
    """No to it."""
    return voting.decline(state, at, user_id, voting.subject_of(state))
