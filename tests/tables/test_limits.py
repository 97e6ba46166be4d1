"""Quotas of tables for a server and for a user hold when everybody comes at once."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable

import pytest

from bot.model.enums import OPEN_STATUSES, Clock
from bot.model.refusals import Refusal, Refused
from bot.model.settings import GuildSettings
from bot.tables import Table, changes
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House
from tests.tables.test_seats import refused
from tests.tables.test_table import started

MANY = 200


async def opened(house: House, user: int, guild: int = 1) -> Table:
    rules = house.tables.services.presets.rules("sochi")
    return await house.tables.open(
        guild_id=guild, channel_id=5, host_id=user, rules=rules, clock=Clock.NORMAL
    )


async def reasons(works: Iterable[Awaitable[object]]) -> Counter[Refusal | None]:
    """Return the answers of calls made at once; None is a success."""
    outcomes = await asyncio.gather(*works, return_exceptions=True)
    for outcome in outcomes:
        assert not isinstance(outcome, Exception) or isinstance(outcome, Refused)
    return Counter(one.reason if isinstance(one, Refused) else None for one in outcomes)


@pytest.mark.slow
async def test_one_player_opens_two_hundred_tables_at_once(house: House) -> None:
    await house.store.preferences.set_guild(GuildSettings(1, max_tables=MANY))
    answers = await reasons(opened(house, ANA) for _ in range(MANY))
    assert answers == {None: 3, Refusal.TOO_MANY_TABLES_OF_YOURS: MANY - 3}
    assert len(await house.store.game_queries.games_of_user(ANA, OPEN_STATUSES)) == 3


async def test_two_hundred_players_open_a_table_at_once(house: House) -> None:
    answers = await reasons(opened(house, user) for user in range(1, MANY + 1))
    assert answers == {None: 10, Refusal.TOO_MANY_TABLES_HERE: MANY - 10}
    assert len(await house.store.game_queries.games_of_guild(1, OPEN_STATUSES)) == 10


async def test_seven_join_at_once(house: House) -> None:
    table = await opened(house, ANA)
    answers = await reasons(table.change(changes.join, user) for user in range(20, 27))
    assert answers == {None: 2, Refusal.TABLE_FULL: 5}
    assert [sitting.seat for sitting in table.state.seat_holders] == [0, 1, 2]


async def test_seven_join_at_once_and_nobody_holds_the_lock(house: House) -> None:
    """Each joins another table, so no lock is shared: the store alone lets one in at a time."""
    table = await opened(house, ANA)
    found = await house.store.game_queries.load(table.id)
    assert found is not None
    tables = [Table(house.tables.services, found) for _ in range(7)]
    answers = await reasons(one.change(changes.join, 20 + n) for n, one in enumerate(tables))
    assert answers == {None: 1, Refusal.STALE: 6}
    await table.reload()
    assert len(table.state.seat_holders) == 2


async def test_one_player_joins_nine_tables_at_once(house: House) -> None:
    tables = [await opened(house, user) for user in range(20, 29)]
    answers = await reasons(table.change(changes.join, ANA) for table in tables)
    assert answers == {None: 3, Refusal.TOO_MANY_TABLES_OF_YOURS: 6}
    assert sum(table.state.seat_of(ANA) is not None for table in tables) == 3
    for table in tables:
        await table.reload()
    assert sum(table.state.seat_of(ANA) is not None for table in tables) == 3


async def test_a_limit_is_of_one_server(house: House) -> None:
    for _ in range(3):
        await opened(house, ANA, guild=1)
    await refused(Refusal.TOO_MANY_TABLES_OF_YOURS, opened(house, ANA, guild=1))
    there = await opened(house, BORIS, guild=2)
    await there.change(changes.join, ANA)
    await opened(house, ANA, guild=2)


async def test_the_limit_is_named(house: House) -> None:
    await house.store.preferences.set_guild(GuildSettings(1, max_user_tables=1, max_tables=2))
    await opened(house, ANA)
    table = await opened(house, BORIS)
    with pytest.raises(Refused) as here:
        await opened(house, VERA)
    with pytest.raises(Refused) as yours:
        await table.change(changes.join, ANA)
    assert (here.value.facts, yours.value.facts) == ({"limit": 2}, {"limit": 1})


async def test_a_rematch_leaves_out_who_sits_at_too_many_tables(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    await table.change(changes.annul)
    for _ in range(3):
        await opened(house, BORIS)
    await refused(Refusal.TOO_MANY_TABLES_OF_YOURS, house.tables.rematch(table, BORIS))
    await refused(Refusal.NOT_SEATED, house.tables.rematch(table, EGOR))
    again = await house.tables.rematch(table, VERA)
    assert [(one.seat, one.user_id) for one in again.state.seat_holders] == [(0, ANA), (2, VERA)]


async def test_of_three_rematches_at_once_there_is_one(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    await table.change(changes.annul)
    answers = await reasons(house.tables.rematch(table, user) for user in (ANA, BORIS, VERA))
    assert answers == {None: 1, Refusal.REMATCH_TAKEN: 2}
    assert len(await house.store.game_queries.games_of_guild(1, OPEN_STATUSES)) == 1
