"""What somebody says who has just looked at the table: he means what there is now."""

from bot.tables import changes, parting
from bot.tables.state import Moment, State


def leave(state: State, at: Moment, user_id: int) -> State:
    """Get up, told what comes of it."""
    seat = state.seat_needed(user_id)
    return changes.leave(state, at, user_id, parting.leaving(state, seat))
