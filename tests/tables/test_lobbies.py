"""Seats of a lobby under changed rules and concurrent joins; lobbies without a host."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.engine.shuffle import with_seats
from bot.model.enums import Clock
from bot.model.periods import next_weekday_time
from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.presets import load_presets, rules_text
from bot.store.admin.user_data import ERASED_HOST
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.tables import changes
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House
from tests.tables.test_seats import refused

PRESETS = load_presets()


def test_words_move_with_who_said_them() -> None:
    assert with_seats("1 ana\n3 vera", {0: 2, 2: 0}) == "1 vera\n3 ana"
    assert with_seats("2 boris", {1: 3}) == "4 boris"
    assert with_seats("1 ana\n2 boris\n3 vera", {0: 2, 2: 0}) == "1 vera\n2 boris\n3 ana"


async def test_fewer_seats_move_people_up_and_send_robots_away(house: House) -> None:
    table = await house.open(ANA, players=4)
    await table.change(changes.move_to_seat, BORIS, 3)
    await table.change(changes.cut_deck, BORIS, 1, "cut")
    three = PRESETS.rules("sochi", players=3)
    await table.change(changes.set_rules, ANA, three)
    assert {s.seat: s.user_id for s in table.state.seat_holders} == {0: ANA, 1: BORIS, 2: None}
    assert table.state.shuffle is not None
    assert table.state.shuffle.words == "2 cut"


async def test_rules_for_fewer_than_sit_there_are_refused(house: House) -> None:
    table = await house.open(ANA, BORIS, VERA, EGOR, players=4)
    three = PRESETS.rules("sochi", players=3)
    await refused(Refusal.TABLE_FULL, table.change(changes.set_rules, ANA, three))


async def test_a_seat_that_is_not_there(house: House) -> None:
    table = await house.open(ANA)
    await refused(Refusal.SEATS_CHANGED, table.change(changes.move_to_seat, BORIS, 3))
    await refused(
        Refusal.SEATS_CHANGED,
        table.change(changes.remove_occupant, ANA, 3, changes.ROBOT_OCCUPANT),
    )
    await table.change(changes.remove_occupant, ANA, 2, changes.ROBOT_OCCUPANT)
    await refused(
        Refusal.SEATS_CHANGED,
        table.change(changes.remove_occupant, ANA, 2, changes.ROBOT_OCCUPANT),
    )
    assert len(table.state.seat_holders) == 2


async def test_limits_hold_for_chosen_seats_too(house: House) -> None:
    table = await house.open(ANA)
    for _ in range(3):
        await house.open(BORIS)
    await refused(Refusal.TOO_MANY_TABLES_OF_YOURS, table.change(changes.move_to_seat, BORIS, 2))
    assert table.state.seat_of(BORIS) is None


async def test_a_weekly_table_is_opened_once(house: House) -> None:
    """A second caller with an outdated hour opens nothing; nor does a full server."""
    rules = rules_text(PRESETS.rules("sochi"))
    hour = house.clock[0]
    await house.store.weekly.add(WeeklyTable(0, 1, 5, 3, 0, rules, Clock.NONE, hour))
    (weekly,) = await house.store.weekly.of_guild(1)
    full = replace(await house.store.preferences.guild(1), max_tables=0)
    await house.store.preferences.set_guild(full)
    opening = house.tables.open_weekly(weekly, hour + 7)
    await refused(Refusal.TOO_MANY_TABLES_HERE, opening)
    assert (await house.store.weekly.of_guild(1)) == (weekly,)
    await house.store.preferences.set_guild(replace(full, max_tables=9))
    table = await house.tables.open_weekly(weekly, hour + 7)
    assert (table.row.host_id, table.state.seat_holders) == (ERASED_HOST, ())
    await refused(Refusal.STALE, house.tables.open_weekly(weekly, hour + 7))
    assert await house.store.weekly.next_wake() == hour + 7
    await refused(Refusal.NOT_HOST, table.change(changes.set_friendly, ANA, True))
    await table.change(changes.move_to_seat, ANA, 1)
    assert table.row.host_id == ANA


@pytest.mark.parametrize(
    ("now", "zone", "expected"),
    [
        ("2026-01-01 20:59", "Europe/Vienna", "2026-01-01 21:00"),  # a Thursday
        ("2026-01-01 21:00", "Europe/Vienna", "2026-01-08 21:00"),
        ("2026-01-02 00:00", "Europe/Vienna", "2026-01-08 21:00"),
        ("2026-03-26 21:00", "Europe/Vienna", "2026-04-02 21:00"),  # clocks are put forward an hour
    ],
)
def test_the_next_thursday(now: str, zone: str, expected: str) -> None:
    there = ZoneInfo(zone)
    at = next_weekday_time(3, 21 * 60, round(_moment(now, there)), there)
    assert at == _moment(expected, there)


def _moment(text: str, zone: ZoneInfo) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


async def test_one_task_at_a_time_places_the_message_of_a_table(house: House) -> None:
    table = await house.open(ANA)
    async with table.placement_lock:
        assert table.placement_lock.locked()
    other = await house.open(BORIS)
    assert other.placement_lock is not table.placement_lock
