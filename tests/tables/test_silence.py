"""A player whose time is up agrees to nothing and pays nothing (the silence of a phase)."""

import pytest

from bot.engine import actions as act
from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.model.enums import Clock
from bot.model.values import replace
from bot.tables import Table, changes, moves
from bot.tables.state import ChangeContext, TableState, with_seat_holder
from tests.support.informed_actions import leave
from tests.tables.conftest import ANA, BORIS, VERA, House
from tests.tables.test_audit import at_the_question, columns
from tests.tables.test_clock import idle, ring

# the humans' answers on the way to a stage: the first legal one, else any legal act
WAYS = {
    Stage.AFTER_BUY: ("bid 1", "bid 2", "pass"),
    Stage.NEGOTIATION: ("bid 1", "bid 2", "pass", "drop", "join", "alone", "offer 7"),
    Stage.FUNDING: ("bid 1", "pass", "drop"),
    Stage.ROUND: ("bid 1", "pass", "drop"),
}


async def sat_down(house: House, preset: str, stage: Stage) -> Table:
    ending = {"match_end": "vote"} if stage is Stage.ROUND else {}
    rules = house.tables.services.presets.rules(preset, **ending)
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NORMAL
    )
    for user in (BORIS, VERA):
        await table.change(changes.join, user)
    await table.change(moves.start_match, ANA, Dealer(0))
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await idle(house)
    return table


async def play_to(house: House, table: Table, stage: Stage) -> None:
    """Let humans play towards a stage; a second join is a drop, so that one defends alone."""
    assert house.driver is not None
    for _ in range(400):
        assert table.game is not None
        if stage_of(table.game) is stage:
            return
        if table.is_waiting_to_deal():
            for reader in (ANA, BORIS, VERA):
                await house.driver.next_deal(table, reader)
            await idle(house)
            continue
        seat = to_act(table.game)
        assert seat is not None
        possible = [format_action(action) for action in legal_actions(table.game, seat)]
        deal = table.game.deal
        joined = "join" if deal is not None and "dropped" in deal.roles else ""
        wanted = [joined, *WAYS[stage]] if stage is Stage.NEGOTIATION else WAYS[stage]
        word = next((w for w in wanted if w in possible), possible[0])
        user = table.state.seat_holder(seat).user_id
        assert user is not None
        await table.change(moves.act, user, table.version, word)
        house.driver.tasks.poke(table.id)
        await idle(house)
    pytest.fail(f"no {stage} in 400 moves")


@pytest.mark.parametrize(
    ("preset", "stage"),
    [
        ("viennese", Stage.AFTER_BUY),
        ("viennese", Stage.NEGOTIATION),
        ("austrian", Stage.FUNDING),
        ("viennese", Stage.ROUND),
    ],
)
async def test_silence_agrees_to_nothing(house: House, preset: str, stage: Stage) -> None:
    table = await sat_down(house, preset, stage)
    await play_to(house, table, stage)
    assert table.game is not None
    seat = table.state.seat_to_act()
    assert seat is not None
    assert table.game.deal is not None
    assert table.game.deal.phase.timeout_action in legal_actions(table.game, seat)
    scored = table.game.last
    await ring(house, 181)
    game = table.game
    assert game is not None
    if stage in (Stage.FUNDING, Stage.ROUND):
        assert game.ended
        assert game.last is not None
        assert game.last is scored  # the vote has changed nothing of it
    else:
        assert game.deal is not None
        said = next(call for call in reversed(game.deal.calls) if call.seat == seat)
        assert said.action == (act.REFUSE if stage is Stage.NEGOTIATION else act.PASS)
    assert ("once", table.id, seat) in house.told


@pytest.mark.parametrize(
    ("preset", "stage", "yes"),
    [("austrian", Stage.FUNDING, "fund"), ("viennese", Stage.ROUND, "another")],
)
async def test_a_robot_votes_for_who_is_away(
    house: House, preset: str, stage: Stage, yes: str
) -> None:
    """Nobody waits for the absent player, and the others' votes count as given."""
    table = await sat_down(house, preset, stage)
    await play_to(house, table, stage)
    first = table.state.seat_to_act()
    assert first is not None
    await table.change(gone, (first + 1) % 3)
    for _ in range(2):
        seat = table.state.seat_to_act()
        assert seat is not None
        user = table.state.seat_holder(seat).user_id
        assert user is not None
        assert table.game is not None
        assert stage_of(table.game) is stage
        await table.change(moves.act, user, table.version, yes)
        assert house.driver is not None
        house.driver.tasks.poke(table.id)
        await idle(house)
    assert table.game is not None
    assert stage_of(table.game) is Stage.BETWEEN
    assert table.state.seat_holder((first + 1) % 3).away


def gone(state: TableState, at: ChangeContext, seat: int) -> TableState:
    """Let the seat miss two moves in a row."""
    return with_seat_holder(state, replace(state.seat_holder(seat), misses=2, away=True))


async def test_who_is_late_asks_nobody_to_pay(house: House) -> None:
    """balkan.md 3.11."""
    table = await at_the_question(house)
    await ring(house, 181)
    assert ("once", table.id, 1) in house.told
    assert table.state.seat_to_act() == TABLE_SEAT
    assert await columns(house, table) == (-94, -106, -100)


async def test_who_is_asked_and_late_does_not_pay(house: House) -> None:
    table = await at_the_question(house)
    await table.change(moves.act, BORIS, table.version, "ask")
    await ring(house, 181)
    assert ("once", table.id, 2) in house.told
    assert await columns(house, table) == (-94, -106, -100)


async def test_a_robot_pays_and_does_not_ask(house: House) -> None:
    """A robot plays for the absent: Vera's robot pays what Boris asks, Boris' own asks nothing."""
    table = await at_the_question(house)
    await table.change(leave, VERA)
    await table.change(moves.act, BORIS, table.version, "ask")
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await idle(house)
    assert await columns(house, table) == (-94, -100, -106)
    table = await at_the_question(house)
    await table.change(leave, BORIS)
    house.driver.tasks.poke(table.id)
    await idle(house)
    assert table.state.seat_to_act() == TABLE_SEAT
    assert await columns(house, table) == (-94, -106, -100)
