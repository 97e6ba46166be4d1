"""Changes that write a line of the log: moves of players, robots, clocks and the table itself.

The state also gets the side effects of a move: presence, absence, deadline, results. Pure
functions; each raises Refused or IllegalAction, and then nothing has changed.
"""

from dataclasses import replace
from datetime import UTC, tzinfo
from typing import Final

from bot.engine import game, notation, rule_errors, shuffle
from bot.engine.actions import STOP, Action, Deck
from bot.engine.cards import TABLE_SEAT, Seat
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.presets import parse_rules
from bot.store.records import LogEntry, LogLine, SeatHolder, Shuffle
from bot.tables.score_records import deal_addition, deal_closing, match_final
from bot.tables.state import (
    MARKS,
    NO_LINES,
    TAKE_BACK_VOTE,
    ChangeContext,
    TableState,
    refuse_start,
    with_game,
    with_seat_holder,
    with_status,
)
from bot.tables.timing import is_present_human, match_end_time, move_deadline, wake_time

ROBOT_ACTOR: Final = "robot"  # the actor of a robot's line
TABLE_ACTOR: Final = "table"  # the rules made the line: the draw, a deck, a move without a choice
HURRIED_ROBOT: Final = "hurried robot"  # made the plain move, because the machine was too busy


def act(state: TableState, at: ChangeContext, user_id: int, version: int, text: str) -> TableState:
    """Apply a player's action to the state they saw; it also marks them as present."""
    state.require_game()
    seat = state.require_seat(user_id)
    if version != state.row.version:
        raise Refused(Refusal.STALE)
    try:
        action = notation.parse_action(text)
    except rule_errors.BadNotation as error:
        raise Refused(Refusal.UNREADABLE, text=text[:40]) from error
    return _apply_action(_mark_back(state, seat), at, seat, action, str(user_id))


def make_move(
    state: TableState, at: ChangeContext, seat: Seat, version: int, action: Action, by: str
) -> TableState:
    """Apply a move by the table or a robot; do nothing if the game has moved on or may go back.

    A robot's move is also dropped if the player has returned since the robot began to think: no
    line records a return, so the version alone cannot show it.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.is_take_back_open() or (
        by in (ROBOT_ACTOR, HURRIED_ROBOT) and is_present_human(state.seat_holder(seat))
    ):
        return state
    return _apply_action(state, at, seat, action, by)


def deal_deck(
    state: TableState, at: ChangeContext, version: int, dealing: shuffle.ShuffleFunction
) -> TableState:
    """Deal the deck given by the seed and all words; do nothing if the game has moved on."""
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    shuffle = state.shuffle
    assert shuffle is not None  # drawn with the lobby, or with the line that closed a deal
    cards = dealing(shuffle.seed, state.row.game_id, shuffle.deal, shuffle.words)
    return _apply_action(state, at, TABLE_SEAT, Deck(cards), TABLE_ACTOR)


def move_after_timeout(
    state: TableState, at: ChangeContext, seat: Seat, version: int, action: Action
) -> TableState:
    """Make a move for a player whose time ran out; the second miss in a row makes them absent.

    Does nothing when the game has moved on or got more time meanwhile.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.row.deadline is None or at.now < state.row.deadline or state.is_take_back_open():
        return state
    sitting = state.seat_holder(seat)
    if is_present_human(sitting):
        misses = sitting.misses + 1
        state = with_seat_holder(state, replace(sitting, misses=misses, away=misses >= 2))
    return _apply_action(state, at, seat, action, "clock")


def start_match(
    state: TableState, at: ChangeContext, user_id: int, draw: Action, zone: tzinfo = UTC
) -> TableState:
    """Start the match with the draw for dealer; for the host only.

    ``zone`` is the time zone of a match that ends at a time of day.
    """
    refuse_start(state, user_id)
    rules = parse_rules(state.row.rules)
    begun = with_status(state, Status.PLAYING, at.now)
    begun = with_game(begun, game.new_game(rules))
    ends_at = match_end_time(rules, at.now, zone)
    begun = begun._replace(row=begun.row._replace(ends_at=ends_at, starts_at=None))
    return _apply_action(begun, at, TABLE_SEAT, draw, TABLE_ACTOR)


def end_match(state: TableState, at: ChangeContext) -> TableState:
    """End the match now: written scores are settled; without a scored deal it is void."""
    if state.row.status is Status.PAUSED:
        state = with_status(state, Status.PLAYING, at.now)
    return _apply_action(state, at, TABLE_SEAT, STOP, TABLE_ACTOR)


def mark_present(sitting: SeatHolder) -> SeatHolder:
    """Return the seat holder as present, without missed moves."""
    return replace(sitting, misses=0, away=False)


def _mark_back(state: TableState, seat: Seat) -> TableState:
    sitting = state.seat_holder(seat)
    was_missed = sitting.misses or sitting.away
    return with_seat_holder(state, mark_present(sitting)) if was_missed else state


def _apply_action(
    state: TableState, at: ChangeContext, seat: Seat, action: Action, by: str
) -> TableState:
    return append_line(
        state, at, seat, action, by, game.apply_action(state.require_game(), seat, action)
    )


def append_line(
    state: TableState, at: ChangeContext, seat: Seat, action: Action, by: str, after: game.Game
) -> TableState:
    """Append the line of an action that led to the game ``after``, with all that it closes."""
    before, row = state.require_game(), state.row
    is_hurried = by == HURRIED_ROBOT
    line = LogLine(
        version=row.version,
        deal=before.carry.number + 1,
        seat=seat,
        text=notation.format_action(action),
        by=ROBOT_ACTOR if is_hurried else by,
        at=at.now,
    )
    final = match_final(after, state.seat_holders, at.now, state.shares)
    deadline = move_deadline(after, state.seat_holders, state.clock, at.now)
    wake = wake_time(after, deadline, state.clock)
    row = row._replace(version=row.version + 1, deadline=deadline, wake=wake)
    closing, addition = deal_closing(before, after), deal_addition(before, after)
    entry = LogEntry(line, closing, final, addition, is_hurried)
    log = state.log.with_line(line) if entry.closing is None else NO_LINES
    votes = tuple(vote for vote in state.votes if vote.kind not in (TAKE_BACK_VOTE, *MARKS))
    moved = with_game(state, after)._replace(row=row, votes=votes, entry=entry, log=log)
    if final is None:
        return moved if entry.closing is None else _with_next_seed(moved, line.deal + 1, at.seed)
    status = Status.OVER if final.scores else Status.VOID
    return with_status(moved, status, at.now)._replace(votes=(), shares=())


def _with_next_seed(state: TableState, deal: int, seed: bytes) -> TableState:
    """Fix the next deck, except for the words of the cut, before anybody can cut."""
    return state._replace(shuffle=Shuffle(deal, seed))
