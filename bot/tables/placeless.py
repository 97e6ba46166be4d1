"""Pause a table whose channel is closed to the bot or deleted; it ends after a day.

Pure functions, as in ``changes``. A paused table with a deadline was paused for this reason: a
pause by vote has none.
"""

from typing import Final

from bot.tables.changes import annul
from bot.tables.moves import stop
from bot.tables.state import Moment, State, with_status
from bot.terms import Status

_WITHOUT_PLACE: Final = 24 * 3600  # seconds until it ends


def lose_place(state: State, at: Moment, *, is_gone: bool) -> State:
    """Pause a table that cannot be shown; it ends after a day unless it is resumed.

    ``is_gone``: the channel is gone for good. Then a lobby closes, and a paused match ends as well.
    """
    status, until = state.row.status, state.row.deadline
    if status is Status.LOBBY and is_gone:
        return annul(state, at)
    if status is not Status.PLAYING and not (status is Status.PAUSED and is_gone and until is None):
        return state
    paused = with_status(state, Status.PAUSED, at.now)
    until = at.now + _WITHOUT_PLACE
    return paused._replace(row=paused.row._replace(deadline=until, wake=until), votes=())


def give_up(state: State, at: Moment) -> State:
    """End a match whose channel did not return in time, as an abandoned one."""
    if state.row.status is not Status.PAUSED or state.row.deadline is None:
        return state
    return stop(state, at) if at.now >= state.row.deadline else state
