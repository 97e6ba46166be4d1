"""Who is to be called to a table now, and whose calling is over.

Everybody once when a match begins; whoever is asked, as soon as the turn comes after a long wait
for somebody else where a move may take hours, and once more when his own time is running out.
What is due follows from the state and the log alone, so a start after a kill asks the same.
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

LONG: Final = 5 * 60  # seconds after which nobody is thought to be still looking
LINES: Final = 80  # of the log's end: a deal, and the pause before it

_UNHURRIED: Final = (Clock.SLOW, Clock.NONE)


Presses = Collection[tuple[int, int]]
"""Who asked for a deal, each with the version he asked at: the deck is its line."""


def due(state: State, lines: Sequence[Line], presses: Presses = ()) -> tuple[Summons, ...]:
    """All that ought to be said by now."""
    if state.row.status is not Status.PLAYING:
        return ()
    begun = (Summons(user, Occasion.START, 0) for user in _new_here(state, lines))
    return (*begun, *_turn(state, lines, presses))


def is_past(state: State, lines: Sequence[Line], one: Summons) -> bool:
    """Whether what somebody was called for is done, or will never be."""
    if state.row.status not in (Status.PLAYING, Status.PAUSED):
        return True
    if one.kind is Occasion.START:
        return one.user_id not in _new_here(state, lines)
    return one.turn != state.row.version or one.user_id != _asked(state)


def needs_lines(state: State) -> bool:
    """Whether the end of the log has to be read, or the lines of the state say all of it."""
    if state.lines and not state.lines[0].version:  # it is the whole log
        return False
    waits = state.clock in _UNHURRIED and _asked(state) is not None
    return _is_first_deal(state) or (waits and not _say_enough(state.lines))


def _turn(state: State, lines: Sequence[Line], presses: Presses) -> list[Summons]:
    user, row = _asked(state), state.row
    if user is None or state.takes_back():  # nobody is hurried while the others are asked
        return []
    found = []
    if state.clock in _UNHURRIED and len(state.humans()) > 1 and _waited(lines, user, presses):
        found.append(Summons(user, Occasion.TURN, row.version))
    if row.deadline is not None and row.wake == row.deadline:  # it will not be looked at before
        found.append(Summons(user, Occasion.LATE, row.version))
    return found


def _asked(state: State) -> int | None:
    """The human the table waits for."""
    seat = None if state.game is None else to_act(state.game)
    if seat is None or seat == TABLE or not plays_himself(state.sitting(seat)):
        return None
    return state.sitting(seat).user_id


def _is_first_deal(state: State) -> bool:
    return state.game is not None and not state.game.carry.number


def _new_here(state: State, lines: Sequence[Line]) -> list[int]:
    """Who sat there when the match began, has not got up and not done anything in it yet.

    Whoever sat down, took a seat over or came back later has pressed for it himself.
    """
    if not _is_first_deal(state):
        return []
    acted = {line.by for line in lines}
    there = [one.user_id for one in state.sittings if plays_himself(one) and not one.since]
    return [user for user in there if user is not None and str(user) not in acted]


def _say_enough(lines: Sequence[Line]) -> bool:
    """Whether ``_waited`` finds its answer in these, whatever was before them."""
    pairs = pairwise(lines)
    return any(line.at - before.at > LONG or line.by.isdecimal() for before, line in pairs)


def _waited(lines: Sequence[Line], user: int, presses: Presses) -> bool:
    """Whether the turn comes from somebody else who took long, whoever played in between.

    A new deal comes from whoever asked for it; nobody knows him after a restart.
    """
    for before, line in reversed(tuple(pairwise(lines))):
        if line.at - before.at > LONG:
            has_asked = is_deck(line.text) and (user, line.version) in presses
            return line.by != str(user) and not has_asked
        if line.by.isdecimal():
            return False
    return False
