"""Proposals that need everybody's agreement: votes, and carrying out after the last one.

Pure functions, as in ``changes``; each raises Refused, and then nothing has changed.
"""

from dataclasses import replace
from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.refusals import Refusal, Refused
from bot.store.rows import Vote
from bot.tables import moves
from bot.tables.parting import pass_on
from bot.tables.state import (
    KEPT,
    TAKE_BACK,
    Moment,
    State,
    refuse_unless_asked,
    with_sitting,
    with_status,
    without_votes,
)
from bot.tables.takeback import agreed, kept, last_act
from bot.tables.timing import plays_himself
from bot.terms import Status, Subject

STOP: Final = "stop"
PAUSE: Final = "pause"
SEAT: Final = "seat"


def offer_seat(state: State, at: Moment, user_id: int, seat: Seat, heir: int) -> State:
    """Propose to hand over the own seat, or one reserved for a player who left.

    It needs the agreement of everybody and of ``heir``.
    """
    state.running()
    state.seat_needed(user_id)
    if state.takes_back():
        raise Refused(Refusal.VOTE_OPEN)
    given = state.there(seat)
    if given is None or (given.user_id != user_id and given.kept_for is None):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    if state.seat_of(heir) is not None or state.kept_seat(heir) is not None:
        raise Refused(Refusal.HEIR_SEATED)
    return voted(state, at, Vote(user_id, SEAT, at.now, seat, heir))


def agree(state: State, at: Moment, user_id: int, about: Subject | None) -> State:
    """Agree to the open proposal; the last agreement carries it out."""
    state.running()
    _refuse_unless_open(state, user_id, about)
    if state.takes_back():
        return agreed(state, at, user_id)
    return voted(state, at, replace(state.running_votes()[0], user_id=user_id, at=at.now))


def decline(state: State, at: Moment, user_id: int, about: Subject | None) -> State:
    """End the proposal with one "no"."""
    _refuse_unless_open(state, user_id, about)
    return kept(state, at) if state.takes_back() else without_votes(state, at.now)


def _refuse_unless_open(state: State, user_id: int, about: Subject | None) -> None:
    """Raise Refused unless this proposal is open and the user has a vote on it.

    Another proposal may have replaced the one the user saw; old messages do not say which it was.
    """
    refuse_unless_asked(state, user_id)
    if not state.proposal():
        raise Refused(Refusal.NO_VOTE)
    if about != subject_of(state):
        raise Refused(Refusal.STALE)


def voted(state: State, at: Moment, vote: Vote) -> State:
    """Add a vote for a proposal, which replaces any other; the last vote carries it out."""
    same = [old for old in state.running_votes() if _subject(old) == _subject(vote)]
    if vote.user_id not in [old.user_id for old in same]:
        same.append(vote)
    marks = tuple(old for old in state.votes if old.kind == KEPT)
    by_time = sorted((*marks, *same), key=lambda one: (one.at, one.user_id, one.kind))
    state = state._replace(votes=tuple(by_time))
    if state.waiting_for():
        return state
    if vote.seat is not None and vote.heir is not None:
        return pass_on(state._replace(votes=marks), at, vote.seat, vote.heir)
    return _ended(state, at, vote.kind)


def late(state: State, at: Moment, seat: Seat, version: int, action: Action) -> State:
    """As ``moves.late``; the vote of a player who becomes absent by it is no longer needed.

    If it was the last missing vote for a stop or a pause, that is carried out instead of the move.
    A seat is handed over by a button press alone: a timeout must not fail because the successor
    sits at too many tables.
    """
    after = moves.late(state, at, seat, version, action)
    if after is state:
        return state
    missed = with_sitting(state, after.sitting(seat))
    kind, is_anybody_there = missed.proposal(), any(map(plays_himself, missed.sittings))
    if kind not in (STOP, PAUSE) or missed.waiting_for() or not is_anybody_there:
        return after
    return _ended(missed, at, kind)


def _ended(state: State, at: Moment, kind: str) -> State:
    """Carry out the proposal: end or pause the match."""
    if kind == STOP:
        return moves.stop(state, at)
    return with_status(state, Status.PAUSED, at.now)._replace(votes=())


def subject_of(state: State) -> Subject | None:
    """Return the open proposal, or None."""
    running = state.running_votes()
    if not running:
        return None
    if state.takes_back():
        line = last_act(state)
        return Subject(TAKE_BACK, line=None if line is None else line.version)
    return _subject(running[0])


def _subject(vote: Vote) -> Subject:
    return Subject(vote.kind, vote.seat, vote.heir)
