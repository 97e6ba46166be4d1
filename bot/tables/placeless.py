"""A table whose place in Discord is closed to the bot or gone: it pauses, and ends after a day.

Pure, as ``changes``.  A paused table with a deadline was paused so: nobody has agreed to it.
"""

from typing import Final

from bot.tables.changes import annul
from bot.tables.moves import stop
from bot.tables.state import Moment, State, with_status
from bot.terms import Status

_WITHOUT_PLACE: Final = 24 * 3600  # seconds until it ends


def lose_place(state: State, at: Moment, *, is_gone: bool) -> State:
    """Nothing can be shown where it is played: it pauses, and ends after a day unless it goes on.

    ``is_gone``: for good, and then a lobby closes, and a match that was paused ends as well.
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
    """A match whose place was not there again in time: it ends as one that is given up."""
    if state.row.status is not Status.PAUSED or state.row.deadline is None:
        return state
    return stop(state, at) if at.now >= state.row.deadline else state
