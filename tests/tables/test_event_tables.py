"""Tables of one event: the same cards, dealer and robots; who may sit there; what is open when."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.actions import Action, Deck
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.shuffle import drawn_dealer, shuffled_deck
from bot.features.daily.day_deals import event_rules
from bot.model.enums import OPEN_STATUSES, Clock, LeaveOutcome, Status
from bot.model.periods import SECONDS_PER_DAY, day_of, start_of
from bot.model.refusals import Refusal, Refused
from bot.model.table_events import EventTable, TableEvent, open_deals, parse_table_event
from bot.model.values import replace
from bot.presets import load_presets
from bot.store.queries.daily_deals import DailyEvent, EventKey
from bot.tables import DeckSource, Table, TableRegistry, changes, moves
from bot.workers import TooSlow
from tests.support.stored import log_lines
from tests.tables.conftest import ANA, BORIS, EGOR, START, VERA, House

PRESETS = load_presets()
DAY = day_of(START)
SEED = bytes(range(32))
CODE = "kx7q2m"
EVENT = TableEvent(CODE, DAY, DAY, 3)


@pytest.fixture
def house(house: House) -> House:
    """Return decks as outside of tests."""
    assert house.driver is not None
    services = replace(house.tables.services, decks=DeckSource())
    house.tables = house.driver.tables = TableRegistry(services)
    return house


def made(preset: str = "sochi", tables: int = 2, deals: int = 3) -> DailyEvent:
    key = EventKey(DAY, preset, CODE)
    return DailyEvent(key, SEED, days=1, guild_id=1, tables=tables, deals=deals)


async def opened(house: House, event: DailyEvent, host: int, *others: int) -> Table:
    rules = event_rules(PRESETS, event.key.preset, event.deals)
    table = await house.tables.open_event_table(
        event, rules, guild_id=1, channel_id=5, host_id=host, clock=Clock.NONE
    )
    for user in others:
        await table.change(changes.join, user)
    return table


async def started(house: House, event: DailyEvent, host: int, *others: int) -> Table:
    table = await opened(house, event, host, *others)
    assert house.driver is not None
    draw = house.driver.draw_for(table)
    await table.change(changes.fill_and_start, host, draw)
    return table


async def play_out(house: House, table: Table, chance: Random) -> None:
    """Let the driver deal and robots answer, and people act at random, to the end."""
    assert house.driver is not None
    while await is_on(house, table):
        if not await house.play(table, chance, 1):
            for user in table.state.human_ids():
                await house.driver.next_deal(table, user)


async def is_on(house: House, table: Table) -> bool:
    """Let the driver do what is due; return True if the match goes on."""
    assert house.driver is not None
    while await house.driver._step(table):
        pass
    return table.row.status is Status.PLAYING


async def refused(reason: Refusal, change: object) -> None:
    assert asyncio.iscoroutine(change)
    with pytest.raises(Refused) as caught:
        await change
    assert caught.value.reason is reason


# rules, cards, robots -----------------------------------------------------------------------


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("deals", [3, 6, 9, 12])
@pytest.mark.parametrize("preset", PRESETS.names())
def test_every_preset_is_played_deal_by_deal(preset: str, deals: int) -> None:
    rules = event_rules(PRESETS, preset, deals)
    assert rules.players == 3
    assert rules.options.reveal_after_deal
    family = family_of(rules)
    assert not family.has_ended(rules, family.initial_carry(rules))


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
async def test_two_tables_are_dealt_the_same_deck_by_the_same_dealer(
    house: House, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.table_events.EVENT_LEVEL", "beginner")
    event = made(preset)
    await house.store.daily_deals.make_private_event(event)
    logs = list[list[str]]()
    for host, chance in ((ANA, Random(1)), (BORIS, Random(2))):
        table = await started(house, event, host, host + 10, host + 20)
        await play_out(house, table, chance)
        assert table.row.status is Status.OVER
        logs.append([line.text for line in await log_lines(house.store, table.id)])
    draws, decks = zip(
        *((log[0], [text for text in log if text.startswith("deck ")]) for log in logs),
        strict=True,
    )
    assert draws == (f"dealer {drawn_dealer(SEED, DAY, 3)}",) * 2
    assert decks[0] == decks[1]
    assert len(decks[0]) == event.deals
    assert decks[0] == [
        format_action(Deck(shuffled_deck(SEED, DAY, deal, ""))) for deal in (1, 2, 3)
    ]


@pytest.mark.slow
async def test_equal_acts_meet_equal_robots_however_busy_the_machine_is(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two robots of the weakest searching level answer one person who plays alike twice."""
    event = made(deals=1)
    await house.store.daily_deals.make_private_event(event)
    monkeypatch.setattr("bot.tables.state.EVENT_LEVEL", "club")
    monkeypatch.setattr("bot.workers.robot_moves._PATIENT_PAUSE", 0.0)
    logs = list[list[tuple[int, str]]]()
    asked = [0]

    async def decide(seconds: float, job: Callable[..., Action], *args: object) -> Action:
        """Decide in this process; once the first table is done, refuse two of three times."""
        asked[0] += 1
        if logs and asked[0] % 3:
            raise TooSlow if asked[0] % 3 == 1 else Refused(Refusal.BUSY)
        return job(*args)

    monkeypatch.setattr(house.workers, "decide", decide)
    for host in (ANA, BORIS):
        table = await started(house, event, host)
        await play_out_first(house, table)
        logs.append([(line.seat, line.text) for line in await log_lines(house.store, table.id)])
    assert logs[0] == logs[1]
    assert asked[0] > 10


