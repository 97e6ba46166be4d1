"""Notifications, derived from the state, the log and the time alone."""

import pytest

from bot.discord_ui.messages.notifier import (
    LOBBY_REASONS,
    LOG_LINES,
    due_notifications,
    is_obsolete,
    needs_stored_lines,
    next_call,
)
from bot.engine.actions import PASS
from bot.model.enums import Clock, NotifyReason, Status
from bot.store.queries.sent_notifications import SentNotification
from bot.store.records import LogLine
from bot.tables import Table, changes, leaving, moves, voting
from tests.support.informed_actions import leave
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House
from tests.tables.test_clock import begun, idle

DAY = 86400
TURN, LATE = NotifyReason.TURN, NotifyReason.LATE


async def called(house: House, table: Table) -> list[tuple[int, str]]:
    lines = await house.store.game_queries.newest_lines(table.id, LOG_LINES)
    now = house.clock[0]
    found = due_notifications(table.state, lines, now, next_call(table.state, lines, 600))
    if not needs_stored_lines(table.state):  # the remembered notifications agree
        at = next_call(table.state, table.state.log.lines, 600)
        assert due_notifications(table.state, table.state.log.lines, now, at) == found
    return [(one.user_id, one.kind) for one in found]


async def lobby(house: House) -> Table:
    """Open a table with its host alone."""
    rules = house.tables.services.presets.rules("sochi")
    return await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NONE
    )


async def passed(house: House, table: Table) -> int:
    """Pass for the seat to act; return the user asked next."""
    user = table.state.seat_holder(table.state.seat_to_act() or 0).user_id
    assert user is not None
    await table.change(moves.act, user, table.version, "pass")
    await idle(house)
    return table.state.seat_holder(table.state.seat_to_act() or 0).user_id or 0


async def test_every_player_is_called_before_their_first_act(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.NORMAL)
    begins = [(user, NotifyReason.START) for user in (ANA, BORIS, VERA)]
    assert await called(house, table) == begins
    assert not needs_stored_lines(table.state)  # it has the log from its first line on
    first = table.state.seat_holder(table.state.seat_to_act() or 0).user_id or 0
    await passed(house, table)
    assert await called(house, table) == [one for one in begins if one[0] != first]


async def test_who_comes_back_is_not_told_that_the_match_begins(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.NORMAL)
    await table.change(leave, BORIS)
    await table.change(leaving.rejoin_match, BORIS)
    assert [user for user, _ in await called(house, table)] == [ANA, VERA]


async def test_only_another_ones_long_wait_calls_and_only_where_nobody_hurries(
    house: House,
) -> None:
    for clock in (Clock.NONE, Clock.SLOW):
        table = await begun(house, ANA, BORIS, VERA, clock=clock)
        await passed(house, table)
        assert TURN not in [kind for _, kind in await called(house, table)]
        house.clock[0] += 301
        user = await passed(house, table)
        assert (user, TURN) in await called(house, table)


async def test_a_turn_that_stands_open_calls_whoever_was_slow_before(house: House) -> None:
    """Everybody acted at once, then one player went away."""
    for clock in (Clock.NONE, Clock.SLOW):
        table = await begun(house, ANA, BORIS, VERA, clock=clock)
        user = await passed(house, table)
        began = house.clock[0]
        assert next_call(table.state, table.state.log.lines, 600) == began + 600
        house.clock[0] = began + 599
        assert (user, TURN) not in await called(house, table)
        house.clock[0] = began + 600
        assert (user, TURN) in await called(house, table)
        await table.change(changes.propose, user, changes.PAUSE_VOTE)
        assert (user, TURN) in await called(house, table)


async def test_each_player_has_one_call_the_newest(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.SLOW)
    user = table.state.seat_holder(table.state.seat_to_act() or 0).user_id
    house.clock[0] += 600
    await table.change(changes.mark_reminded, table.version)
    kinds = dict(await called(house, table))
    assert kinds[user or 0] is LATE
    assert sorted(kinds.values()) == [LATE, NotifyReason.START, NotifyReason.START]


async def test_a_turn_made_by_the_clock_ends_the_call_to_the_match(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.SLOW)
    seat = table.state.seat_to_act() or 0
    user = table.state.seat_holder(seat).user_id or 0
    house.clock[0] += DAY
    await table.change(moves.move_after_timeout, seat, table.version, PASS)
    lines = await house.store.game_queries.newest_lines(table.id, LOG_LINES)
    assert is_obsolete(table.state, lines, SentNotification(user, NotifyReason.START, 0))


@pytest.mark.parametrize("kind", LOBBY_REASONS)
async def test_a_call_to_a_lobby_ends_with_it(house: House, kind: NotifyReason) -> None:
    table = await lobby(house)
    is_personal = kind in (NotifyReason.INVITED, NotifyReason.REMOVED)
    call = SentNotification(BORIS if is_personal else 0, kind, 0)
    assert not is_obsolete(table.state, (), call)
    for user in (BORIS, VERA):
        await table.change(changes.join, user)
    is_for_everybody_seated = kind in (NotifyReason.GATHER, NotifyReason.DELAYED)
    assert is_obsolete(table.state, (), call) is not is_for_everybody_seated
    await table.change(changes.annul)
    assert is_obsolete(table.state, (), call)


