"""What somebody says who has just looked at the table: he means what there is now."""

from bot.tables import changes, leaving, voting
from bot.tables.state import ChangeContext, TableState


def leave(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Get up, told what comes of it."""
    seat = state.require_seat(user_id)
    return changes.leave(state, at, user_id, leaving.leave_outcome(state, seat))


def agree(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Yes to what is proposed."""
    return voting.approve(state, at, user_id, voting.open_proposal(state))


def decline(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """No to it."""
    return voting.decline(state, at, user_id, voting.open_proposal(state))