async def play_out_first(house: House, table: Table) -> None:
    """Let the host do the first legal act of their seat each time."""
    assert house.driver is not None
    while await is_on(house, table):
        await act_first(house, table)


async def act_first(house: House, table: Table) -> None:
    """Let the host deal, or do the first legal act."""
    assert house.driver is not None
    game = table.state.require_game()
    if stage_of(game) is Stage.BETWEEN:
        await house.driver.next_deal(table, table.row.host_id)
        return
    seat = to_act(game)
    assert seat is not None
    first = min(map(format_action, legal_actions(game, seat)))
    await table.change(moves.act, table.row.host_id, table.version, first)


@pytest.mark.slow
async def test_a_table_killed_in_every_state_plays_on_like_the_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each change a new process finds table, event and what is open in the store."""
    event = made(deals=3)
    await house.store.daily_deals.make_private_event(event)
    monkeypatch.setattr("bot.tables.state.EVENT_LEVEL", "beginner")
    monkeypatch.setattr(house.workers, "decide", _decide_here)
    first = await started(house, event, ANA)
    await play_out_first(house, first)
    killed, found, states = await opened(house, event, BORIS), list[int](), 0
    while killed.row.status in OPEN_STATUSES:
        before = killed.state
        killed = await restarted(house, killed)
        assert killed.state == before
        found.append(await house.tables.open_deal_count(EVENT))
        await one_step(house, killed)
        states += 1
    found.append(await house.tables.open_deal_count(EVENT))
    logs = [
        [(line.seat, line.text) for line in await log_lines(house.store, table.id)]
        for table in (first, killed)
    ]
    assert logs[0] == logs[1]
    assert states >= len(logs[1])
    assert found == sorted(found)
    assert {*found} == {0, 1, 2, 3}


async def _decide_here(_: float, job: Callable[..., Action], *args: object) -> Action:
    """Decide in this process."""
    return job(*args)


async def restarted(house: House, table: Table) -> Table:
    """Return a table as a new process loads it."""
    assert house.driver is not None
    house.tables = house.driver.tables = TableRegistry(house.tables.services)
    return await house.tables.get(table.id)


async def one_step(house: House, table: Table) -> None:
    """Start the match, do one thing that is due, or let the host act."""
    assert house.driver is not None
    if table.row.status is Status.LOBBY:
        await table.change(changes.fill_and_start, BORIS, house.driver.draw_for(table))
    elif not await house.driver._step(table):
        await act_first(house, table)


async def test_a_match_with_robots_that_were_updated_ends(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    await house.store.daily_deals.name_robots(event.key, "others")
    table = await started(house, event, ANA)
    await play_out(house, table, Random(3))
    assert table.row.status is Status.VOID


# who may sit there, and what is agreed ------------------------------------------------------


async def test_nobody_sits_at_two_tables_of_an_event(house: House) -> None:
    event = made(tables=3)
    await house.store.daily_deals.make_private_event(event)
    first = await opened(house, event, ANA, BORIS)
    await refused(Refusal.EVENT_SECOND_TABLE, opened(house, event, ANA))
    second = await opened(house, event, VERA)
    await refused(Refusal.EVENT_SECOND_TABLE, second.change(changes.join, BORIS))
    await first.change(changes.leave, BORIS)  # a lobby has no cards
    await second.change(changes.join, BORIS)
    assert house.driver is not None
    await second.change(changes.fill_and_start, VERA, house.driver.draw_for(second))
    await second.change(changes.leave, BORIS, LeaveOutcome.KEPT)
    await refused(Refusal.EVENT_SECOND_TABLE, first.change(changes.join, BORIS))
    await first.change(changes.join, EGOR)


async def test_two_presses_at_once_open_one_table(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    both = await asyncio.gather(
        opened(house, event, ANA), opened(house, event, ANA), return_exceptions=True
    )
    assert [type(one) for one in both].count(Table) == 1
    assert len(await house.store.daily_deals.event_tables(EVENT)) == 1


async def test_the_places_of_an_event_are_taken_by_tables_that_saw_cards(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    lobby = await opened(house, event, ANA)
    await started(house, event, BORIS)
    await refused(Refusal.EVENT_FULL, opened(house, event, VERA))
    await lobby.change(changes.annul)
    third = await started(house, event, VERA)
    await third.change(changes.annul)
    await refused(Refusal.EVENT_FULL, opened(house, event, EGOR))


async def test_what_bears_on_the_cards_is_agreed(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    table = await opened(house, event, ANA, BORIS)
    rules = PRESETS.rules("sochi")
    fixed = Refusal.EVENT_FIXED
    await refused(fixed, table.change(changes.set_rules, ANA, rules))
    await refused(fixed, table.change(changes.set_friendly, ANA, friendly=False))
    await refused(fixed, table.change(changes.cut_deck, ANA, 1, "word"))
    await refused(fixed, table.change(changes.set_level, ANA, "beginner"))
    await table.change(changes.add_robot, ANA, "beginner")
    assert [one.robot for one in table.state.seat_holders] == [None, None, "expert"]


async def test_no_table_begins_after_the_last_day(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    table = await opened(house, event, ANA)
    assert house.driver is not None
    draw = house.driver.draw_for(table)
    house.clock[0] = start_of(DAY + 1)
    await refused(Refusal.EVENT_LATE, table.change(changes.fill_and_start, ANA, draw))
    await refused(Refusal.EVENT_LATE, opened(house, event, BORIS))


async def test_a_killed_process_finds_event_and_seed_again(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    table = await started(house, event, ANA)
    stored = await house.store.game_queries.load(table.id)
    assert stored is not None
    again = Table(house.tables.services, stored)
    assert again.row.table_event == EVENT
    assert again.state.shuffle == table.state.shuffle
    assert again.state.shuffle is not None
    assert again.state.shuffle.seed == SEED


async def test_no_hand_is_dealt_once_the_event_is_closed(house: House) -> None:
    event = made()
    await house.store.daily_deals.make_private_event(event)
    table = await started(house, event, ANA, BORIS, VERA)
    house.clock[0] = start_of(DAY + 2)
    await play_out(house, table, Random(4))
    assert table.row.status is Status.VOID  # it had not been dealt its first hand


# which deals are open ------------------------------------------------------------------------

STATES = st.lists(
    st.builds(
        EventTable, st.integers(1, 9), st.sampled_from(Status), st.booleans(), st.integers(0, 3)
    ),
    max_size=5,
)
TIMES = st.integers(-1, 4).map(lambda days: start_of(DAY + days) + 5)


@given(tables=STATES, places=st.sampled_from([2, 3]), now=TIMES)
def test_a_deal_that_a_table_may_still_be_dealt_is_closed(
    tables: list[EventTable], places: int, now: int
) -> None:
    found = open_deals(EVENT, places, tables, now)
    if day_of(now) > DAY + 1:
        assert found == EVENT.deals
        return
    taken = sum(table.begun or table.status is Status.LOBBY for table in tables)
    if day_of(now) == DAY and taken < places:
        assert found == 0
    for table in tables:
        if table.begun and table.status not in (Status.OVER, Status.VOID):
            assert found <= table.scored


@given(
    scored=st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=2, max_size=2),
    stops=st.integers(0, 4),
)
def test_what_is_open_stays_open(scored: list[list[int]], stops: int) -> None:
    """Two tables score deals, one stops at some moment, and days pass."""
    found = list[int]()
    for moment, counts in enumerate(zip(*map(sorted, scored), strict=True)):
        tables = [
            EventTable(1, Status.OVER if moment >= stops else Status.PLAYING, True, counts[0]),
            EventTable(2, Status.PLAYING, True, counts[1]),
        ]
        found.append(open_deals(EVENT, 2, tables, START + moment * SECONDS_PER_DAY // 2))
    assert all(before <= after for before, after in pairwise(found))


def test_a_stopped_table_holds_up_nobody() -> None:
    ahead = EventTable(1, Status.PLAYING, True, 2)
    for status, opened in (
        (Status.PLAYING, 1),
        (Status.PAUSED, 1),
        (Status.FROZEN, 1),
        (Status.OVER, 2),
        (Status.VOID, 2),
    ):
        tables = [ahead, EventTable(2, status, True, 1)]
        assert open_deals(EVENT, 2, tables, START) == opened


def test_the_text_of_an_event_is_read_back() -> None:
    assert parse_table_event(str(EVENT)) == EVENT
