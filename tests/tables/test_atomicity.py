"""A change of a table is stored whole or not at all, and memory follows what is stored.

Every kind of change is broken at each of its statements: either the disk refuses it, or the process
ends there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.engine.actions import Dealer, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.game import legal_actions
from bot.engine.notation import format_action
from bot.engine.shuffle import shuffled_deck
from bot.model.enums import Clock, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.presets import OptionSetting
from bot.store import StorageTrouble, Store
from bot.tables import Table, changes, leaving, moves, take_backs, voting
from bot.tables.state import ChangeContext, TableState, with_seat_holder
from tests.conftest import Errors
from tests.support.informed_actions import agree, decline, leave
from tests.support.stored import log_lines, rewritten
from tests.tables.conftest import ANA, BORIS, EGOR, START, VERA, House, make_house
from tests.tables.failing_disk import Disk, copied, rows
from tests.tables.test_table import on_turn, started

Work = Callable[[], Awaitable[object]]
AT = ChangeContext(START, ("beginner", "club"), "beginner", bytes(32))


@pytest.fixture
def disk(house: House, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(house.path, monkeypatch)


async def stored(house: House, table: Table) -> TableState:
    """Return the table as a reader sees it now."""
    found = await house.store.game_queries.load(table.id)
    assert found is not None
    return Table(house.tables.services, found).state


# -- each kind of change, prepared


async def lobby(house: House, *users: int, **options: object) -> Table:
    rules = house.tables.services.presets.rules("sochi", **options)  # type: ignore[arg-type]
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=users[0], rules=rules, clock=Clock.NORMAL
    )
    for user in users[1:]:
        await table.change(changes.join, user)
    return table


async def joining(house: House) -> Work:
    return partial((await lobby(house, ANA)).change, changes.join, BORIS)


async def joining_for_a_robot(house: House) -> Work:
    table = await house.open(ANA)
    await table.change(moves.start_match, ANA, Dealer(0))
    return partial(table.change, changes.join, BORIS)


async def leaving_a_lobby(house: House) -> Work:
    return partial((await lobby(house, ANA, BORIS)).change, leave, ANA)


async def leaving_a_game(house: House) -> Work:
    table = await started(house, ANA, BORIS, VERA)
    await table.change(changes.propose, BORIS, changes.STOP_VOTE)
    return partial(table.change, leave, ANA)


async def returning(house: House) -> Work:
    await (await leaving_a_game(house))()
    return partial((await house.tables.get(1)).change, leaving.rejoin_match, ANA)


async def handing_over(house: House) -> Work:
    """Stop after a scored deal, whose sheet stays a share of the player who hands over."""
    table = await started(house, ANA, BORIS, VERA)
    await house.play(table, Random(1), 400)
    await table.change(voting.offer_seat, ANA, 0, EGOR)
    for user in (BORIS, VERA):
        await table.change(agree, user)
    return partial(table.change, agree, EGOR)


async def losing_its_place(house: House) -> Work:
    return partial((await started(house, ANA)).change, changes.pause_without_channel, is_gone=True)


async def leaving_last(house: House) -> Work:
    return partial((await started(house, ANA)).change, leave, ANA)


async def a_robot(house: House) -> Work:
    return partial((await lobby(house, ANA)).change, changes.add_robot, ANA)


async def another_level(house: House) -> Work:
    table = await house.open(ANA)
    level = house.tables.services.levels[-1]
    return partial(table.change, changes.set_level, ANA, level)


async def other_rules(house: House) -> Work:
    rules = house.tables.services.presets.rules("leningrad")
    return partial((await lobby(house, ANA)).change, changes.set_rules, ANA, rules)


async def another_clock(house: House) -> Work:
    return partial((await lobby(house, ANA)).change, changes.set_clock, ANA, Clock.SLOW)


async def friendly(house: House) -> Work:
    return partial((await lobby(house, ANA)).change, changes.set_friendly, ANA, True)


async def starting(house: House) -> Work:
    return partial((await house.open(ANA, BORIS)).change, moves.start_match, ANA, Dealer(1))


async def a_deck(house: House) -> Work:
    table = await house.open(ANA, BORIS)
    await table.change(moves.start_match, ANA, Dealer(1))
    return partial(table.act_for, TABLE_SEAT, table.version, Deck(PACK), "table")


async def cutting(house: House) -> Work:
    table = await lobby(house, ANA, BORIS)
    return partial(table.change, changes.cut_deck, BORIS, 1, "a word")


async def a_cut_deck(house: House) -> Work:
    table = await house.open(ANA, BORIS)
    await table.change(changes.cut_deck, BORIS, 1, "a word")
    await table.change(moves.start_match, ANA, Dealer(1))
    return partial(table.change, moves.deal_deck, table.version, shuffled_deck)


async def moving(house: House) -> Work:
    table = await started(house, ANA, BORIS, VERA)
    return partial(table.change, moves.act, on_turn(table), table.version, "pass")


async def missed(house: House, times: int) -> Table:
    """Let the seat to act miss so many clocks."""
    table = await started(house, ANA, BORIS, VERA)

    def late(state: TableState, at: ChangeContext) -> TableState:
        sitting = state.seat_holder(state.require_seat(on_turn(table)))
        return with_seat_holder(state, replace(sitting, misses=times, away=times > 1))

    await table.change(late)
    return table


async def moving_after_a_miss(house: House) -> Work:
    table = await missed(house, 1)
    return partial(table.change, moves.act, on_turn(table), table.version, "pass")


async def moving_though_away(house: House) -> Work:
    table = await missed(house, 2)
    return partial(table.change, moves.act, on_turn(table), table.version, "pass")


async def late(house: House, times: int = 0) -> Work:
    table = await missed(house, times)
    game = table.state.require_game()
    seat = table.state.require_seat(on_turn(table))
    assert table.row.deadline is not None
    house.clock[0] = table.row.deadline
    return partial(
        table.change, moves.move_after_timeout, seat, table.version, legal_actions(game, seat)[0]
    )


async def late_again(house: House) -> Work:
    return await late(house, 1)


async def coming_back(house: House) -> Work:
    table = await missed(house, 2)
    return partial(table.change, leaving.rejoin_match, on_turn(table))


async def last_line(house: House, end: str) -> Work:
    """Return the act that closes the first deal, and with ``deals(1)`` the game."""
    options: dict[str, OptionSetting] = {
        "end_condition": end,
        "american_aid": False,
        "claims": "off",
    }
    table = await started(house, ANA, BORIS, VERA, **options)
    state, chance, words = table.state, Random(1), list[tuple[int, str]]()
    while not (state.entry and state.entry.closing):
        seat = state.seat_to_act()
        assert seat is not None
        user = state.seat_holder(seat).user_id
        assert user is not None
        word = format_action(chance.choice(legal_actions(state.require_game(), seat)))
        words.append((user, word))
        state = moves.act(state, AT, user, state.row.version, word)
    for user, word in words[:-1]:
        await table.change(moves.act, user, table.version, word)
    user, word = words[-1]
    return partial(table.change, moves.act, user, table.version, word)


async def closing_a_deal(house: House) -> Work:
    return await last_line(house, "deals(9)")


async def closing_a_game(house: House) -> Work:
    return await last_line(house, "deals(1)")


async def proposing(house: House) -> Work:
    table = await started(house, ANA, BORIS)
    return partial(table.change, changes.propose, ANA, changes.STOP_VOTE)


async def proposing_otherwise(house: House) -> Work:
    table = await started(house, ANA, BORIS)
    await table.change(changes.propose, ANA, changes.STOP_VOTE)
    return partial(table.change, changes.propose, ANA, changes.PAUSE_VOTE)


async def agreeing_to_stop(house: House) -> Work:
    await (await proposing(house))()
    table = await house.tables.get(1)
    return partial(table.change, agree, BORIS)


async def agreeing_to_pause(house: House) -> Work:
    await (await proposing_otherwise(house))()
    table = await house.tables.get(1)
    return partial(table.change, agree, BORIS)


async def declining(house: House) -> Work:
    await (await proposing(house))()
    return partial((await house.tables.get(1)).change, decline, BORIS)


async def resuming(house: House) -> Work:
    await (await agreeing_to_pause(house))()
    return partial((await house.tables.get(1)).change, changes.resume, BORIS)


async def stopping_a_pause(house: House) -> Work:
    await (await agreeing_to_pause(house))()
    return partial((await house.tables.get(1)).change, moves.end_match)


async def asking_for_it_back(house: House) -> Work:
    await (await moving(house))()
    table = await house.tables.get(1)
    return partial(table.change, take_backs.request_take_back, int(table.state.log.lines[-1].by))


async def taking_back(house: House) -> Work:
    await (await asking_for_it_back(house))()
    table = await house.tables.get(1)
    first, last = table.state.missing_voters()
    await table.change(agree, first)
    return partial(table.change, agree, last)


async def keeping_it(house: House) -> Work:
    await (await asking_for_it_back(house))()
    table = await house.tables.get(1)
    return partial(table.change, decline, table.state.missing_voters()[0])


async def annulling(house: House) -> Work:
    return partial((await started(house, ANA)).change, changes.annul)


async def expiring(house: House) -> Work:
    return partial((await lobby(house, ANA)).change, changes.expire_lobby)


async def reminding(house: House) -> Work:
    table = await started(house, ANA, BORIS, VERA)
    return partial(table.change, changes.mark_reminded, table.version)


async def opening(house: House) -> Work:
    return partial(lobby, house, ANA)


async def a_rematch(house: House) -> Work:
    table = await started(house, ANA, BORIS)
    await table.change(changes.annul)
    return partial(house.tables.rematch, table, BORIS)


KINDS = (
    *(joining, joining_for_a_robot, leaving_a_lobby, leaving_a_game, leaving_last),
    *(returning, handing_over, losing_its_place),
    *(a_robot, another_level, other_rules, another_clock, friendly),
    *(starting, cutting, a_deck, a_cut_deck, moving, moving_after_a_miss, moving_though_away),
    *(late, late_again, coming_back, closing_a_deal, closing_a_game),
    *(proposing, proposing_otherwise, agreeing_to_stop, agreeing_to_pause, declining),
    *(asking_for_it_back, taking_back, keeping_it),
    *(resuming, stopping_a_pause, annulling, expiring, reminding, opening, a_rematch),
)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


async def check_memory(house: House) -> None:
    """Check that the tables in memory equal what is stored."""
    for row in await house.store.game_queries.games_of_guild(1):
        table = await house.tables.get(row.game_id)
        assert table.state == await stored(house, table)


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@every_kind
async def test_a_disk_that_fails_at_any_statement(
    house: House, disk: Disk, kind: Callable[[House], Awaitable[Work]]
) -> None:
    work = await kind(house)
    before = rows(house.path)
    house.changed.clear()
    for number in range(40):
        disk.watch(fails_at=number)
        try:
            await work()
        except StorageTrouble:
            disk.heal()
            assert rows(house.path) == before
            assert house.changed == []
            await check_memory(house)
        else:
            disk.heal()
            assert number == len(disk.statements) >= 3  # each of them has failed before
            break
    else:
        pytest.fail("it never succeeds")
    assert rows(house.path) != before
    await check_memory(house)


@pytest.mark.sampled(suite=4)
@pytest.mark.slow
@every_kind
async def test_a_bot_that_ends_at_any_statement(
    house: House, disk: Disk, kind: Callable[[House], Awaitable[Work]]
) -> None:
    work = await kind(house)
    before = rows(house.path)
    disk.watch(keeps=True)
    await work()
    disk.heal()
    after = rows(house.path)
    assert len(disk.copies) >= 3
    for copy in disk.copies:
        async with Store.session(copy, START) as store:
            assert rows(copy) in (before, after)
            for row in await store.game_queries.games_of_guild(1):
                assert await store.game_queries.load(row.game_id) is not None
    assert rows(disk.copies[0]) == before


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@every_kind
async def test_a_commit_of_which_nobody_knows(
    house: House, disk: Disk, kind: Callable[[House], Awaitable[Work]]
) -> None:
    """In doubt, the bot drops the table from memory; the next caller reads what is stored."""
    work = await kind(house)
    known = {row.game_id: row for row in await house.store.game_queries.games_of_guild(1)}
    house.changed.clear()
    disk.watch(lies="COMMIT")
    with pytest.raises(StorageTrouble):
        await work()
    disk.heal()
    for row in await house.store.game_queries.games_of_guild(1):
        table, old = await house.tables.get(row.game_id), known.get(row.game_id)
        assert await table.fresh_state() == await stored(house, table)
        is_seen = old and (old.version, old.revision) != (row.version, row.revision)
        assert house.changed == ([table.id] if is_seen else [])  # driver, painter notified


# -- the cases in which the fault was first seen


async def test_a_host_who_leaves_while_the_disk_fails_has_not_left(
    house: House, disk: Disk
) -> None:
    table = await started(house, ANA, BORIS, VERA)
    disk.watch(refuses="host_id = ")
    with pytest.raises(StorageTrouble):
        await table.change(leave, ANA)
    disk.heal()
    assert (await stored(house, table)).seat_of(ANA) == table.state.seat_of(ANA) == 0
    assert (await stored(house, table)).row.host_id == table.row.host_id == ANA


async def test_a_host_who_leaves_while_the_bot_is_killed_is_there_or_is_not(
    house: House, disk: Disk
) -> None:
    table = await started(house, ANA, BORIS, VERA)
    disk.watch(keeps=True)
    await table.change(leave, ANA)
    disk.heal()
    for copy in disk.copies:
        async with Store.session(copy, START) as store:
            found = await store.game_queries.load(table.id)
            assert found is not None
            assert found.game.host_id in {sitting.user_id for sitting in found.sittings}


async def test_a_move_that_reads_as_not_saved_is_not_saved(house: House, disk: Disk) -> None:
    table = await missed(house, 1)
    user, version = on_turn(table), table.version
    disk.watch(refuses="UPDATE sitting SET misses")
    with pytest.raises(StorageTrouble):
        await table.change(moves.act, user, version, "pass")
    disk.heal()
    assert len(await log_lines(house.store, table.id)) == version == table.version
    await table.change(moves.act, user, version, "pass")
    assert table.state.seat_holder(table.state.require_seat(user)).misses == 0


@pytest.mark.slow
async def test_a_lobby_is_there_with_its_host_and_its_end_or_not_at_all(
    house: House, disk: Disk
) -> None:
    disk.watch(keeps=True)
    await lobby(house, ANA)
    disk.heal()
    for copy in [*disk.copies, copied(house.path, "end.db")]:
        async with Store.session(copy, START) as store:
            for row in await store.game_queries.games_of_guild(1):
                found = await store.game_queries.load(row.game_id)
                assert found is not None
                assert [sitting.user_id for sitting in found.sittings] == [ANA]
                assert row.deadline == row.wake == START + house.tables.services.lobby_seconds


# -- two writers


async def test_who_is_behind_is_told_so_and_reads_again(house: House) -> None:
    table = await lobby(house, ANA)
    found = await house.store.game_queries.load(table.id)
    assert found is not None
    other = Table(house.tables.services, found)
    await table.change(changes.join, BORIS)
    for late in (
        partial(other.change, changes.join, VERA),
        partial(other.change, changes.set_clock, ANA, Clock.SLOW),
    ):
        with pytest.raises(Refused) as caught:
            await late()
        assert caught.value.reason is Refusal.STALE
        assert other.state == table.state
        await table.change(leave, BORIS)
        await table.change(changes.join, BORIS)


async def test_of_a_frozen_table_nothing_is_half_stored(
    house: House, disk: Disk, logged_errors: Errors, tmp_path: Path
) -> None:
    logged_errors.expect("does not replay")
    table = await started(house, ANA, BORIS, VERA)
    sql = f"UPDATE line SET text = 'play 7S' WHERE version = {table.version - 1}"  # noqa: S608
    copy = copied(house.path, "frozen.db")
    await rewritten(copy, sql)
    again = await make_house(copy, house.clock)
    try:
        disk.watch(refuses="UPDATE game SET")
        with pytest.raises(StorageTrouble):
            await again.tables.get(table.id)
        disk.heal()
        frozen = await again.tables.get(table.id)
        assert (await frozen.fresh_state()).row.status is Status.FROZEN
        found = await again.store.game_queries.load(table.id)
        assert found is not None
        assert found.snapshot == frozen.state.snapshot
        with pytest.raises(Refused) as caught:
            await frozen.change(moves.act, EGOR, frozen.version, "pass")
        assert caught.value.reason is Refusal.TABLE_FROZEN
    finally:
        await again.store.close()


async def test_what_the_painter_notes_meanwhile_is_kept(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    for turn in range(20):
        table.note_painted(turn, turn)
        await asyncio.gather(
            table.mark_posted(5, turn, f"deal {turn}"),
            table.change(changes.propose, ANA, changes.STOP_VOTE),
            table.reload(),
            table.change(decline, ANA),
        )
        assert table.state == await stored(house, table)
        assert (table.row.message_id, table.row.painted) == (turn, turn)


async def test_a_storage_fault_nobody_waits_for_is_one_sentence(
    house: House, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    table = await lobby(house, ANA)
    disk.watch(refuses="INSERT INTO sitting")
    click = asyncio.create_task(table.change(changes.join, BORIS))
    await asyncio.sleep(0)
    click.cancel()
    with pytest.raises(asyncio.CancelledError):
        await click
    await table.fresh_state()
    told = [record for record in caplog.records if record.name == "bot.tables.table"]
    assert ["was not stored" in record.message for record in told] == [True]
    assert told[0].exc_info is None
