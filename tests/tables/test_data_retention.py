"""Data retention: erase players of games long over, and servers that removed the bot."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.background import data_retention as module
from bot.background.data_retention import DAY_SECONDS, SERVER_GRACE, DataRetention, PresentServers
from bot.model.enums import Clock, Status
from bot.model.settings import GuildSettings
from bot.store import StorageTrouble, Store, Trouble
from bot.store.queries.problem_attempts import ProblemAttempt
from bot.store.queries.weekly_schedule import WeeklyTable
from tests.store.making import finish
from tests.tables.conftest import ANA, BORIS, START, House
from tests.tables.test_table import started
from tests.workers.conftest import until

HERE, THERE = 1, 2  # servers; House opens its tables on the first


@pytest.fixture
def gone() -> list[int]:
    """Record the people and servers that the bot erases."""
    return []


@pytest.fixture
def forgetting(house: House, gone: list[int]) -> DataRetention:
    return DataRetention(house.tables, 10, lambda people, _: gone.extend(people), gone.append)


def on(*guild_ids: int) -> PresentServers:
    """Tell the bot that it is on these servers."""
    return lambda: guild_ids


def people(house: House) -> set[int]:
    """Return every user who stands in some table."""
    tables = ("player", "sitting", "result", "review_seat", "vote", "etude", "person")
    sql = " UNION ".join(f"SELECT user_id FROM {table}" for table in tables)  # noqa: S608
    with closing(sqlite3.connect(house.path)) as db:
        found = db.execute(f"{sql} UNION SELECT host_id FROM game")  # noqa: S608
        return {row[0] for row in found} - {None, 0}


async def in_trouble(*_: object) -> None:
    raise StorageTrouble(Trouble.LOCKED)


async def sound(store: Store) -> None:
    for game_id in await store.game_queries.game_ids():
        assert await store.game_queries.faults(game_id) == ()


async def test_a_match_of_long_ago_names_nobody(
    house: House, forgetting: DataRetention, gone: list[int]
) -> None:
    old = await finish(
        house.store, (ANA, 5, 1), (BORIS, -5, 2), guild_id=HERE, at=START - 11 * DAY_SECONDS
    )
    new = await finish(house.store, (BORIS, 5, 1), (ANA + 9, -5, 2), guild_id=HERE, at=START)
    for user in (ANA, BORIS):
        await house.store.preferences.set_name(user, f"person {user}")
    await house.store.problems.begin_attempt(
        ProblemAttempt(BORIS, 0, 0, "easy-1", touched_at=START)
    )
    await house.store.problems.begin_attempt(
        ProblemAttempt(BORIS, 0, 0, "easy-2", touched_at=START - 11 * DAY_SECONDS)
    )
    table = await house.tables.get(old)
    await forgetting.run_once(on(HERE))
    past = {game.game_id: game for game in await house.store.leaderboards.history(HERE, 9)}
    assert [score.user_id for score in past[old].scores] == [None, None]
    assert [score.balance for score in past[old].scores] == [5, -5]
    assert [score.user_id for score in past[new].scores] == [BORIS, ANA + 9]
    assert (await house.store.preferences.person(ANA)).name is None
    assert (await house.store.preferences.person(BORIS)).name == f"person {BORIS}"
    assert set(await house.store.problems.practice_progress(BORIS)) == {"easy-1"}
    assert gone == [ANA]
    assert table.row.host_id == 0
    await sound(house.store)
    await forgetting.run_once(on(HERE))
    assert gone == [ANA]


async def test_who_plays_is_kept_however_long_it_lasts(
    house: House, forgetting: DataRetention
) -> None:
    table = await started(house, ANA, BORIS)
    house.clock[0] += 400 * DAY_SECONDS
    await forgetting.run_once(on(HERE))
    assert {one.user_id for one in table.state.seat_holders} > {ANA, BORIS}
    assert {ANA, BORIS} <= people(house)


async def test_nothing_goes_unless_the_host_wants_it(house: House) -> None:
    await finish(house.store, (ANA, 5, 1), (BORIS, -5, 2), at=START - 999 * DAY_SECONDS)
    await DataRetention(house.tables, None, lambda *_: None, lambda _: None).run_once(on(HERE))
    assert {ANA, BORIS} <= people(house)


async def test_a_server_without_the_bot_is_forgotten(house: House, gone: list[int]) -> None:
    forgetting = DataRetention(
        house.tables, None, lambda people, _: gone.extend(people), gone.append
    )
    game_id = (await started(house, ANA, BORIS)).id
    await finish(house.store, (ANA, 5, 1), (BORIS, -5, 2), guild_id=HERE)
    await finish(house.store, (BORIS + 9, 5, 1), (BORIS + 8, -5, 2), guild_id=THERE)
    await house.store.preferences.set_guild(GuildSettings(HERE, "ru"))
    await house.store.preferences.set_name(ANA, "Ana")
    await house.store.problems.begin_attempt(ProblemAttempt(ANA, HERE, 5, "easy-1"))
    await house.store.weekly.add(
        WeeklyTable(0, HERE, 5, 3, 60, "sochi", Clock.NORMAL, START + 2 * SERVER_GRACE)
    )
    await forgetting.on_server_left(HERE)
    await forgetting.on_server_left(HERE)  # Discord may send it again
    house.clock[0] += SERVER_GRACE - 1
    await forgetting.run_once(on(THERE))
    assert await house.store.game_queries.games_in_status(Status.PLAYING) == (game_id,)
    house.clock[0] += 1
    await forgetting.run_once(on(THERE))
    assert await house.store.game_queries.games_in_status(Status.VOID) == (game_id,)
    assert people(house) == {BORIS + 9, BORIS + 8, 1}  # 1 is the host of the last one
    assert (await house.store.preferences.guild(HERE)).locale is None
    assert await house.store.weekly.of_guild(HERE) == ()
    assert gone == [ANA, HERE]
    assert await house.store.retention.missing_servers(house.clock[0]) == ()
    await sound(house.store)


async def test_who_invites_the_bot_back_finds_all_as_it_was(
    house: House, forgetting: DataRetention
) -> None:
    await house.store.preferences.set_guild(GuildSettings(HERE, "ru"))
    await house.store.preferences.set_guild(GuildSettings(THERE, "ru"))
    await forgetting.on_server_left(HERE)
    await forgetting.run_once(on(HERE))  # and removed from the other while it was down
    assert await house.store.retention.missing_servers(house.clock[0]) == (THERE,)
    await forgetting.on_server_joined(THERE)
    assert await house.store.retention.missing_servers(house.clock[0]) == ()
    house.clock[0] += 2 * SERVER_GRACE
    await forgetting.run_once(on(HERE, THERE))
    assert (await house.store.preferences.guild(HERE)).locale == "ru"
    assert (await house.store.preferences.guild(THERE)).locale == "ru"


@pytest.mark.parametrize("is_asked_back_late", [False, True])
async def test_no_server_on_which_the_bot_is_goes(
    house: House,
    forgetting: DataRetention,
    monkeypatch: pytest.MonkeyPatch,
    is_asked_back_late: bool,
) -> None:
    """Even if the store failed to note the return of the bot, or erases others meanwhile."""
    retention = house.store.retention
    await house.store.preferences.set_guild(GuildSettings(HERE, "ru"))
    await forgetting.on_server_left(HERE)
    monkeypatch.setattr(retention, "record_return", in_trouble)
    await forgetting.on_server_joined(HERE)
    house.clock[0] += SERVER_GRACE
    seen = iter([(), (HERE,)] if is_asked_back_late else [(HERE,)])
    await forgetting.run_once(lambda: next(seen))
    assert (await house.store.preferences.guild(HERE)).locale == "ru"
    assert await retention.missing_servers(house.clock[0]) == (
        (HERE,) if is_asked_back_late else ()
    )


@pytest.mark.parametrize("what", ["record_presence", "missing_servers"])
async def test_it_goes_on_however_the_storage_begins(
    house: House, forgetting: DataRetention, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Discord lists the servers once, at the start, and never again."""
    await finish(
        house.store, (ANA, 5, 1), (BORIS, -5, 2), guild_id=HERE, at=START - 11 * DAY_SECONDS
    )
    monkeypatch.setattr(module, "_HOUR", 0.01)
    with monkeypatch.context() as broken:
        broken.setattr(house.store.retention, what, in_trouble)
        forgetting.start(on(HERE))
        await asyncio.sleep(0.05)
        assert {ANA, BORIS} <= people(house)
    await until(lambda: not {ANA, BORIS} & people(house))
    await forgetting.stop()


@pytest.mark.slow
async def test_a_kill_on_the_way_only_puts_it_off(house: House, forgetting: DataRetention) -> None:
    """After a kill between any transactions the file is sound, and the next run does the rest."""
    for user in range(20, 140, 2):
        await finish(house.store, (user, 1, 1), (user + 1, -1, 2), guild_id=HERE, at=START)
    await forgetting.on_server_left(HERE)
    house.clock[0] += SERVER_GRACE
    first = await house.store.retention.anonymise_guild(HERE)
    assert 0 < len(first.games) < 60
    await sound(house.store)
    await forgetting.run_once(on(THERE))
    assert people(house) == set()
