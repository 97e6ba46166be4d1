"""Turn notifications that are due at a table, and those that have become obsolete.

Each player is notified once when a match begins. With a slow clock the seat to act is notified at
its turn after a long wait for somebody else, and once more when its time is running out. Due
notifications follow from the state and the log alone, so a restart computes the same ones.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from bot.engine.cards import TABLE
from bot.engine.game import to_act
from bot.store.chain import is_deck
from bot.store.rows import Line
from bot.store.summons import Summons
from bot.tables.state import State
from bot.tables.timing import plays_himself
from bot.terms import Clock, Occasion, Status

LONG: Final = 5 * 60  # seconds after which players are assumed to look elsewhere
LINES: Final = 80  # at the end of the log: a deal and the pause before it

_UNHURRIED: Final = (Clock.SLOW, Clock.NONE)


Presses = Collection[tuple[int, int]]
"""Who asked for a deal, each with the version he asked at: the deck is its line."""


def due(state: State, lines: Sequence[Line], presses: Presses = ()) -> tuple[Summons, ...]:
    """Return all notifications due by now."""
    if state.row.status is not Status.PLAYING:
        return ()
    begun = (Summons(user, Occasion.START, 0) for user in _new_here(state, lines))
    return (*begun, *_turn(state, lines, presses))


def is_past(state: State, lines: Sequence[Line], one: Summons) -> bool:
    """Return True if the reason of a notification is done or will never occur."""
    if state.row.status not in (Status.PLAYING, Status.PAUSED):
        return True
    if one.kind is Occasion.START:
        return one.user_id not in _new_here(state, lines)
    return one.turn != state.row.version or one.user_id != _asked(state)


def needs_lines(state: State) -> bool:
    """Return True if the end of the log has to be read: the state's lines are not enough."""
    if state.lines and not state.lines[0].version:  # it is the whole log
        return False
    waits = state.clock in _UNHURRIED and _asked(state) is not None
    return _is_first_deal(state) or (waits and not _say_enough(state.lines))


def _turn(state: State, lines: Sequence[Line], presses: Presses) -> list[Summons]:
    user, row = _asked(state), state.row
    if user is None or state.takes_back():  # no hurry while the others vote on a take-back
        return []
    found = []
    if state.clock in _UNHURRIED and len(state.humans()) > 1 and _waited(lines, user, presses):
        found.append(Summons(user, Occasion.TURN, row.version))
    if row.deadline is not None and row.wake == row.deadline:  # already reminded
        found.append(Summons(user, Occasion.LATE, row.version))
    return found


def _asked(state: State) -> int | None:
    """Return the human the table waits for."""
    seat = None if state.game is None else to_act(state.game)
    if seat is None or seat == TABLE or not plays_himself(state.sitting(seat)):
        return None
    return state.sitting(seat).user_id


def _is_first_deal(state: State) -> bool:
    return state.game is not None and not state.game.carry.number


def _new_here(state: State, lines: Sequence[Line]) -> list[int]:
    """Return the users seated since the start who have not acted or left in the first deal.

    A player who sat down, took over a seat or returned later has pressed a button for that.
    """
    if not _is_first_deal(state):
        return []
    acted = {line.by for line in lines}
    there = [one.user_id for one in state.sittings if plays_himself(one) and not one.since]
    return [user for user in there if user is not None and str(user) not in acted]


def _say_enough(lines: Sequence[Line]) -> bool:
    """Return True if ``_waited`` finds its answer in these lines alone."""
    pairs = pairwise(lines)
    return any(line.at - before.at > LONG or line.by.isdecimal() for before, line in pairs)


def _waited(lines: Sequence[Line], user: int, presses: Presses) -> bool:
    """Return True if the turn follows a long wait for another player.

    Moves of robots in between do not matter. A new deal follows from the player who requested it;
    after a restart that player is unknown.
    """
    for before, line in reversed(tuple(pairwise(lines))):
        if line.at - before.at > LONG:
            has_asked = is_deck(line.text) and (user, line.version) in presses
            return line.by != str(user) and not has_asked
        if line.by.isdecimal():
            return False
    return False
