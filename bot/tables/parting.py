"""Leaving a match, returning to it, and handing a seat to another player.

A result belongs to the player who achieved it. The seat of a player who leaves is reserved: a robot
plays it on, and its score is written under that player's name as left. A player who takes over a
seat begins at zero: the sheet's value at that moment is a share of the previous holders, and the
rest is the new holder's.

Pure functions, as in ``changes``; each raises Refused, and then nothing has changed.
"""

from dataclasses import replace
from typing import Final, assert_never

from bot.engine.cards import Seat
from bot.engine.deal import QUESTIONS, Stage
from bot.engine.fairness import without_word
from bot.engine.families import family_of
from bot.engine.game import Game, stage_of
from bot.refusals import Refusal, Refused
from bot.store.rows import Score, Sitting
from bot.tables.moves import present, stop
from bot.tables.publishing import scored_deals
from bot.tables.state import (
    Moment,
    State,
    refuse_if_over,
    with_deadline,
    with_sitting,
    with_status,
)
from bot.terms import ENDED, Leaving, Parting, Status

_NO_CARDS: Final = QUESTIONS | {Stage.DRAW, Stage.BETWEEN}


def get_up(state: State, at: Moment, seat: Seat, how: Leaving) -> State:
    """Leave a running match with the given outcome; the last player to leave ends it.

    Scored deals are never lost by that. If others have left before, their results are at stake as
    well, and the match is settled as an abandoned one.
    """
    match how:
        case Leaving.KEPT | Leaving.FROZEN:
            return _left(state, at, seat)
        case Leaving.SETTLED:
            return stop(state, at)
        case Leaving.ALONE:
            return stop(_left(state, at, seat), at)
        case Leaving.VOID:
            return with_status(state, Status.VOID, at.now)
        case unknown:
            assert_never(unknown)


def leaving(state: State, seat: Seat) -> Leaving | None:
    """Return the outcome if the holder of this seat left now; None without a running match."""
    if state.row.status in (Status.LOBBY, *ENDED):
        return None
    if state.row.status is Status.FROZEN:
        return Leaving.FROZEN
    if others_at(state, seat):
        return Leaving.KEPT
    if scored_deals(state) == 0:
        return Leaving.VOID
    return Leaving.SETTLED if has_stakes(state) else Leaving.ALONE


def others_at(state: State, seat: Seat) -> list[int]:
    """Return the users on the other seats, absent ones included."""
    return [s.user_id for s in state.sittings if s.user_id is not None and s.seat != seat]


def has_stakes(state: State) -> bool:
    """Return True if results of people are at stake who do not sit there any more."""
    kept = any(sitting.kept_for is not None for sitting in state.sittings)
    return kept or any(share.robot is None for share in state.shares)


def _left(state: State, at: Moment, seat: Seat) -> State:
    """Seat a robot that keeps the seat for its player."""
    sitting, deal = state.sitting(seat), scored_deals(state)
    if state.game is not None and stage_of(state.game) not in _NO_CARDS:
        deal += 1
    robot = Sitting(
        seat,
        None,
        at.level,
        since=state.row.version,
        kept_for=sitting.user_id,
        left_in=max(1, deal),
        first_deal=sitting.first_deal,
    )
    return without_his_word(with_sitting(state, robot), seat)


def without_his_word(state: State, seat: Seat) -> State:
    """Drop a leaving player's word for the cut, unless the deck already contains it."""
    if state.shuffle is None or (state.game is not None and state.game.deal is not None):
        return state
    words = without_word(state.shuffle.words, seat)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def come_back(state: State, at: Moment, user_id: int) -> State:
    """ "I'm back": stop the robot that plays for this player, absent or left."""
    kept = state.kept_seat(user_id)
    if kept is not None:
        return _returned(state, at, state.sitting(kept), user_id)
    game, sitting = state.running(), state.sitting(state.seat_needed(user_id))
    if not sitting.away:
        raise Refused(Refusal.NOT_AWAY)
    return with_deadline(with_sitting(state, present(sitting)), game, at.now)


def _returned(state: State, at: Moment, robot: Sitting, user_id: int) -> State:
    refuse_if_over(state)
    if state.row.status is Status.FROZEN:
        raise Refused(Refusal.TABLE_FROZEN)
    since = state.row.version
    own = Sitting(robot.seat, user_id, None, since, first_deal=robot.first_deal)
    votes = tuple(vote for vote in state.votes if vote.seat != robot.seat)
    state = with_sitting(state, own)._replace(votes=votes)
    if state.row.status is not Status.PLAYING or state.game is None:
        return state
    return with_deadline(state, state.game, at.now)


def pass_on(state: State, at: Moment, seat: Seat, user_id: int) -> State:
    """Hand the seat over from the next line on; the new holder scores the deals from here.

    ``user_id`` takes it from a robot, from the player who hands it over, or from one who has left.
    """
    game, old = state.game, state.sitting(seat)
    assert game is not None
    share = _share(state, game, old)
    first = old.first_deal
    if share is not None:
        first, state = game.carry.number + 1, state._replace(shares=(*state.shares, share))
    new = Sitting(seat, user_id, None, state.row.version, first_deal=first)
    state = without_his_word(with_sitting(state, new), seat)
    if old.user_id is not None and state.row.host_id == old.user_id:
        state = state._replace(row=state.row._replace(host_id=user_id))
    stands_still = state.row.deadline is None  # no clock runs for one human among robots
    if state.row.status is Status.PLAYING and (stands_still or state.asked() in (seat, None)):
        return with_deadline(state, game, at.now)
    return state


def _share(state: State, game: Game, old: Sitting) -> Score | None:
    """Return the score of the previous holder; None if they have no scored deal to keep.

    A player who left is recorded in any case, whatever was scored.
    """
    mark = Parting.HANDED if old.kept_for is None else Parting.LEFT
    deals = game.carry.number
    if mark is Parting.HANDED and deals < (old.first_deal or 1):
        return None
    before = [share.balance for share in state.shares if share.seat == old.seat]
    balances = family_of(game.rules).balance(game.rules, game.carry.sheet)
    own = balances[old.seat]
    place = 1 + sum(other > own for other in balances)
    return Score(
        old.seat,
        old.kept_for if old.user_id is None else old.user_id,
        None if old.kept_for is not None else old.robot,
        own - sum(before),
        place if mark is Parting.HANDED else game.rules.players,
        part=len(before) + 1,
        mark=mark,
        first_deal=old.first_deal,
        last_deal=deals if old.left_in is None else old.left_in,
    )
