"""The end of a match for time (rules/russian.md 4.10)."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

import pytest

from bot.discord_ui.start_times import zone_names, zone_of
from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import stage_of
from bot.model.enums import Status
from bot.model.periods import next_time_of_day
from bot.tables import Table, moves
from tests.support.cases import for_each
from tests.tables.conftest import ANA, START, House, settled

MOSCOW, BERLIN = ZoneInfo("Europe/Moscow"), ZoneInfo("Europe/Berlin")


def moment(text: str, zone: tzinfo = UTC) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp())


# zone, hour, begin (UTC), end (UTC)
TIMES = [
    ("in the evening", UTC, 21, "2026-01-10 18:30", "2026-01-10 21:00"),
    ("past midnight", UTC, 3, "2026-01-10 22:00", "2026-01-11 03:00"),
    ("past for today", UTC, 21, "2026-01-10 21:01", "2026-01-11 21:00"),
    ("at this second", UTC, 21, "2026-01-10 21:00", "2026-01-11 21:00"),
    ("midnight", UTC, 0, "2026-01-10 23:59", "2026-01-11 00:00"),
    ("elsewhere", MOSCOW, 3, "2026-01-10 22:00", "2026-01-11 00:00"),
    ("elsewhere it is tomorrow", MOSCOW, 1, "2026-01-10 21:30", "2026-01-10 22:00"),
    # Berlin: clocks are put forward on 29 March 2026 from 2 to 3, and back on 25 October
    ("a short night", BERLIN, 3, "2026-03-28 22:00", "2026-03-29 01:00"),
    ("a long night", BERLIN, 3, "2026-10-24 21:00", "2026-10-25 02:00"),
    ("the hour that is skipped", BERLIN, 2, "2026-03-28 22:00", "2026-03-29 01:00"),
    ("skipped, and just past", BERLIN, 2, "2026-03-29 01:00", "2026-03-30 00:00"),
    ("the hour that comes twice", BERLIN, 2, "2026-10-24 21:00", "2026-10-25 00:00"),
    ("between the two", BERLIN, 2, "2026-10-25 00:30", "2026-10-25 01:00"),
    ("after both", BERLIN, 2, "2026-10-25 01:00", "2026-10-26 01:00"),
]


@for_each(
    ("zone", "hour", "now", "expect"), [row[1:] for row in TIMES], ids=[row[0] for row in TIMES]
)
def test_the_next_time_of_day(zone: tzinfo, hour: int, now: str, expect: str) -> None:
    assert next_time_of_day(60 * hour, moment(now), zone) == moment(expect)


def test_a_zone_this_machine_does_not_know_stops_no_game() -> None:
    assert zone_of("Europe/Moscow") == MOSCOW
    assert zone_of("Atlantis/Capital") is UTC
    assert {"UTC", "Europe/Moscow"} <= set(zone_names())


async def started(house: House, end: str, zone: tzinfo = UTC) -> Table:
    table = await house.open(ANA, end_condition=end, american_aid=False, claims="off")
    await table.change(moves.start_match, ANA, Dealer(0), zone)
    return table


@pytest.mark.parametrize(
    ("end", "zone", "seconds"),
    [
        ("time(30)", MOSCOW, 1800),
        ("until(21:00)", UTC, moment("2023-11-15 21:00") - START),
        ("until(03:00)", MOSCOW, moment("2023-11-15 00:00") - START),
        ("deals(5)", MOSCOW, None),
    ],
)
async def test_it_is_worked_out_once_at_the_start(
    house: House, end: str, zone: tzinfo, seconds: int | None
) -> None:
    """START is 2023-11-14 22:13:20 UTC; a day later, and after a reload, the end is the same."""
    table = await started(house, end, zone)
    expect = None if seconds is None else START + seconds
    assert table.row.ends_at == expect
    house.clock[0] += 86_400
    await table.reload()
    assert table.row.ends_at == expect


async def between(house: House, table: Table, deals: int) -> None:
    """Let everybody play, unhurried, until so many deals are scored."""
    assert house.driver is not None
    while table.game is not None and table.game.carry.number < deals and not table.game.ended:
        if table.is_waiting_to_deal():
            await house.driver.next_deal(table, ANA)
        house.driver.tasks.poke(table.id)
        await settled(house.driver.tasks)
        await house.play(table, house.driver.rng, 1)


@pytest.mark.parametrize("end", ["time(60)", "until(23:00)"])
async def test_the_deal_in_progress_is_played_to_its_end(house: House, end: str) -> None:
    table = await started(house, end)
    await between(house, table, 1)
    assert house.driver is not None
    await house.driver.next_deal(table, ANA)
    house.clock[0] += 3600
    assert table.game is not None
    assert stage_of(table.game) is not Stage.BETWEEN
    await between(house, table, 2)
    assert table.state.seat_to_act() == TABLE_SEAT  # the players read the score first
    await house.driver.next_deal(table, ANA)
    assert table.row.status is Status.OVER


async def test_a_second_before_the_hour_one_more_deal_is_played(house: House) -> None:
    table = await started(house, "until(23:00)")
    await between(house, table, 1)
    assert table.row.ends_at is not None
    house.clock[0] = table.row.ends_at - 1
    assert house.driver is not None
    await house.driver.next_deal(table, ANA)
    assert table.game is not None
    assert table.game.deal is not None
