"""Changes that write a line of the log: moves of players, robots, clocks and the table itself.

The state also gets the side effects of a move: presence, absence, deadline, results. Pure
functions; each raises Refused or IllegalAction, and then nothing has changed.
"""

from dataclasses import replace
from datetime import UTC, tzinfo
from typing import Final

from bot.engine import notation
from bot.engine.actions import STOP, Action, Deck
from bot.engine.cards import TABLE, Seat
from bot.engine.fairness import Dealing
from bot.engine.game import Game, apply, new_game
from bot.engine.refusal import BadNotation
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.store.rows import Entry, Line, Shuffle, Sitting
from bot.tables.closing import addition_of, closing_of, final_of
from bot.tables.lines import NONE, with_line
from bot.tables.state import (
    KEPT,
    TAKE_BACK,
    Moment,
    State,
    refuse_start,
    with_game,
    with_sitting,
    with_status,
)
from bot.tables.timing import deadline_of, end_of, plays_himself, wake_of
from bot.terms import Status

ROBOT: Final = "robot"  # the actor of a robot's line


def act(state: State, at: Moment, user_id: int, version: int, text: str) -> State:
    """Apply a player's action to the state they saw; it also marks them as present."""
    state.running()
    seat = state.seat_needed(user_id)
    if version != state.row.version:
        raise Refused(Refusal.STALE)
    try:
        action = notation.parse(text)
    except BadNotation as error:
        raise Refused(Refusal.UNREADABLE, text=text[:40]) from error
    return _moved(_back(state, seat), at, seat, action, str(user_id))


def move(state: State, at: Moment, seat: Seat, version: int, action: Action, by: str) -> State:
    """Apply a move by the table or a robot; do nothing if the game has moved on or may go back.

    A robot's move is also dropped if the player has returned since the robot began to think: no
    line records a return, so the version alone cannot show it.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.takes_back() or (by == ROBOT and plays_himself(state.sitting(seat))):
        return state
    return _moved(state, at, seat, action, by)


def deal(state: State, at: Moment, version: int, dealing: Dealing) -> State:
    """Deal the deck given by the seed and all words; do nothing if the game has moved on."""
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    shuffle = state.shuffle
    assert shuffle is not None  # drawn with the lobby, or with the line that closed a deal
    cards = dealing(shuffle.seed, state.row.game_id, shuffle.deal, shuffle.words)
    return _moved(state, at, TABLE, Deck(cards), "table")


def late(state: State, at: Moment, seat: Seat, version: int, action: Action) -> State:
    """Make a move for a player whose time ran out; the second miss in a row makes them absent.

    Does nothing when the game has moved on or got more time meanwhile.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.row.deadline is None or at.now < state.row.deadline or state.takes_back():
        return state
    sitting = state.sitting(seat)
    if plays_himself(sitting):
        misses = sitting.misses + 1
        state = with_sitting(state, replace(sitting, misses=misses, away=misses >= 2))
    return _moved(state, at, seat, action, "clock")


def start(state: State, at: Moment, user_id: int, draw: Action, zone: tzinfo = UTC) -> State:
    """Start the match with the draw for dealer; for the host only.

    ``zone`` is the time zone of a match that ends at a time of day.
    """
    refuse_start(state, user_id)
    rules = parse_rules(state.row.rules)
    begun = with_status(state, Status.PLAYING, at.now)
    begun = with_game(begun, new_game(rules))
    ends_at = end_of(rules, at.now, zone)
    begun = begun._replace(row=begun.row._replace(ends_at=ends_at, starts_at=None))
    return _moved(begun, at, TABLE, draw, "table")


def stop(state: State, at: Moment) -> State:
    """End the match now: written scores are settled; without a scored deal it is void."""
    if state.row.status is Status.PAUSED:
        state = with_status(state, Status.PLAYING, at.now)
    return _moved(state, at, TABLE, STOP, "table")


def present(sitting: Sitting) -> Sitting:
    """Return the seat holder as present, without missed moves."""
    return replace(sitting, misses=0, away=False)


def _back(state: State, seat: Seat) -> State:
    sitting = state.sitting(seat)
    was_missed = sitting.misses or sitting.away
    return with_sitting(state, present(sitting)) if was_missed else state


def _moved(state: State, at: Moment, seat: Seat, action: Action, by: str) -> State:
    return logged(state, at, seat, action, by, apply(state.running(), seat, action))


def logged(state: State, at: Moment, seat: Seat, action: Action, by: str, after: Game) -> State:
    """Append the line of an action that led to the game ``after``, with all that it closes."""
    before, row = state.running(), state.row
    line = Line(row.version, before.carry.number + 1, seat, notation.text(action), by, at.now)
    final = final_of(after, state.sittings, at.now, state.shares)
    deadline = deadline_of(after, state.sittings, state.clock, at.now)
    wake = wake_of(after, deadline, state.clock)
    row = row._replace(version=row.version + 1, deadline=deadline, wake=wake)
    entry = Entry(line, closing_of(before, after), final, addition_of(before, after))
    log = with_line(state.log, line) if entry.closing is None else NONE
    votes = tuple(vote for vote in state.votes if vote.kind not in (TAKE_BACK, KEPT))
    moved = with_game(state, after)._replace(row=row, votes=votes, entry=entry, log=log)
    if final is None:
        return moved if entry.closing is None else _sealed(moved, line.deal + 1, at.seed)
    status = Status.OVER if final.scores else Status.VOID
    return with_status(moved, status, at.now)._replace(votes=(), shares=())


def _sealed(state: State, deal: int, seed: bytes) -> State:
    """Fix the next deck, except for the words of the cut, before anybody can cut."""
    return state._replace(shuffle=Shuffle(deal, seed))
