"""Levels of robots: chosen in the lobby, kept by a rematch, computed in worker processes."""

import asyncio
import logging
from random import Random

import pytest

from bot.background.driver import Driver
from bot.engine.actions import ACCEPT, Action, Claim, Dealer, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.shuffle import robot_secret
from bot.engine.view import SeatView
from bot.model.enums import Clock, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.robots import ROBOTS
from bot.tables import Table, changes, moves, take_backs
from bot.tables.state import ChangeContext, TableState
from bot.workers import PLAIN_LEVEL, TooSlow, secret_decision_seed
from bot.workers.robot_moves import plain_move
from tests.support.stored import log_lines
from tests.tables.conftest import ANA, BORIS, VERA, House, settled
from tests.tables.test_clock import begun, idle, ring
from tests.tables.test_seats import refused
from tests.tables.test_table import started
from tests.workers.conftest import children, until

BEST = [*ROBOTS][-1]


def levels(table: Table) -> list[str | None]:
    return [sitting.robot for sitting in sorted(table.state.seat_holders, key=lambda one: one.seat)]


def seat_robot(state: TableState, at: ChangeContext, seat: int, level: str) -> TableState:
    """Seat a robot as an earlier version with other levels did."""
    return changes.assign_seat(state, seat, robot=level)


async def lobby(house: House) -> Table:
    rules = house.tables.services.presets.rules("sochi", players=4)
    return await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NONE
    )


async def test_a_robot_plays_like_the_one_before_it(house: House) -> None:
    table = await lobby(house)
    await table.change(changes.add_robot, ANA)
    assert levels(table) == [None, house.tables.services.default_level]
    await table.change(changes.add_robot, ANA, BEST)
    await table.change(changes.add_robot, ANA)
    assert levels(table) == [None, PLAIN_LEVEL, BEST, BEST]
    await table.change(changes.set_level, ANA, PLAIN_LEVEL)
    assert levels(table) == [None, PLAIN_LEVEL, PLAIN_LEVEL, PLAIN_LEVEL]
    await refused(Refusal.TABLE_FULL, table.change(changes.add_robot, ANA))


async def test_only_known_levels_and_only_in_a_lobby(house: House) -> None:
    table = await lobby(house)
    await refused(Refusal.LEVEL_UNKNOWN, table.change(changes.add_robot, ANA, "grandmaster"))
    await refused(Refusal.LEVEL_UNKNOWN, table.change(changes.set_level, ANA, ""))
    with pytest.raises(Refused) as caught:
        await table.change(changes.set_level, ANA, "x" * 50)
    assert caught.value.facts == {"level": "x" * 40}
    await refused(Refusal.NOT_SEATED, table.change(changes.set_level, BORIS, PLAIN_LEVEL))
    assert levels(table) == [None]
    for _ in range(3):
        await table.change(changes.add_robot, ANA)
    await table.change(moves.start_match, ANA, Dealer(0))
    await refused(Refusal.GAME_RUNNING, table.change(changes.set_level, ANA, BEST))
    assert levels(table) == [None, PLAIN_LEVEL, PLAIN_LEVEL, PLAIN_LEVEL]


async def test_a_rematch_keeps_the_levels_and_the_chosen_clock(house: House) -> None:
    """Nobody hurries who is alone with robots, unless they have asked for a clock."""
    table = await lobby(house)
    await table.change(changes.set_clock, ANA, Clock.SLOW)
    for level in (PLAIN_LEVEL, BEST, "grandmaster"):
        await table.change(seat_robot, len(table.state.seat_holders), level)
    await table.change(moves.start_match, ANA, Dealer(0))
    await table.change(moves.end_match)
    again = await house.tables.rematch(table, ANA)
    assert levels(again) == [None, PLAIN_LEVEL, BEST, "grandmaster"]
    assert again.state.clock is Clock.SLOW


