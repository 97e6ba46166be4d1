"""Second thoughts: an act of a player taken back (docs/rules/README.md, Taking back).

A take-back is a line of the log; the question whether the others agree is a vote.  While it is
open nobody is hurried and no robot moves; whoever is asked may still act, and then it has lapsed.
That somebody said no is kept as a mark beside the votes until the next line.
Pure; each raises Refused or IllegalAction, and then nothing has changed.
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
    """What is to be taken back: its line, how many acts came since, and the game without them."""

    line: Line
    acts: int
    game: Game


def take_back(state: State, at: Moment, user_id: int, version: int | None = None) -> State:
    """Ask for the own last act; with nobody to ask it is done.

    ``version`` is that of its line, so that a second press cannot mean an act before it.
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
    """The last act of this player, if it can be taken back at all."""
    game = state.running()
    state.seat_needed(user_id)
    refuse_where_off(game.rules)
    line = last_act(state)
    if line is None or line.by != str(user_id):
        raise IllegalAction(RuleReason.NOTHING_TO_TAKE_BACK)
    return _undone(state, game, line)


def last_own(state: State, since: Sequence[Game] = ()) -> Line | None:
    """The last act, while it is worth while for whoever said it to ask for it back.

    ``since`` is as ``with_act`` gives it; where nothing is known the deal is replayed.
    """
    line = last_act(state)
    if state.row.status is not Status.PLAYING or state.votes or line is None:
        return None
    if not line.by.isdecimal() or state.seat_of(int(line.by)) is None:
        return None
    return line if _may_be_undone(state, line, since) else None


def with_act(since: tuple[Game, ...], before: State, after: State) -> tuple[Game, ...]:
    """What taking back the newest act of a person asks of the games before the newest one.

    That is the one before that act, and those since in which something was sealed.  It is nothing
    where no such act is known: in a new deal, and after something was taken back.
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
    """What is asked back now."""
    line = last_act(state) if state.takes_back() else None
    try:
        return None if line is None else _undone(state, state.running(), line)
    except IllegalAction:  # a later version of the rules has another mind
        return None


def refused(state: State) -> tuple[int, ...]:
    """Who has asked for his last act, which stands; nobody once the game has gone on."""
    return tuple(vote.user_id for vote in state.votes if vote.kind == KEPT)


def gone_back(state: State) -> tuple[tuple[Seat, int], ...]:
    """Who has taken something back in the open deal, and how often."""
    seats = [line.seat for line in _of_the_deal(state) if line.text.startswith(_VERB)]
    return tuple(sorted(Counter(seats).items()))


def place_of(state: State) -> int:
    """The version, had nothing been taken back in this deal.

    It is the same whenever the same has been said, so robots that draw by it have no second mind:
    else an act could be taken back until they answer it as one likes.
    """
    lines = state.lines
    return state.row.version - len(lines) + len(standing(lines))


def last_act(state: State) -> Line | None:
    """The newest line of the open deal that a person said, or the clock for him."""
    if state.bare is None or state.bare.deal is None:
        return None
    said = reversed(standing(_of_the_deal(state)))
    return next(filter(_is_of_person, said), None)


def _is_of_person(line: Line) -> bool:
    return line.by == "clock" or line.by.isdecimal()


def agreed(state: State, at: Moment, user_id: int) -> State:
    """One more yes; with the last one it is taken back."""
    state = with_vote(state, Vote(user_id, TAKE_BACK, at.now))
    line = last_act(state)
    if line is None or state.waiting_for():
        return state
    return _gone(state, at, _undone(state, state.running(), line))


def kept(state: State, at: Moment) -> State:
    """Somebody said no, or nobody anything in time: the act stands, and is not asked for again."""
    mark = Vote(state.running_votes()[0].user_id, KEPT, at.now)
    return with_deadline(state._replace(votes=(mark,)), state.running(), at.now)


def lapse(state: State, at: Moment) -> State:
    """The time for an answer is over; nothing when there was one."""
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
    """Raises IllegalAction where the rules do not allow it."""
    lines = _of_the_deal(state)
    gone = taken_back(_games(lines, game), line.seat, TakeBack(line.version))
    acts = sum(one.version > line.version for one in standing(lines))
    return Undone(line, acts, gone)


def _games(lines: Sequence[Line], game: Game) -> list[Game]:
    """Those of its deal that stand."""
    deck = Game(game.rules, game.carry, None, lines[0].version, game.last, False)
    return course(deck, ((one.seat, one.text) for one in lines))


def _of_the_deal(state: State) -> tuple[Line, ...]:
    """The lines since the deck, which comes first; none while a question is open before it."""
    decks = [n for n, line in enumerate(state.lines) if line.text.startswith("deck ")]
    return state.lines[decks[-1] :] if decks else ()


def _gone(state: State, at: Moment, undone: Undone) -> State:
    line = undone.line
    return logged(state, at, line.seat, TakeBack(line.version), line.by, undone.game)
