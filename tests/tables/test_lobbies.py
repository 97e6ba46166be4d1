"""Seats of a lobby under other rules, and beside each other's wishes."""

from bot.engine.fairness import with_seats
from bot.presets import load_presets
from bot.refusals import Refusal
from bot.tables import changes, lobby
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House
from tests.tables.test_seats import refused

PRESETS = load_presets()


def test_words_move_with_who_said_them() -> None:
    assert with_seats("1 ana\n3 vera", {0: 2, 2: 0}) == "1 vera\n3 ana"
    assert with_seats("2 boris", {1: 3}) == "4 boris"


async def test_fewer_seats_move_people_up_and_send_robots_away(house: House) -> None:
    table = await house.open(ANA, players=4)
    await table.change(lobby.sit, BORIS, 3)
    await table.change(changes.cut, BORIS, 1, "cut")
    three = PRESETS.rules("sochi", players=3)
    await table.change(changes.set_rules, ANA, three)
    assert {s.seat: s.user_id for s in table.sittings} == {0: ANA, 1: BORIS, 2: None}
    assert table.state.shuffle is not None
    assert table.state.shuffle.words == "2 cut"


async def test_rules_for_fewer_than_sit_there_are_refused(house: House) -> None:
    table = await house.open(ANA, BORIS, VERA, EGOR, players=4)
    three = PRESETS.rules("sochi", players=3)
    await refused(Refusal.TABLE_FULL, table.change(changes.set_rules, ANA, three))


async def test_a_seat_that_is_not_there(house: House) -> None:
    table = await house.open(ANA)
    await refused(Refusal.SEATS_CHANGED, table.change(lobby.sit, BORIS, 3))
    await refused(Refusal.SEATS_CHANGED, table.change(lobby.remove, ANA, 3, lobby.ROBOT))
    await table.change(lobby.remove, ANA, 2, lobby.ROBOT)
    await refused(Refusal.SEATS_CHANGED, table.change(lobby.remove, ANA, 2, lobby.ROBOT))
    assert len(table.sittings) == 2


async def test_limits_hold_for_chosen_seats_too(house: House) -> None:
    table = await house.open(ANA)
    for _ in range(3):
        await house.open(BORIS)
    await refused(Refusal.TOO_MANY_TABLES_OF_YOURS, table.change(lobby.sit, BORIS, 2))
    assert table.seat_of(BORIS) is None
