"""Changes around the game: seats, robots, house rules, pauses, the end without a result.

Pure functions; each raises Refused and then nothing has changed. Changes that write a line of the
log are in ``moves``. A table without a usable channel pauses and ends after a day; a paused table
with a deadline is one of these, since a pause by vote has none.
"""

from collections.abc import Mapping
from datetime import UTC, tzinfo
from typing import Final

from bot.engine import deal, rules
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.game import stage_of
from bot.engine.shuffle import with_seats, with_word, without_word
from bot.model.enums import ACTIVE_STATUSES, ENDED_STATUSES, Clock, LeaveOutcome, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.presets import rules_text
from bot.store.admin.user_data import ERASED_HOST, LEAGUE_HOST
from bot.store.records import NewGame, SeatHolder, StoredVote
from bot.tables import leaving, moves, voting
from bot.tables.state import (
    READY,
    ChangeContext,
    TableState,
    is_present_human,
    known_level,
    refuse_at_event,
    refuse_if_over,
    refuse_unless_host_in_lobby,
    refuse_unless_lobby,
    with_deadline,
    with_seat_holder,
    with_status,
    without_votes,
)

STOP_VOTE: Final = voting.STOP_KIND
PAUSE_VOTE: Final = voting.PAUSE_KIND

# -- seats


