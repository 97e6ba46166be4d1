"""Take-backs: an action of a player taken back (docs/rules/README.md, Taking back).

A take-back is a line of the log; the request to the other players is a vote. While it is open no
reminder is sent and no robot moves; the seat to act may still act, and then the request lapses. A
declined request leaves a mark beside the votes until the next line. Pure functions; each raises
Refused or IllegalAction, and then nothing has changed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.engine import cards, replaying, rules
from bot.engine.actions import TakeBack
from bot.engine.game import Game
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.store.records import LogLine, StoredVote
from bot.tables import moves
from bot.tables.state import (
    CLOCK_TIMES,
    DECLINED_BY,
    TAKE_BACK_DECLINED,
    TAKE_BACK_VOTE,
    VOTE_SECONDS,
    ChangeContext,
    TableState,
    with_deadline,
    with_vote,
)

_TAKE_BACK_VERB: Final = "takeback "
_NO_PERSON: Final = (moves.ROBOT_ACTOR, moves.TABLE_ACTOR)  # lines by the rules and by robots


class PossibleTakeBack(NamedTuple):
    """A possible take-back: its line, the number of later actions, and the game without them."""

    line: LogLine
    later_actions: int
    game: Game


class NewestAct(NamedTuple):
    """The newest line of the open deal by a person, or by the clock for one.

    ``games`` are needed to take it back: the one before it, and later ones in which something was
    sealed.
    """

    line: LogLine
    games: tuple[Game, ...]


def request_take_back(
    state: TableState, at: ChangeContext, user_id: int, version: int | None = None
) -> TableState:
    """Request the user's last action back; with nobody to ask it is carried out at once.

    ``version`` is that of its line, so that a second press cannot refer to an earlier action.
    """
    undone = require_own_action(state, user_id)
    if version not in (None, undone.line.version):
        raise Refused(Refusal.STALE)
    if declined_user(state) is not None:
        raise Refused(Refusal.TAKE_BACK_KEPT)
    if state.is_take_back_open():
        return state
    if state.proposal_kind():
        raise Refused(Refusal.VOTE_OPEN)
    if replaying.is_free_take_back(undone.game.rules, state.row.friendly, undone.later_actions):
        return _carry_out_take_back(state, at, undone)
    asked = with_vote(state, StoredVote(user_id, TAKE_BACK_VOTE, at.now))
    if not asked.missing_voters():
        return _carry_out_take_back(asked, at, undone)
    times = CLOCK_TIMES.get(state.row.clock)  # a vote may take as long as a move
    until = at.now + (VOTE_SECONDS if times is None else times.move)
    return asked._replace(row=asked.row._replace(deadline=until, wake=until))


def require_own_action(state: TableState, user_id: int) -> PossibleTakeBack:
    """Return the last action of this player if it can be taken back."""
    game = state.require_game()
    state.require_seat(user_id)
    if game.rules.options.take_back is rules.TakingBack.OFF:
        raise rules.IllegalAction(rules.RuleReason.TAKE_BACK_OFF)
    line = last_human_action(state)
    if line is None or line.by != str(user_id):
        raise rules.IllegalAction(rules.RuleReason.NOTHING_TO_TAKE_BACK)
    return _possible_take_back(state, game, line)


def last_own_action(state: TableState, newest: NewestAct | None = None) -> LogLine | None:
    """Return the last action while its player may usefully ask for it back.

    ``newest`` is as ``newest_act`` gives it; if it is None the deal is replayed.
    """
    if state.row.status is not Status.PLAYING or state.votes:
        return None
    line = last_human_action(state) if newest is None else newest.line
    if line is None or not line.by.isdecimal() or state.seat_of(int(line.by)) is None:
        return None
    assert state.base_game is not None
    games = (
        _games_of_deal(_lines_of_deal(state), state.base_game)
        if newest is None
        else [*newest.games, state.base_game]
    )
    try:
        replaying.apply_take_back(games, line.seat, TakeBack(line.version))
    except rules.IllegalAction:
        return None
    return line


def newest_act(known: NewestAct | None, before: TableState, after: TableState) -> NewestAct | None:
    """Return the newest act of a person after one more line; ``known`` is the one before it.

    None where it is not known: in a new deal, and after a take-back.
    """
    assert after.entry is not None
    line, game, newer = after.entry.line, before.base_game, after.base_game
    if game is None or game.deal is None or newer is None or newer.deal is None:
        return None
    is_dealt = game.deal.is_dealt and newer.deal.is_dealt
    if not is_dealt or line.text.startswith(_TAKE_BACK_VERB):
        return None
    if line.by not in _NO_PERSON:
        return NewestAct(line, (game,))
    if known is None or not replaying.is_sealed(game):
        return known
    return NewestAct(known.line, (*known.games, game))


def requested_take_back(state: TableState) -> PossibleTakeBack | None:
    """Return the take-back that is being voted on."""
    line = last_human_action(state) if state.is_take_back_open() else None
    try:
        return None if line is None else _possible_take_back(state, state.require_game(), line)
    except rules.IllegalAction:  # a later version of the rules may not allow it
        return None


def declined_user(state: TableState) -> int | None:
    """Return the user whose request was declined; None once the game has gone on."""
    return next((vote.user_id for vote in state.votes if vote.kind == TAKE_BACK_DECLINED), None)


def declining_user(state: TableState) -> int | None:
    """Return the user who declined the last request; None where its time ran out."""
    return next((vote.user_id for vote in state.votes if vote.kind == DECLINED_BY), None)


def take_back_counts(state: TableState) -> tuple[tuple[cards.Seat, int], ...]:
    """Return the number of take-backs per seat in the open deal."""
    seats = [line.seat for line in _lines_of_deal(state) if line.text.startswith(_TAKE_BACK_VERB)]
    return tuple(sorted(Counter(seats).items()))


def version_without_take_backs(state: TableState) -> int:
    """Return the version as it would be without the take-backs of this deal.

    It is the same whenever the same actions stand, so a hint whose seed it is stays the same.
    """
    lines = state.log.lines
    return state.row.version - len(lines) + len(replaying.standing_lines(lines))


def standing_course(state: TableState) -> list[str]:
    """Return the acts of the open deal that stand, lines "seat action", without the deck."""
    standing = replaying.standing_lines(_lines_of_deal(state))
    return [f"{line.seat} {line.text}" for line in standing[1:]]


def last_human_action(state: TableState) -> LogLine | None:
    """Return the newest line of the open deal by a person, or by the clock for one."""
    if state.base_game is None or state.base_game.deal is None:
        return None
    said = reversed(replaying.standing_lines(_lines_of_deal(state)))
    return next((line for line in said if line.by not in _NO_PERSON), None)


def approve_take_back(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Add an agreement; the last one carries the take-back out."""
    state = with_vote(state, StoredVote(user_id, TAKE_BACK_VOTE, at.now))
    line = last_human_action(state)
    if line is None or state.missing_voters():
        return state
    return _carry_out_take_back(state, at, _possible_take_back(state, state.require_game(), line))


