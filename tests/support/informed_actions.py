"""Commands that state what the player has just seen of the table."""

from bot.tables import changes, leaving, voting
from bot.tables.state import ChangeContext, TableState


def leave(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Return the command to leave, with its consequence as stated."""
    seat = state.require_seat(user_id)
    return changes.leave(state, at, user_id, leaving.leave_outcome(state, seat))


def agree(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Return the command to agree to the open proposal."""
    return voting.approve(state, at, user_id, voting.open_proposal(state))


def decline(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Return the command to decline the open proposal."""
    return voting.decline(state, at, user_id, voting.open_proposal(state))
