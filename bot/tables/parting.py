"""Getting up in the middle of a match, coming back, and giving a seat to somebody else.

A result belongs to whoever played it.  Who leaves keeps his seat: a robot plays it on, and what it
makes is written under his name as left.  Who takes a seat over begins at nought: what the sheet was
worth at that moment is a share of those before him, and the rest is his.

Pure, as ``changes``; each raises Refused, and then nothing has changed.
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
    """Leave a match that has begun, with what comes of it; the last one there ends it.

    Nothing that was scored is lost by that.  Where others have left before him their results are
    at stake as well, and the match is settled as one that was given up.
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
    """What would come of it if whoever sits there got up now; None where no match goes on."""
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
    """The people on the other seats, those who are away among them."""
    return [s.user_id for s in state.sittings if s.user_id is not None and s.seat != seat]


def has_stakes(state: State) -> bool:
    """Whether a result of people is at stake who do not sit there any more."""
    kept = any(sitting.kept_for is not None for sitting in state.sittings)
    return kept or any(share.robot is None for share in state.shares)


def _left(state: State, at: Moment, seat: Seat) -> State:
    """A robot has the seat, and keeps it for him."""
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
    """Who gets up takes his word along, while it is in no deck."""
    if state.shuffle is None or (state.game is not None and state.game.deal is not None):
        return state
    words = without_word(state.shuffle.words, seat)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def come_back(state: State, at: Moment, user_id: int) -> State:
    """ "I'm back": the robot stops playing for this player, whether he was away or had left."""
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
    """The seat is somebody else's from the next line on: its score is that of the deals from here.

    ``user_id`` takes it from a robot, from who hands it over, or from who has left.
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
    stands_still = state.row.deadline is None  # as it does for one human among robots
    if state.row.status is Status.PLAYING and (stands_still or state.asked() in (seat, None)):
        return with_deadline(state, game, at.now)
    return state


def _share(state: State, game: Game, old: Sitting) -> Score | None:
    """What whose seat it was has made of it; None where no deal was scored for him to keep.

    Who has left has left a match, though, whatever was scored.
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