def decline_take_back(
    state: TableState, at: ChangeContext, user_id: int | None = None
) -> TableState:
    """Let the action stand after the "no" of ``user_id`` or a timeout.

    It cannot be requested again.
    """
    marks = [StoredVote(state.open_votes()[0].user_id, TAKE_BACK_DECLINED, at.now)]
    if user_id is not None:
        marks.append(StoredVote(user_id, DECLINED_BY, at.now))
    by_time = sorted(marks, key=lambda one: (one.at, one.user_id, one.kind))
    return with_deadline(state._replace(votes=tuple(by_time)), state.require_game(), at.now)


def expire_take_back(state: TableState, at: ChangeContext) -> TableState:
    """End a vote whose time is over; do nothing when it has been answered."""
    deadline = state.row.deadline
    if not state.is_take_back_open() or deadline is None or at.now < deadline:
        return state
    return decline_take_back(state, at)


def _possible_take_back(state: TableState, game: Game, line: LogLine) -> PossibleTakeBack:
    """Return the take-back of a line. Raises IllegalAction where the rules do not allow it."""
    lines = _lines_of_deal(state)
    gone = replaying.apply_take_back(_games_of_deal(lines, game), line.seat, TakeBack(line.version))
    acts = sum(one.version > line.version for one in replaying.standing_lines(lines))
    return PossibleTakeBack(line, acts, gone)


def games_of_deal(state: TableState) -> list[Game]:
    """Return the games of the open deal after each line that stands, the newest last."""
    assert state.base_game is not None
    return _games_of_deal(_lines_of_deal(state), state.base_game)


def _games_of_deal(lines: Sequence[LogLine], game: Game) -> list[Game]:
    """Return the games of the deal after each line that stands."""
    deck = Game(game.rules, game.carry, None, lines[0].version, game.last, False)
    return replaying.replay_games(deck, ((one.seat, one.text) for one in lines))


def _lines_of_deal(state: TableState) -> tuple[LogLine, ...]:
    """Return the lines since the deck, which comes first; empty before the deck."""
    lines = state.log.lines
    decks = [n for n, line in enumerate(lines) if line.text.startswith("deck ")]
    return lines[decks[-1] :] if decks else ()


def _carry_out_take_back(
    state: TableState, at: ChangeContext, undone: PossibleTakeBack
) -> TableState:
    line = undone.line
    return moves.append_line(state, at, line.seat, TakeBack(line.version), line.by, undone.game)