def join(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Take the first free seat, else a robot's; during a match only between two deals.

    A player who has left returns to their own seat.
    """
    refuse_if_over(state)
    if state.seat_of(user_id) is not None:
        raise Refused(Refusal.ALREADY_SEATED)
    if state.reserved_seat(user_id) is not None:
        return leaving.rejoin_match(state, at, user_id)
    seat = _seat_to_join(state)
    if state.row.status is Status.LOBBY:
        return assign_seat(state, seat, user_id=user_id)
    return leaving.hand_over_seat(state, at, seat, user_id)


def leave(
    state: TableState, at: ChangeContext, user_id: int, expected: LeaveOutcome | None = None
) -> TableState:
    """Leave the table: a lobby seat becomes free, in a match a robot takes over.

    ``expected`` is the outcome the player was shown: if two players leave at once, the second one
    was shown an outcome that no longer holds. A lobby with a scheduled start stays open without
    anybody; the next player to sit down becomes its host.
    """
    refuse_if_over(state)
    seat = state.require_seat(user_id)
    how, others = leaving.leave_outcome(state, seat), leaving.other_humans(state, seat)
    if expected is not how:
        raise Refused(Refusal.STALE)
    if how is not None:
        state = _stop_lone_clock(leaving.leave_match(state, at, seat, how))
    elif not others and state.row.starts_at is None:  # an unscheduled empty lobby
        return with_status(state, Status.VOID, at.now)
    else:
        state, others = vacate_seat(state, seat), others or [ERASED_HOST]
    if others and state.row.host_id == user_id:
        state = state._replace(row=state.row._replace(host_id=others[0]))
    return without_votes(state, at.now)


def _stop_lone_clock(state: TableState) -> TableState:
    """Stop the clock of the last human: it no longer makes anybody wait.

    The day after which a match without a channel ends keeps running, and so does the countdown to
    the next deal: they are not a player's clock.
    """
    is_playing = state.row.status is Status.PLAYING
    if state.clock is not Clock.NONE or not is_playing or state.ready_seats():
        return state
    return state._replace(row=state.row._replace(deadline=None, wake=None))


def add_robot(state: TableState, at: ChangeContext, user_id: int, level: str = "") -> TableState:
    """Seat a robot on the first free seat; any seated player may ask for one.

    Without a level it plays like the robot before it.
    """
    refuse_unless_lobby(state)
    state.require_seat(user_id)
    if state.row.host_id == LEAGUE_HOST:
        raise Refused(Refusal.LEAGUE_TABLE)
    if state.row.event:
        level = at.level_for(state.row)
    else:
        level = _require_level(at, level) if level else _default_level(state, at)
    if not (free := free_seats(state)):
        raise Refused(Refusal.TABLE_FULL)
    return assign_seat(state, free[0], robot=level)


def set_level(state: TableState, at: ChangeContext, user_id: int, level: str) -> TableState:
    """Set the level of all robots of a lobby."""
    refuse_unless_lobby(state)
    refuse_at_event(state)
    state.require_seat(user_id)
    level = _require_level(at, level)
    robots = [sitting.seat for sitting in state.seat_holders if sitting.robot is not None]
    for seat in robots:
        state = assign_seat(state, seat, robot=level)
    return state


def assign_seat(
    state: TableState, seat: Seat, *, user_id: int | None = None, robot: str | None = None
) -> TableState:
    """Give the seat to a user or a robot from the next line on."""
    since = state.row.version
    if user_id is not None and state.row.host_id == ERASED_HOST:  # an unhosted weekly table
        state = state._replace(row=state.row._replace(host_id=user_id))
    return with_seat_holder(state, SeatHolder(seat, user_id, robot, since))


def free_seats(state: TableState) -> list[Seat]:
    """Return the seats without a user or a robot."""
    taken = {sitting.seat for sitting in state.seat_holders}
    return [seat for seat in range(state.player_count()) if seat not in taken]


def _seat_to_join(state: TableState) -> Seat:
    """Return the seat for a player who sits down."""
    robots = [sitting for sitting in state.seat_holders if sitting.robot is not None]
    free = [sitting.seat for sitting in robots if sitting.kept_for is None]
    if state.row.status is Status.LOBBY:
        if not (seats := free_seats(state) or free):
            raise Refused(Refusal.TABLE_FULL)
        return seats[0]
    if not free:
        raise Refused(Refusal.SEAT_KEPT if robots else Refusal.NO_FREE_SEAT)
    if state.row.status is Status.FROZEN:
        raise Refused(Refusal.TABLE_FROZEN)
    if state.game is not None and stage_of(state.game) not in (deal.Stage.BETWEEN, deal.Stage.DRAW):
        # a newcomer could look at the cards of a running deal and leave
        is_asked = stage_of(state.game) in deal.QUESTION_STAGES
        raise Refused(Refusal.QUESTION_OPEN if is_asked else Refusal.DEAL_RUNNING)
    return free[0]


def _default_level(state: TableState, at: ChangeContext) -> str:
    there = [sitting.robot for sitting in state.seat_holders if sitting.robot is not None]
    return known_level(there[-1], at.levels) if there else at.default_level


def _require_level(at: ChangeContext, level: str) -> str:
    if level not in at.levels:
        raise Refused(Refusal.LEVEL_UNKNOWN, level=level[:40])
    return level


# -- the host's settings in the lobby


def set_rules(state: TableState, at: ChangeContext, user_id: int, rules: rules.Rules) -> TableState:
    """Set the rules before the first card; fewer seats move people up and remove robots."""
    refuse_unless_host_in_lobby(state, user_id)
    refuse_at_event(state)
    state = fit_seats(state, rules.players)
    return state._replace(row=state.row._replace(rules=rules_text(rules)))


def set_clock(state: TableState, at: ChangeContext, user_id: int, clock: Clock) -> TableState:
    """Set the time per move."""
    refuse_unless_host_in_lobby(state, user_id)
    return state._replace(row=state.row._replace(clock=clock, clock_chosen=True))


def set_friendly(state: TableState, at: ChangeContext, user_id: int, friendly: bool) -> TableState:
    """Choose if the match counts in rankings."""
    refuse_unless_host_in_lobby(state, user_id)
    refuse_at_event(state)
    return state._replace(row=state.row._replace(friendly=friendly))


# -- the cut


def cut_deck(
    state: TableState, at: ChangeContext, user_id: int, deal: int, word: str
) -> TableState:
    """Mix a word of a seated player into the deck of that deal, replacing their earlier word.

    ``word`` is one non-empty line. Refused once the deck lies on the table.
    """
    refuse_if_over(state)
    refuse_at_event(state)
    seat = state.require_seat(user_id)
    if state.row.status is Status.FROZEN:
        raise Refused(Refusal.TABLE_FROZEN)
    shuffle = state.shuffle
    is_dealt = state.game is not None and state.game.deal is not None
    if is_dealt or shuffle is None or shuffle.deal != deal:
        raise Refused(Refusal.CUT_TOO_LATE, deal=deal)
    words = with_word(shuffle.words, seat, word)
    return state._replace(shuffle=replace(shuffle, words=words))


# -- the next deal


def mark_ready(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Note that a player has read the score; the first one starts a countdown for the others.

    A player for whom a robot plays is back with it. Does nothing while no deal is awaited.
    """
    game, seat = state.require_game(), state.require_seat(user_id)
    if state.seat_holder(seat).away:
        state = leaving.rejoin_match(state, at, user_id)
    if stage_of(game) is not deal.Stage.BETWEEN or seat in state.ready_seats():
        return state
    mark = StoredVote(user_id, READY, at.now)
    by_time = sorted((*state.votes, mark), key=lambda one: (one.at, one.user_id, one.kind))
    counting = with_deadline(state._replace(votes=tuple(by_time)), game, at.now)
    before, after = state.row.deadline, counting.row.deadline
    if before is None or after is None or after <= before:
        return counting
    return counting._replace(row=counting.row._replace(deadline=before, wake=before))


def is_everybody_ready(state: TableState) -> bool:
    """Return True if all present humans have asked for the next deal."""
    there = {one.seat for one in state.seat_holders if is_present_human(one)}
    return there <= set(state.ready_seats())


# -- proposals that need unanimity


def propose(state: TableState, at: ChangeContext, user_id: int, kind: str) -> TableState:
    """Propose a stop or a pause, or agree to the open one; the last agreement carries it out."""
    state.require_game()
    state.require_seat(user_id)
    if state.is_take_back_open():
        raise Refused(Refusal.VOTE_OPEN)
    return voting.add_vote(state, at, StoredVote(user_id, kind, at.now))


def resume(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Resume a paused match for any seated player; the move gets its full time again."""
    state.require_seat(user_id)
    if state.row.status is not Status.PAUSED or state.game is None:
        raise Refused(Refusal.NOT_PAUSED)
    return with_deadline(with_status(state, Status.PLAYING, at.now), state.game, at.now)


# -- changes by a manager, the clock or a restart


def annul(state: TableState, at: ChangeContext) -> TableState:
    """End the match or the lobby without a result."""
    if state.row.status in ENDED_STATUSES:
        raise Refused(Refusal.TABLE_OVER)
    return with_status(state, Status.VOID, at.now)


def expire_lobby(state: TableState, at: ChangeContext) -> TableState:
    """Close a lobby whose time is over; do nothing if it has started meanwhile."""
    return annul(state, at) if state.row.status is Status.LOBBY else state


def mark_reminded(state: TableState, at: ChangeContext, version: int) -> TableState:
    """Record the reminder of the seat to act: the next wake-up is the deadline.

    Does nothing when the seat has acted meanwhile.
    """
    if version != state.row.version:
        return state
    return state._replace(row=state.row._replace(wake=state.row.deadline))


def freeze(state: TableState, at: ChangeContext) -> TableState:
    """Freeze a table that cannot go on: nobody plays until a person has looked at it."""
    if state.row.status not in ACTIVE_STATUSES:
        return state
    return with_status(state, Status.FROZEN, at.now)


# -- the next game


def rematch_opening(state: TableState, at: ChangeContext, user_id: int, until: int) -> NewGame:
    """Return a lobby with the same seats and rules, opened by one of the previous players."""
    if state.row.status not in ENDED_STATUSES:
        raise Refused(Refusal.GAME_NOT_OVER)
    refuse_at_event(state)
    state.require_seat(user_id)
    row = state.row
    return NewGame(
        guild_id=row.guild_id,
        channel_id=row.place_id or row.channel_id,
        host_id=user_id,
        rules=row.rules,
        clock=row.clock,
        clock_chosen=row.clock_chosen,
        friendly=row.friendly,
        at=at.now,
        deadline=until,
        sittings=tuple(
            SeatHolder(s.seat, s.user_id, s.robot)
            for s in state.seat_holders
            if s.user_id is not None or s.robot is not None
        ),
        seed=at.seed,
        follows=row.game_id,
    )


# Seat assignments before the start: choose, swap, vacate, fill with robots.
#
# Pure functions, as in ``bot.tables.changes``. A lobby may have gaps between taken seats. A
# player's word for the deck moves with them.


def move_seats(state: TableState, seats: Mapping[Seat, Seat]) -> TableState:
    """Move seat holders and their words to other seats; no two to one."""
    sittings = [replace(one, seat=seats.get(one.seat, one.seat)) for one in state.seat_holders]
    state = state._replace(seat_holders=tuple(sorted(sittings, key=lambda one: one.seat)))
    if state.shuffle is None:
        return state
    words = with_seats(state.shuffle.words, seats)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def vacate_seat(state: TableState, seat: Seat) -> TableState:
    """Vacate a seat and drop its word for the cut."""
    others = tuple(one for one in state.seat_holders if one.seat != seat)
    state = state._replace(seat_holders=others)
    if state.shuffle is None:
        return state
    words = without_word(state.shuffle.words, seat)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def fit_seats(state: TableState, players: int) -> TableState:
    """Fit everybody on the first seats: surplus robots go, people take free or robots' seats.

    Raises Refused where there are more people than seats.
    """
    for beyond in [one for one in state.seat_holders if one.seat >= players]:
        if beyond.robot is not None:
            state = vacate_seat(state, beyond.seat)
    for beyond in [one for one in state.seat_holders if one.seat >= players]:
        seat = _seat_to_fill(state.seat_holders, players)
        state = move_seats(vacate_seat(state, seat), {beyond.seat: seat})
    return state


def _seat_to_fill(sittings: tuple[SeatHolder, ...], players: int) -> Seat:
    taken = {one.seat: one for one in sittings}
    free = [seat for seat in range(players) if seat not in taken]
    robots = [seat for seat in range(players) if seat in taken and taken[seat].robot is not None]
    if not (seats := free or robots):
        raise Refused(Refusal.TABLE_FULL)
    return seats[0]


# Pause a table whose channel is closed to the bot or deleted; it ends after a day.
#
# Pure functions, as in ``changes``. A paused table with a deadline was paused for this reason: a
# pause by vote has none.

_WITHOUT_CHANNEL_SECONDS: Final = 24 * 3600  # seconds until it ends


def pause_without_channel(state: TableState, at: ChangeContext, *, is_gone: bool) -> TableState:
    """Pause a table that cannot be shown; it ends after a day unless it is resumed.

    ``is_gone``: the channel is gone for good. Then a lobby closes, and a paused match ends as well.
    """
    status, until = state.row.status, state.row.deadline
    if status is Status.LOBBY and is_gone:
        return annul(state, at)
    if status is not Status.PLAYING and not (status is Status.PAUSED and is_gone and until is None):
        return state
    paused = with_status(state, Status.PAUSED, at.now)
    until = at.now + _WITHOUT_CHANNEL_SECONDS
    return paused._replace(row=paused.row._replace(deadline=until, wake=until), votes=())


def end_without_channel(state: TableState, at: ChangeContext) -> TableState:
    """End a match whose channel did not return in time, as an abandoned one."""
    if state.row.status is not Status.PAUSED or state.row.deadline is None:
        return state
    return moves.end_match(state, at) if at.now >= state.row.deadline else state


# Changes of a lobby: a chosen seat, a seat taken away, the scheduled start.
#
# Pure functions; each raises Refused and then nothing has changed. They run under the table's lock
# on the stored state: if two players want one seat, the second one is told it is taken.

ROBOT_OCCUPANT = 0  # stands for a robot where a user id is expected


def move_to_seat(state: TableState, at: ChangeContext, user_id: int, seat: Seat) -> TableState:
    """Take this seat or move to it: robots make room, only the host swaps with a person."""
    refuse_unless_lobby(state)
    if seat >= state.player_count():
        raise Refused(Refusal.SEATS_CHANGED)
    there = state.find_seat_holder(seat)
    own = state.seat_of(user_id)
    is_taken = there is not None and there.robot is None and there.user_id != user_id
    if is_taken and (own is None or state.row.host_id != user_id):
        raise Refused(Refusal.SEAT_TAKEN)
    if own is None:
        return assign_seat(state, seat, user_id=user_id)
    return move_seats(state, {own: seat, seat: own})


def remove_occupant(
    state: TableState, at: ChangeContext, user_id: int, seat: Seat, occupant: int
) -> TableState:
    """Free a seat for the host, if ``occupant`` (``ROBOT_OCCUPANT`` or a user id) still has it."""
    refuse_unless_host_in_lobby(state, user_id)
    there = state.find_seat_holder(seat)
    if there is None or (there.user_id or ROBOT_OCCUPANT) != occupant:
        raise Refused(Refusal.SEATS_CHANGED)
    return leave(state, at, user_id) if occupant == user_id else vacate_seat(state, seat)


# -- the scheduled start


def mark_start_announced(state: TableState, at: ChangeContext) -> TableState:
    """Record that the seated players were notified: the next wake-up is the start time."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    return state._replace(row=state.row._replace(wake=state.row.starts_at))


def keep_waiting(state: TableState, at: ChangeContext, seconds: int) -> TableState:
    """Keep a lobby with free seats open after its start time; void an empty one."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    row = state.row._replace(starts_at=None, deadline=at.now + seconds, wake=at.now + seconds)
    state = state._replace(row=row)
    return state if has_humans(state) else with_status(state, Status.VOID, at.now)


def start_scheduled(
    state: TableState, at: ChangeContext, draw: Action, zone: tzinfo = UTC
) -> TableState:
    """Start at the scheduled time; do nothing if it was started or postponed meanwhile."""
    if state.row.status is not Status.LOBBY or state.row.starts_at is None:
        return state
    return moves.start_match(state, at, state.row.host_id, draw, zone)


def has_humans(state: TableState) -> bool:
    return any(one.user_id is not None for one in state.seat_holders)


# -- the start


def fill_and_start(
    state: TableState, at: ChangeContext, user_id: int, draw: Action, zone: tzinfo = UTC
) -> TableState:
    """Start with robots on all free seats; for the host only."""
    refuse_unless_host_in_lobby(state, user_id)
    for _ in free_seats(state):
        state = add_robot(state, at, user_id)
    return moves.start_match(state, at, user_id, draw, zone)
