"""Pause a table whose channel is closed to the bot or deleted; it ends after a day.

Pure functions, as in ``changes``. A paused table with a deadline was paused for this reason: a
pause by vote has none.
"""

from typing import Final

from bot.tables.changes import annul
from bot.tables.moves import end_match
from bot.tables.state import ChangeContext, TableState, with_status
from bot.terms import Status

_WITHOUT_CHANNEL_SECONDS: Final = 24 * 3600  # seconds until it ends


def pause_without_channel(state: TableState, at: ChangeContext, *, is_gone: bool) -> TableState:
    """Pause a table that cannot be shown; it ends after a day unless it is resumed.

    ``is_gone``: the channel is gone for good. Then a lobby closes, and a paused match ends as well.
    """
    status, until = state.row.status, state.row.deadline
    if status is Status.LOBBY and is_gone:
        return annul(state, at)
    if status is not Status.PLAYING and not (status is Status.PAUSED and is_gone and until is None):
        return state
    paused = with_status(state, Status.PAUSED, at.now)
    until = at.now + _WITHOUT_CHANNEL_SECONDS
    return paused._replace(row=paused.row._replace(deadline=until, wake=until), votes=())


def end_without_channel(state: TableState, at: ChangeContext) -> TableState:
    """End a match whose channel did not return in time, as an abandoned one."""
    if state.row.status is not Status.PAUSED or state.row.deadline is None:
        return state
    return end_match(state, at) if at.now >= state.row.deadline else state