async def play_deals(house: House, table: Table, deals: int) -> None:
    """Let Ana play at random until so many deals are scored."""
    assert house.driver is not None
    chance = Random(2)
    while table.state.require_game().carry.number < deals:
        if table.state.seat_to_act() == TABLE_SEAT:
            await house.driver.next_deal(table, ANA)
        await house.play(table, chance, 1)
        house.driver.tasks.poke(table.id)
        await idle(house)


async def test_a_level_that_no_longer_exists_plays_as_the_weakest(house: House) -> None:
    before = children()
    table = await house.open(ANA)
    await table.change(seat_robot, 1, "grandmaster")
    await table.change(seat_robot, 2, "x" * 30)
    await table.change(moves.start_match, ANA, Dealer(0))
    await play_deals(house, table, 1)
    assert table.row.status is Status.PLAYING
    assert children() <= before


@pytest.mark.process
async def test_levels_mixed_at_one_table(house: House) -> None:
    before = children()
    table = await lobby(house)
    for level in [*ROBOTS][-3:]:
        await table.change(changes.add_robot, ANA, level)
    await table.change(moves.start_match, ANA, Dealer(0))
    await play_deals(house, table, 1)
    lines = await log_lines(house.store, table.id)
    assert {line.seat for line in lines if line.by == "robot"} == {1, 2, 3}
    assert children() - before


async def test_who_is_late_or_away_is_played_for_by_the_plain_robot(house: House) -> None:
    before = children()
    table = await begun(house, ANA, BORIS, VERA)
    for _ in range(12):
        await ring(house, 180)
    assert any(sitting.away for sitting in table.state.seat_holders)
    assert children() <= before


async def test_a_robot_draws_from_the_secret_of_its_deal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = list[int]()

    async def note(workers: object, level: str, seen: SeatView, seed: int, **_: object) -> Action:
        seeds.append(seed)
        return plain_move(seen, seed)

    monkeypatch.setattr("bot.background.driver.robot_move", note)
    table = await lobby(house)
    for _ in range(3):
        await table.change(changes.add_robot, ANA, PLAIN_LEVEL)
    await table.change(moves.start_match, ANA, Dealer(1))
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await idle(house)
    deck = table.state.shuffle
    assert deck is not None
    course = take_backs.standing_course(table.state)
    secret = robot_secret(deck.seed, table.id, deck.deal)
    assert seeds == [secret_decision_seed(secret, course[:n]) for n in range(len(seeds))]
    assert seeds


class Judge:
    """Accepts for the seat that is asked, or leaves an offer to the people."""

    def __init__(self, accepts: bool) -> None:
        self.accepts, self.asked = accepts, 0

    async def settle(self, table: Table) -> bool:
        game, seat = table.game, table.state.seat_to_act()
        if seat is None or game is None or stage_of(game) is not Stage.CLAIM:
            return False
        self.asked += 1
        return self.accepts and await table.act_for(seat, table.version, ACCEPT, "table")


async def claimed(house: House) -> Table:
    """Make a table of three humans, one of whom has just claimed."""
    table = await started(house, ANA, BORIS, VERA)
    chance = Random(1)
    while True:
        game = table.state.require_game()
        seat = to_act(game)
        assert seat is not None
        if seat == TABLE_SEAT:
            deck = Deck(tuple(chance.sample(PACK, 32)))
            await table.act_for(TABLE_SEAT, table.version, deck, "table")
            continue
        choices = legal_actions(game, seat)
        if claims := [action for action in choices if isinstance(action, Claim)]:
            await table.act_for(seat, table.version, claims[0], str(ANA))
            return table
        await table.act_for(seat, table.version, chance.choice(choices), "table")


def judged(house: House, judge: Judge) -> Driver:
    """Return the house's driver with a judge of claims."""
    assert house.driver is not None
    house.driver.adjudicator = judge
    return house.driver


async def test_a_proven_claim_needs_nobodys_word(house: House) -> None:
    table, judge = await claimed(house), Judge(True)
    driver = judged(house, judge)
    version = table.version
    driver.tasks.poke(table.id)
    await idle(house)
    lines = (await log_lines(house.store, table.id))[version:]
    assert judge.asked == len(lines) > 0
    assert all((line.text, line.by) == ("accept", "table") for line in lines)
    assert (
        table.state.require_game().carry.number == 1
        or stage_of(table.state.require_game()) is not Stage.CLAIM
    )


