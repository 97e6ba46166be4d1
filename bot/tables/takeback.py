"""Take-backs: an action of a player taken back (docs/rules/README.md, Taking back).

A take-back is a line of the log; the request to the other players is a vote. While it is open no
reminder is sent and no robot moves; the seat to act may still act, and then the request lapses. A
declined request leaves a mark beside the votes until the next line. Pure functions; each raises
Refused or IllegalAction, and then nothing has changed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeGuard

from bot.engine.actions import TakeBack
from bot.engine.cards import Seat
from bot.engine.game import Game
from bot.engine.refusal import IllegalAction, RuleReason
from bot.engine.replaying import (
    course,
    is_free,
    is_sealed,
    refuse_where_off,
    standing,
    taken_back,
)
from bot.refusals import Refusal, Refused
from bot.store.rows import Line, Vote
from bot.tables.moves import logged
from bot.tables.state import KEPT, TAKE_BACK, Moment, State, with_deadline, with_vote
from bot.tables.timing import answer_until
from bot.terms import Status

_VERB: Final = "takeback "


class Undone(NamedTuple):
    """A possible take-back: its line, the number of later actions, and the game without them."""

    line: Line
    acts: int
    game: Game


def take_back(state: State, at: Moment, user_id: int, version: int | None = None) -> State:
    """Request the user's last action back; with nobody to ask it is carried out at once.

    ``version`` is that of its line, so that a second press cannot refer to an earlier action.
    """
    undone = own_act(state, user_id)
    if version not in (None, undone.line.version):
        raise Refused(Refusal.STALE)
    if refused(state):
        raise Refused(Refusal.TAKE_BACK_KEPT)
    if state.takes_back():
        return state
    if state.proposal():
        raise Refused(Refusal.VOTE_OPEN)
    if is_free(undone.game.rules, state.row.friendly, undone.acts):
        return _gone(state, at, undone)
    asked = with_vote(state, Vote(user_id, TAKE_BACK, at.now))
    if not asked.waiting_for():
        return _gone(asked, at, undone)
    until = answer_until(state.row.clock, at.now)
    return asked._replace(row=asked.row._replace(deadline=until, wake=until))


def own_act(state: State, user_id: int) -> Undone:
    """Return the last action of this player if it can be taken back."""
    game = state.running()
    state.seat_needed(user_id)
    refuse_where_off(game.rules)
    line = last_act(state)
    if line is None or line.by != str(user_id):
        raise IllegalAction(RuleReason.NOTHING_TO_TAKE_BACK)
    return _undone(state, game, line)


def last_own(state: State, since: Sequence[Game] = ()) -> Line | None:
    """Return the last action while its player may usefully ask for it back.

    ``since`` is as ``with_act`` gives it; if it is empty the deal is replayed.
    """
    line = last_act(state)
    if state.row.status is not Status.PLAYING or state.votes or line is None:
        return None
    if not line.by.isdecimal() or state.seat_of(int(line.by)) is None:
        return None
    return line if _may_be_undone(state, line, since) else None


def with_act(since: tuple[Game, ...], before: State, after: State) -> tuple[Game, ...]:
    """Return the games needed to take back the newest human action.

    These are the one before that action, and later ones in which something was sealed. The result
    is empty where no such action is known: in a new deal, and after a take-back.
    """
    assert after.entry is not None
    line, game = after.entry.line, before.bare
    if not _is_dealt(game) or not _is_dealt(after.bare) or line.text.startswith(_VERB):
        return ()
    if _is_of_person(line):
        return (game,)
    return (*since, game) if since and is_sealed(game) else since


def _is_dealt(game: Game | None) -> TypeGuard[Game]:
    return game is not None and game.deal is not None and game.deal.is_dealt


def asked(state: State) -> Undone | None:
    """Return the take-back that is being voted on."""
    line = last_act(state) if state.takes_back() else None
    try:
        return None if line is None else _undone(state, state.running(), line)
    except IllegalAction:  # a later version of the rules may not allow it
        return None


def refused(state: State) -> tuple[int, ...]:
    """Return the users whose request was declined; empty once the game has gone on."""
    return tuple(vote.user_id for vote in state.votes if vote.kind == KEPT)


def gone_back(state: State) -> tuple[tuple[Seat, int], ...]:
    """Return the number of take-backs per seat in the open deal."""
    seats = [line.seat for line in _of_the_deal(state) if line.text.startswith(_VERB)]
    return tuple(sorted(Counter(seats).items()))


def place_of(state: State) -> int:
    """Return the version as it would be without the take-backs of this deal.

    It is the same whenever the same actions stand, so robots that seed their choices with it decide
    again in the same way: otherwise a player could retry until the robot answers as they like.
    """
    lines = state.lines
    return state.row.version - len(lines) + len(standing(lines))


def last_act(state: State) -> Line | None:
    """Return the newest line of the open deal by a person, or by the clock for one."""
    if state.bare is None or state.bare.deal is None:
        return None
    said = reversed(standing(_of_the_deal(state)))
    return next(filter(_is_of_person, said), None)


def _is_of_person(line: Line) -> bool:
    return line.by == "clock" or line.by.isdecimal()


def agreed(state: State, at: Moment, user_id: int) -> State:
    """Add an agreement; the last one carries the take-back out."""
    state = with_vote(state, Vote(user_id, TAKE_BACK, at.now))
    line = last_act(state)
    if line is None or state.waiting_for():
        return state
    return _gone(state, at, _undone(state, state.running(), line))


def kept(state: State, at: Moment) -> State:
    """Let the action stand after a "no" or a timeout; it cannot be requested again."""
    mark = Vote(state.running_votes()[0].user_id, KEPT, at.now)
    return with_deadline(state._replace(votes=(mark,)), state.running(), at.now)


def lapse(state: State, at: Moment) -> State:
    """End a vote whose time is over; do nothing when it has been answered."""
    deadline = state.row.deadline
    if not state.takes_back() or deadline is None or at.now < deadline:
        return state
    return kept(state, at)


def _may_be_undone(state: State, line: Line, since: Sequence[Game]) -> bool:
    assert state.bare is not None
    is_known = bool(since) and since[0].version == line.version
    games = [*since, state.bare] if is_known else _games(_of_the_deal(state), state.bare)
    try:
        taken_back(games, line.seat, TakeBack(line.version))
    except IllegalAction:
        return False
    return True


def _undone(state: State, game: Game, line: Line) -> Undone:
    """Return the take-back of a line. Raises IllegalAction where the rules do not allow it."""
    lines = _of_the_deal(state)
    gone = taken_back(_games(lines, game), line.seat, TakeBack(line.version))
    acts = sum(one.version > line.version for one in standing(lines))
    return Undone(line, acts, gone)


def _games(lines: Sequence[Line], game: Game) -> list[Game]:
    """Return the games of the deal after each line that stands."""
    deck = Game(game.rules, game.carry, None, lines[0].version, game.last, False)
    return course(deck, ((one.seat, one.text) for one in lines))


def _of_the_deal(state: State) -> tuple[Line, ...]:
    """Return the lines since the deck, which comes first; empty before the deck."""
    decks = [n for n, line in enumerate(state.lines) if line.text.startswith("deck ")]
    return state.lines[decks[-1] :] if decks else ()


def _gone(state: State, at: Moment, undone: Undone) -> State:
    line = undone.line
    return logged(state, at, line.seat, TakeBack(line.version), line.by, undone.game)
