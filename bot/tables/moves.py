"""Changes that write a line of the log: moves of players, robots, clocks and the table itself.

What a move changes beside its line (who is back, who is away, deadline, results) is in its state.
Pure; each raises Refused or IllegalAction, and then nothing has changed.
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

ROBOT: Final = "robot"  # by whom a line is that a robot thought of


def act(state: State, at: Moment, user_id: int, version: int, text: str) -> State:
    """A player's act on the state he saw.  Whoever moves is back, and has missed nothing."""
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
    """A move by the table or a robot; nothing when the game has moved on, or may yet go back.

    Nor by a robot for who sits there again since it began to think: no line says that.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.takes_back() or (by == ROBOT and plays_himself(state.sitting(seat))):
        return state
    return _moved(state, at, seat, action, by)


def deal(state: State, at: Moment, version: int, dealing: Dealing) -> State:
    """The deck that follows from the seed and all words; nothing when the game has moved on."""
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    shuffle = state.shuffle
    assert shuffle is not None  # drawn with the lobby, or with the line that closed a deal
    cards = dealing(shuffle.seed, state.row.game_id, shuffle.deal, shuffle.words)
    return _moved(state, at, TABLE, Deck(cards), "table")


def late(state: State, at: Moment, seat: Seat, version: int, action: Action) -> State:
    """A clock ran out: this one move is made, and after the second miss in a row he is away.

    Nothing when the game has moved on, or has been given more time meanwhile.
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
    """Begin with the draw for dealer; the host's right.

    ``zone`` is whose time of day ends a match that is played to one.
    """
    refuse_start(state, user_id)
    rules = parse_rules(state.row.rules)
    begun = with_status(state, Status.PLAYING, at.now)
    begun = with_game(begun, new_game(rules))
    ends_at = end_of(rules, at.now, zone)
    begun = begun._replace(row=begun.row._replace(ends_at=ends_at, starts_at=None))
    return _moved(begun, at, TABLE, draw, "table")


def stop(state: State, at: Moment) -> State:
    """End the game now; what is written is settled, without a scored deal it is void."""
    if state.row.status is Status.PAUSED:
        state = with_status(state, Status.PLAYING, at.now)
    return _moved(state, at, TABLE, STOP, "table")


def present(sitting: Sitting) -> Sitting:
    """He is there and has missed nothing in a row."""
    return replace(sitting, misses=0, away=False)


def _back(state: State, seat: Seat) -> State:
    sitting = state.sitting(seat)
    was_missed = sitting.misses or sitting.away
    return with_sitting(state, present(sitting)) if was_missed else state


def _moved(state: State, at: Moment, seat: Seat, action: Action, by: str) -> State:
    return logged(state, at, seat, action, by, apply(state.running(), seat, action))


def logged(state: State, at: Moment, seat: Seat, action: Action, by: str, after: Game) -> State:
    """The line of an action that led to the game ``after``, with all that it closes."""
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
    """The next deck is fixed, up to the words of who cuts it, before anybody can cut."""
    return state._replace(shuffle=Shuffle(deal, seed))
