"""Changes of a table as pure functions from state to state, without a store."""

import pytest

from bot.engine.actions import Dealer
from bot.model.enums import Clock, LeaveOutcome, Proposal, Status
from bot.model.refusals import Refusal, Refused
from bot.presets import load_presets, rules_text
from bot.store.records import GameRow, SeatHolder, StoredVote
from bot.tables import changes, moves, voting
from bot.tables.state import ChangeContext, TableState
from tests.support.informed_actions import agree, leave
from tests.tables.conftest import ANA, BORIS, EGOR, START, VERA

RULES = load_presets().rules("sochi")
AT = ChangeContext(START, ("beginner", "club"), "beginner", bytes(32))


def at(seconds: int) -> ChangeContext:
    return AT._replace(now=START + seconds)


def lobby(*users: int) -> TableState:
    """Return a lobby: these users on the first seats, the first of them host."""
    row = GameRow(
        game_id=1,
        status=Status.LOBBY,
        guild_id=1,
        channel_id=5,
        place_id=5,
        message_id=None,
        host_id=users[0],
        rules=rules_text(RULES),
        clock=Clock.NORMAL,
        created_at=START,
        started_at=None,
        ended_at=None,
        deadline=START + 1800,
        version=0,
        painted=-1,
        revision=0,
        painted_revision=-1,
        wake=START + 1800,
        shows="",
        friendly=False,
        ends_at=None,
        starts_at=None,
        clock_chosen=True,
    )
    sittings = tuple(SeatHolder(s, user, None, 0, None, 0, False) for s, user in enumerate(users))
    return TableState(row, sittings, (), None)


def playing(*users: int) -> TableState:
    state = moves.start_match(lobby(*users), AT, users[0], Dealer(0))
    return state._replace(entry=None)


def refused(reason: Refusal, function: object, *args: object) -> None:
    with pytest.raises(Refused) as caught:
        function(*args)  # type: ignore[operator]
    assert caught.value.reason is reason


def test_status_and_its_times() -> None:
    begun = playing(ANA, BORIS, VERA)
    assert (begun.row.status, begun.row.started_at) == (Status.PLAYING, START)
    assert (begun.row.deadline, begun.row.wake) == (None, None)  # rule called directly
    one = changes.propose(begun, at(5), ANA, changes.PAUSE_VOTE)
    assert one.row.status is Status.PLAYING
    two = agree(one, at(6), BORIS)
    paused = agree(two, at(7), VERA)
    assert (paused.row.status, paused.votes) == (Status.PAUSED, ())
    again = changes.resume(paused, at(30), BORIS)
    assert (again.row.status, again.row.started_at) == (Status.PLAYING, START)
    void = changes.annul(again, at(40))
    assert (void.row.status, void.row.ended_at) == (Status.VOID, START + 40)
    assert (void.row.deadline, void.row.wake) == (None, None)
    refused(Refusal.TABLE_OVER, changes.annul, void, AT)
    refused(Refusal.TABLE_OVER, changes.join, void, AT, EGOR)


def test_the_start_is_status_and_line_in_one() -> None:
    state = moves.start_match(lobby(ANA, BORIS, VERA), AT, ANA, Dealer(2))
    assert state.entry is not None
    assert (state.entry.line.version, state.entry.line.text) == (0, "dealer 2")
    assert (state.row.version, state.row.status) == (1, Status.PLAYING)
    assert state.game is not None
    assert state.game.carry.dealer == 2


def test_the_last_word_for_a_stop_writes_its_line() -> None:
    state = playing(ANA, BORIS, VERA)
    for user in (ANA, BORIS, VERA):
        state = changes.propose(state, AT, user, changes.STOP_VOTE)
    assert state.entry is not None
    assert state.entry.line.text == "stop"
    assert (state.row.status, state.votes) == (Status.VOID, ())


def test_another_proposal_takes_the_place_of_the_first() -> None:
    state = changes.propose(playing(ANA, BORIS, VERA), at(1), ANA, changes.STOP_VOTE)
    state = changes.propose(state, at(9), ANA, changes.STOP_VOTE)
    assert state.votes == (StoredVote(ANA, "stop", START + 1),)  # voting twice is voting once
    state = changes.propose(state, at(2), BORIS, changes.PAUSE_VOTE)
    assert state.votes == (StoredVote(BORIS, "pause", START + 2),)


