"""Proposals that need everybody's agreement: votes, and carrying out after the last one.

Pure functions, as in ``changes``; each raises Refused, and then nothing has changed.
"""

from typing import Final

from bot.engine import actions, cards
from bot.model.enums import Proposal, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.store.records import StoredVote
from bot.tables import kibitzing, leaving, moves, take_backs
from bot.tables.state import (
    MARKS,
    TAKE_BACK_VOTE,
    ChangeContext,
    TableState,
    is_present_human,
    refuse_unless_voter,
    with_seat_holder,
    with_status,
    without_votes,
)

STOP_KIND: Final = "stop"
PAUSE_KIND: Final = "pause"
SEAT_KIND: Final = "seat"


def offer_seat(
    state: TableState, at: ChangeContext, user_id: int, seat: cards.Seat, successor: int
) -> TableState:
    """Propose to hand over the own seat, or one reserved for a player who left.

    It needs the agreement of everybody and of ``successor``.
    """
    state.require_game()
    state.require_seat(user_id)
    if state.is_take_back_open():
        raise Refused(Refusal.VOTE_OPEN)
    given = state.find_seat_holder(seat)
    if given is None or (given.user_id != user_id and given.kept_for is None):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    if state.seat_of(successor) is not None or state.reserved_seat(successor) is not None:
        raise Refused(Refusal.SUCCESSOR_SEATED)
    kibitzing.refuse_seat(state, successor)
    return add_vote(state, at, StoredVote(user_id, SEAT_KIND, at.now, seat, successor))


def approve(
    state: TableState, at: ChangeContext, user_id: int, about: Proposal | None
) -> TableState:
    """Agree to the open proposal; the last agreement carries it out."""
    state.require_game()
    _refuse_unless_open(state, user_id, about)
    if state.is_take_back_open():
        return take_backs.approve_take_back(state, at, user_id)
    return add_vote(state, at, replace(state.open_votes()[0], user_id=user_id, at=at.now))


def decline(
    state: TableState, at: ChangeContext, user_id: int, about: Proposal | None
) -> TableState:
    """End the proposal with one "no"."""
    _refuse_unless_open(state, user_id, about)
    if state.is_take_back_open():
        return take_backs.decline_take_back(state, at, user_id)
    return without_votes(state, at.now)


def _refuse_unless_open(state: TableState, user_id: int, about: Proposal | None) -> None:
    """Raise Refused unless this proposal is open and the user has a vote on it.

    Another proposal may have replaced the one the user saw; old messages do not say which it was.
    """
    refuse_unless_voter(state, user_id)
    if not state.proposal_kind():
        raise Refused(Refusal.NO_VOTE)
    if about != open_proposal(state):
        raise Refused(Refusal.STALE)


def add_vote(state: TableState, at: ChangeContext, vote: StoredVote) -> TableState:
    """Add a vote for a proposal, which replaces any other; the last vote carries it out."""
    same = [old for old in state.open_votes() if _proposal_of(old) == _proposal_of(vote)]
    if vote.user_id not in [old.user_id for old in same]:
        same.append(vote)
    marks = tuple(old for old in state.votes if old.kind in MARKS)
    by_time = sorted((*marks, *same), key=lambda one: (one.at, one.user_id, one.kind))
    state = state._replace(votes=tuple(by_time))
    if state.missing_voters():
        return state
    if vote.seat is not None and vote.successor is not None:
        return leaving.hand_over_seat(state._replace(votes=marks), at, vote.seat, vote.successor)
    return _carry_out(state, at, vote.kind)


def apply_timeout(
    state: TableState, at: ChangeContext, seat: cards.Seat, version: int, action: actions.Action
) -> TableState:
    """As ``moves.move_after_timeout``; a player who becomes absent by it need no longer vote.

    If it was the last missing vote for a stop or a pause, that is carried out instead of the move.
    A seat is handed over by a button press alone: a timeout must not fail because the successor
    sits at too many tables.
    """
    after = moves.move_after_timeout(state, at, seat, version, action)
    if after is state:
        return state
    missed = with_seat_holder(state, after.seat_holder(seat))
    kind, is_anybody_there = missed.proposal_kind(), any(map(is_present_human, missed.seat_holders))
    if kind not in (STOP_KIND, PAUSE_KIND) or missed.missing_voters() or not is_anybody_there:
        return after
    return _carry_out(missed, at, kind)


def _carry_out(state: TableState, at: ChangeContext, kind: str) -> TableState:
    """Carry out the proposal: end or pause the match."""
    if kind == STOP_KIND:
        return moves.end_match(state, at)
    return with_status(state, Status.PAUSED, at.now)._replace(votes=())


def open_proposal(state: TableState) -> Proposal | None:
    """Return the open proposal, or None."""
    running = state.open_votes()
    if not running:
        return None
    if state.is_take_back_open():
        line = take_backs.last_human_action(state)
        return Proposal(TAKE_BACK_VOTE, line=None if line is None else line.version)
    return _proposal_of(running[0])


def _proposal_of(vote: StoredVote) -> Proposal:
    return Proposal(vote.kind, vote.seat, vote.successor)
