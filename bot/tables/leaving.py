"""Leaving a match, returning to it, and handing a seat to another player.

A result belongs to the player who achieved it. The seat of a player who leaves is reserved: a robot
plays it on, and its score is written under that player's name as left. A player who takes over a
seat begins at zero: the sheet's value at that moment is a share of the previous holders, and the
rest is the new holder's.

Pure functions, as in ``changes``; each raises Refused, and then nothing has changed.
"""

from typing import Final, assert_never

from bot.engine import deal, families, game, shuffle
from bot.engine.cards import Seat
from bot.model.enums import ENDED_STATUSES, Departure, LeaveOutcome, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.store.records import SeatHolder, SeatScore
from bot.tables import kibitzing
from bot.tables.moves import end_match, mark_present
from bot.tables.state import (
    ChangeContext,
    TableState,
    refuse_if_over,
    scored_deal_count,
    with_deadline,
    with_seat_holder,
    with_status,
)

_STAGES_WITHOUT_CARDS: Final = deal.QUESTION_STAGES | {deal.Stage.DRAW, deal.Stage.BETWEEN}


def leave_match(state: TableState, at: ChangeContext, seat: Seat, how: LeaveOutcome) -> TableState:
    """Leave a running match with the given outcome; the last player to leave ends it.

    Scored deals are never lost by that. If others have left before, their results are at stake as
    well, and the match is settled as an abandoned one.
    """
    match how:
        case LeaveOutcome.KEPT | LeaveOutcome.FROZEN:
            return _seat_substitute(state, at, seat)
        case LeaveOutcome.SETTLED:
            return end_match(_seat_leavers_again(state), at)
        case LeaveOutcome.ALONE:
            return end_match(_seat_substitute(state, at, seat), at)
        case LeaveOutcome.VOID:
            return with_status(state, Status.VOID, at.now)
        case unknown:
            assert_never(unknown)


def leave_outcome(state: TableState, seat: Seat) -> LeaveOutcome | None:
    """Return the outcome if the holder of this seat left now; None without a running match."""
    if state.row.status in (Status.LOBBY, *ENDED_STATUSES):
        return None
    if state.row.status is Status.FROZEN:
        return LeaveOutcome.FROZEN
    if other_humans(state, seat):
        return LeaveOutcome.KEPT
    if scored_deal_count(state) == 0:
        return LeaveOutcome.VOID
    return LeaveOutcome.SETTLED if has_stakes(state) else LeaveOutcome.ALONE


def other_humans(state: TableState, seat: Seat) -> list[int]:
    """Return the users on the other seats, absent ones included."""
    return [s.user_id for s in state.seat_holders if s.user_id is not None and s.seat != seat]


def has_stakes(state: TableState) -> bool:
    """Return True if results of people are at stake who do not sit there any more."""
    kept = any(sitting.kept_for is not None for sitting in state.seat_holders)
    return kept or any(share.robot is None for share in state.shares)


def _seat_substitute(state: TableState, at: ChangeContext, seat: Seat) -> TableState:
    """Seat a robot that keeps the seat for its player."""
    sitting, deal = state.seat_holder(seat), scored_deal_count(state)
    if state.game is not None and game.stage_of(state.game) not in _STAGES_WITHOUT_CARDS:
        deal += 1
    robot = SeatHolder(
        seat,
        None,
        at.level_for(state.row),
        since=state.row.version,
        kept_for=sitting.user_id,
        left_in=max(1, deal),
        first_deal=sitting.first_deal,
    )
    return without_cut_word(with_seat_holder(state, robot), seat)


def _seat_leavers_again(state: TableState) -> TableState:
    """Give their seats back to the players who left after the last scored deal.

    The last player is getting up as well: the table breaks up together, and no robot has written
    anything for them since (docs/rules/README.md, "Leaving", rule 5).
    """
    first = state.log.lines[0].version if state.log.lines else state.row.version
    for robot in state.seat_holders:
        if robot.kept_for is not None and robot.since >= first:
            own = SeatHolder(robot.seat, robot.kept_for, None, robot.since)
            state = with_seat_holder(state, replace(own, first_deal=robot.first_deal))
    return state