async def test_another_claim_waits_for_consent(house: House) -> None:
    table, judge = await claimed(house), Judge(False)
    driver = judged(house, judge)
    version = table.version
    driver.tasks.poke(table.id)
    await idle(house)
    assert judge.asked == 1
    assert table.version == version


async def test_pace_includes_the_thinking(house: House) -> None:
    """Four robot moves with a pause of 0.1 s each take 0.4 s at least."""
    assert house.driver is not None
    house.driver.pace = 0.1
    table = await house.open(ANA)
    await table.change(moves.start_match, ANA, Dealer(0))
    loop = asyncio.get_running_loop()
    began = loop.time()
    house.driver.tasks.poke(table.id)
    await idle(house)
    made = [line for line in await log_lines(house.store, table.id) if line.by == "robot"]
    assert made
    assert len(made) * 0.1 <= loop.time() - began < len(made) * 0.1 + 2


async def test_nothing_secret_is_logged_when_a_robot_fails(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await house.workers.stop()  # no thought will ever come
    table = await house.open(ANA)
    for seat in (1, 2):
        await table.change(seat_robot, seat, BEST)
    await table.change(moves.start_match, ANA, Dealer(0))
    await play_deals(house, table, 1)
    assert "the plain move at stage" in caplog.text
    assert "View(" not in caplog.text


async def thinking(house: House) -> Table:
    """Seat Ana and two experts, the first of whom has begun to think."""
    table = await house.open(ANA)
    await table.change(changes.set_level, ANA, BEST)
    await table.change(moves.start_match, ANA, Dealer(0))
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await until(lambda: house.workers._under_way)
    return table


@pytest.mark.process
async def test_nobody_waits_for_a_thought_and_it_may_come_too_late(house: House) -> None:
    table = await thinking(house)
    version = table.version
    await table.change(changes.annul)  # the judge needs the table's lock
    assert house.workers._under_way
    await idle(house)
    assert table.row.status is Status.VOID
    assert len(await log_lines(house.store, table.id)) == version


@pytest.mark.process
async def test_stopping_in_the_middle_of_a_thought(house: House) -> None:
    before, tasks = children(), asyncio.all_tasks()
    table = await thinking(house)
    await until(lambda: children() - before)
    assert house.driver is not None
    await house.driver.stop()
    await house.workers.stop()
    assert children() <= before
    assert {task.get_name() for task in asyncio.all_tasks() - tasks} <= {"store writer"}
    lines = await log_lines(house.store, table.id)
    assert len(lines) == table.version


async def test_a_plain_move_on_a_busy_machine_is_stored_and_counted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log says "robot", as ever; the review of the deal tells how many moves were plain."""

    async def too_slow(*_: object) -> None:
        raise TooSlow

    actors: list[str] = []
    house.tables.services = replace(house.tables.services, on_action=actors.append)
    monkeypatch.setattr(house.workers, "decide", too_slow)
    table = await house.open(ANA)
    await table.change(changes.set_level, ANA, BEST)
    assert house.driver is not None
    await table.change(moves.start_match, ANA, Dealer(0))
    await house.driver.deal(table, table.version)
    while table.game is not None and not table.game.carry.number:
        if to_act(table.game) == TABLE_SEAT:
            await house.driver.deal(table, table.version)
        house.driver.tasks.poke(table.id)
        await settled(house.driver.tasks)
        await house.play(table, Random(1), 1)
    recorded = await house.store.reviews.recorded_deal(table.id, 1)
    assert recorded is not None
    hurried = actors.count(moves.HURRIED_ROBOT)
    assert 0 < recorded.hurried <= hurried
    robots = [line for line in recorded.lines if line.by == moves.ROBOT_ACTOR]
    assert len(robots) >= recorded.hurried, "with one legal card a robot need not think"
    assert await house.store.game_queries.faults(table.id) == ()