def test_a_word_for_one_proposal_counts_for_no_other() -> None:
    """Nor does a vote that names no proposal, as on old messages."""
    pause, stop = Proposal("pause"), Proposal("stop")
    state = changes.propose(playing(ANA, BORIS, VERA), AT, ANA, changes.PAUSE_VOTE)
    asked = voting.approve(state, AT, BORIS, pause)
    assert [vote.user_id for vote in asked.votes] == [ANA, BORIS]
    ending = changes.propose(asked, at(1), ANA, changes.STOP_VOTE)
    for about in (pause, None, Proposal("seat", 0, EGOR), Proposal("takeback", line=1)):
        for said in (voting.approve, voting.decline):
            refused(Refusal.STALE, said, ending, at(2), BORIS, about)
    assert voting.approve(ending, at(2), BORIS, stop).missing_voters() == [VERA]
    declined = voting.decline(ending, at(2), BORIS, stop)
    refused(Refusal.NO_VOTE, voting.approve, declined, at(3), VERA, stop)
    refused(Refusal.NO_VOTE, voting.decline, declined, at(3), VERA, None)


def test_a_word_for_one_heir_counts_for_no_other() -> None:
    state = voting.offer_seat(playing(ANA, BORIS, VERA), AT, ANA, 0, EGOR)
    other = voting.offer_seat(state, at(1), ANA, 0, 15)
    for user in (BORIS, 15):
        refused(Refusal.STALE, voting.approve, other, at(2), user, Proposal("seat", 0, EGOR))
    refused(Refusal.NOT_SEATED, voting.approve, other, at(2), EGOR, Proposal("seat", 0, EGOR))
    for user in (BORIS, VERA, 15):
        other = voting.approve(other, at(2), user, Proposal("seat", 0, 15))
    assert (other.seat_of(15), other.votes) == (0, ())


def test_a_leaver_withdraws_from_a_proposal() -> None:
    state = changes.propose(playing(ANA, BORIS, VERA), AT, ANA, changes.STOP_VOTE)
    left = leave(state, AT, ANA)
    assert (left.row.host_id, left.votes) == (BORIS, ())
    robot = SeatHolder(0, None, "beginner", 1, None, 0, False, kept_for=ANA, left_in=1)
    assert left.seat_holder(0) == robot
    alone = leave(leave(left, AT, BORIS), at(3), VERA)
    assert (alone.row.status, alone.row.ended_at) == (Status.VOID, START + 3)


def test_a_leave_at_a_stale_price_is_refused() -> None:
    """The second of two at once is alone by then; and a lobby may have started meanwhile."""
    begun = playing(ANA, BORIS, VERA)
    refused(Refusal.STALE, changes.leave, begun, AT, ANA)
    left = changes.leave(
        changes.leave(begun, AT, ANA, LeaveOutcome.KEPT), AT, BORIS, LeaveOutcome.KEPT
    )
    refused(Refusal.STALE, changes.leave, left, AT, VERA, LeaveOutcome.KEPT)
    refused(Refusal.STALE, changes.leave, changes.freeze(left, AT), AT, VERA, LeaveOutcome.VOID)
    assert changes.leave(left, AT, VERA, LeaveOutcome.VOID).row.status is Status.VOID
    assert changes.leave(lobby(ANA, BORIS), AT, BORIS).seat_of(BORIS) is None


def test_a_lobby_ends_and_a_game_does_not_expire() -> None:
    assert changes.expire_lobby(lobby(ANA), AT).row.status is Status.VOID
    begun = playing(ANA, BORIS, VERA)
    assert changes.expire_lobby(begun, AT) is begun
    refused(Refusal.LOBBY_EXPIRED, changes.join, changes.expire_lobby(lobby(ANA), AT), AT, BORIS)


def test_only_the_turn_that_waits_is_reminded() -> None:
    row = playing(ANA, BORIS, VERA).row._replace(deadline=START + 180, wake=START + 90)
    state = playing(ANA, BORIS, VERA)._replace(row=row)
    assert changes.mark_reminded(state, AT, row.version).row.wake == START + 180
    assert changes.mark_reminded(state, AT, row.version - 1) is state


@pytest.mark.parametrize("status", [Status.PLAYING, Status.PAUSED])
def test_what_does_not_replay_is_frozen(status: Status) -> None:
    state = playing(ANA, BORIS, VERA)
    state = state._replace(row=state.row._replace(status=status))
    frozen = changes.freeze(state, AT)
    assert frozen.row.status is Status.FROZEN
    assert changes.freeze(frozen, AT) is frozen
    refused(Refusal.TABLE_FROZEN, moves.act, frozen, AT, ANA, 1, "pass")