def without_cut_word(state: TableState, seat: Seat) -> TableState:
    """Drop a leaving player's word for the cut, unless the deck already contains it."""
    if state.shuffle is None or (state.game is not None and state.game.deal is not None):
        return state
    words = shuffle.without_word(state.shuffle.words, seat)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def rejoin_match(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """ "I'm back": stop the robot that plays for this player, absent or left."""
    kept = state.reserved_seat(user_id)
    if kept is not None:
        return _return_after_leaving(state, at, state.seat_holder(kept), user_id)
    game, sitting = state.require_game(), state.seat_holder(state.require_seat(user_id))
    if not sitting.away:
        raise Refused(Refusal.NOT_AWAY)
    return with_deadline(with_seat_holder(state, mark_present(sitting)), game, at.now)


def _return_after_leaving(
    state: TableState, at: ChangeContext, robot: SeatHolder, user_id: int
) -> TableState:
    refuse_if_over(state)
    if state.row.status is Status.FROZEN:
        raise Refused(Refusal.TABLE_FROZEN)
    since = state.row.version
    own = SeatHolder(robot.seat, user_id, None, since, first_deal=robot.first_deal)
    votes = tuple(vote for vote in state.votes if vote.seat != robot.seat)
    state = with_seat_holder(state, own)._replace(votes=votes)
    if state.row.status is not Status.PLAYING or state.game is None:
        return state
    return with_deadline(state, state.game, at.now)


def hand_over_seat(state: TableState, at: ChangeContext, seat: Seat, user_id: int) -> TableState:
    """Hand the seat over from the next line on; the new holder scores the deals from here.

    ``user_id`` takes it from a robot, from the player who hands it over, or from one who has left.
    """
    game, old = state.game, state.seat_holder(seat)
    assert game is not None
    kibitzing.refuse_seat(state, user_id)
    state = kibitzing.without_notes_of(state, user_id)
    share = _score_share(state, game, old)
    first = old.first_deal
    if share is not None:
        first, state = game.carry.number + 1, state._replace(shares=(*state.shares, share))
    new = SeatHolder(seat, user_id, None, state.row.version, first_deal=first)
    state = without_cut_word(with_seat_holder(state, new), seat)
    if old.user_id is not None and state.row.host_id == old.user_id:
        state = state._replace(row=state.row._replace(host_id=user_id))
    stands_still = state.row.deadline is None  # no clock runs for one human among robots
    if state.row.status is Status.PLAYING and (stands_still or state.seat_to_act() in (seat, None)):
        return with_deadline(state, game, at.now)
    return state


def _score_share(state: TableState, game: game.Game, old: SeatHolder) -> SeatScore | None:
    """Return the score of the previous holder; None if they have no scored deal to keep.

    A player who left is recorded in any case, whatever was scored.
    """
    mark = Departure.HANDED if old.kept_for is None else Departure.LEFT
    deals = game.carry.number
    if mark is Departure.HANDED and deals < (old.first_deal or 1):
        return None
    before = [share.balance for share in state.shares if share.seat == old.seat]
    balances = families.family_of(game.rules).balance(game.rules, game.carry.sheet)
    own = balances[old.seat]
    place = 1 + sum(other > own for other in balances)
    return SeatScore(
        old.seat,
        old.kept_for if old.user_id is None else old.user_id,
        None if old.kept_for is not None else old.robot,
        own - sum(before),
        place if mark is Departure.HANDED else game.rules.players,
        part=len(before) + 1,
        mark=mark,
        first_deal=old.first_deal,
        last_deal=deals if old.left_in is None else old.left_in,
    )