@pytest.mark.parametrize("answer", ["consent", "no", "another offer", "the end"])
async def test_the_offer_of_a_seat_ends_with_its_vote(house: House, answer: str) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.NONE)
    offer = SentNotification(EGOR, NotifyReason.OFFERED, 0)
    assert is_obsolete(table.state, (), offer)
    await table.change(voting.offer_seat, ANA, 0, EGOR)
    assert not is_obsolete(table.state, (), offer)
    about = voting.open_proposal(table.state)
    match answer:
        case "consent":
            await table.change(voting.approve, EGOR, about)
        case "no":
            await table.change(voting.decline, BORIS, about)
        case "another offer":
            await table.change(voting.offer_seat, ANA, 0, EGOR + 1)
        case _:
            await table.change(moves.end_match)
    assert is_obsolete(table.state, (), offer)


async def test_robots_keep_a_call_for_players_up(house: House) -> None:
    """Who sits down takes a robot's seat."""
    table = await lobby(house)
    for _ in range(2):
        await table.change(changes.add_robot, ANA)
    assert not is_obsolete(table.state, (), SentNotification(0, NotifyReason.ROLE, 0))
    assert is_obsolete(table.state, (), SentNotification(0, NotifyReason.FREE, 0))


async def test_a_quick_clock_calls_nobody_before_it_is_late(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.NORMAL)
    user = await passed(house, table)
    assert (user, LATE) not in await called(house, table)
    await table.change(changes.mark_reminded, table.version)
    assert (user, LATE) in await called(house, table)


async def test_a_day_is_late_when_a_quarter_is_left(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.SLOW)
    assert table.row.wake == house.clock[0] + 3 * DAY // 4
    assert table.row.deadline == house.clock[0] + DAY


async def test_one_human_among_robots_is_not_called(house: House) -> None:
    table = await begun(house, ANA, clock=Clock.NONE)
    house.clock[0] += 900
    await passed(house, table)
    assert TURN not in [kind for _, kind in await called(house, table)]


def log(*lines: tuple[str, str, int]) -> tuple[LogLine, ...]:
    """Return log lines with their authors, contents and times."""
    return tuple(LogLine(n, 2, 0, text, by, at) for n, (by, text, at) in enumerate(lines))


async def test_whose_wait_it_was(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.NONE)
    user = table.state.seat_holder(table.state.seat_to_act() or 0).user_id
    assert user is not None
    other = ANA if user != ANA else BORIS
    turn = SentNotification(user, TURN, table.version)
    long, short = 301, 300
    cases = [
        (log((str(user), "pass", 0), (str(other), "pass", long)), (), True),
        (log((str(user), "pass", 0), (str(other), "pass", short)), (), False),
        (log((str(other), "pass", 0), (str(user), "pass", long)), (), False),
        (log(("1", "x", 0), (str(other), "x", long), ("robot", "x", long + 9)), (), True),
        (log(("1", "x", 0), ("clock", "x", DAY)), (), True),
        (log(("1", "x", 0), ("clock", "x", DAY)), {(user, 1)}, True),
        (log(("1", "x", 0), ("table", "deck 7S", DAY)), (), True),
        (log(("1", "x", 0), ("table", "deck 7S", DAY)), {(other, 1), (user, 0)}, True),
        (log(("1", "x", 0), ("table", "deck 7S", DAY)), {(other, 1), (user, 1)}, False),
        ((), (), False),
    ]
    for lines, presses, expected in cases:
        found = due_notifications(
            table.state, lines, 0, next_call(table.state, lines, 2 * DAY), presses
        )
        assert (turn in found) is expected, lines


async def test_what_is_over_is_taken_back(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA, clock=Clock.SLOW)
    user = table.state.seat_holder(table.state.seat_to_act() or 0).user_id or 0
    lines = await house.store.game_queries.newest_lines(table.id, LOG_LINES)
    turn, late = (SentNotification(user, kind, table.version) for kind in (TURN, LATE))
    begins = SentNotification(user, NotifyReason.START, 0)
    assert not any(is_obsolete(table.state, lines, one) for one in (turn, late, begins))
    paused = table.state._replace(row=table.row._replace(status=Status.PAUSED))
    assert not is_obsolete(paused, lines, turn)
    assert due_notifications(paused, lines, house.clock[0], 0) == ()
    ended = table.state._replace(row=table.row._replace(status=Status.VOID))
    assert is_obsolete(ended, lines, begins)
    await passed(house, table)
    lines = await house.store.game_queries.newest_lines(table.id, LOG_LINES)
    assert all(is_obsolete(table.state, lines, one) for one in (turn, late, begins))
