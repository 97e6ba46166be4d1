"""What goes by itself: who played long ago, and servers the bot was removed from."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.keepers import forgetting as module
from bot.keepers.forgetting import DAY, GRACE, Forgetting, Present
from bot.store import StorageTrouble, Store, Trouble
from bot.store.etudes import Attempt
from bot.store.weekly import Weekly
from bot.store.wishes import Guild
from bot.terms import Clock, Status
from tests.store.making import finish
from tests.tables.conftest import ANA, BORIS, START, House
from tests.tables.test_table import started
from tests.workers.conftest import until

HERE, THERE = 1, 2  # servers; House opens its tables on the first


@pytest.fixture
def gone() -> list[int]:
    """People and servers that the bot was told to forget."""
    return []


@pytest.fixture
def forgetting(house: House, gone: list[int]) -> Forgetting:
    return Forgetting(house.tables, 10, lambda people, _: gone.extend(people), gone.append)


def on(*guild_ids: int) -> Present:
    """The bot is on these servers."""
    return lambda: guild_ids


def people(house: House) -> set[int]:
    """Everybody who stands in some table."""
    tables = ("player", "sitting", "result", "review_seat", "vote", "etude", "person")
    sql = " UNION ".join(f"SELECT user_id FROM {table}" for table in tables)  # noqa: S608
    with closing(sqlite3.connect(house.path)) as db:
        found = db.execute(f"{sql} UNION SELECT host_id FROM game")  # noqa: S608
        return {row[0] for row in found} - {None, 0}


async def in_trouble(*_: object) -> None:
    raise StorageTrouble(Trouble.LOCKED)


async def sound(store: Store) -> None:
    for game_id in await store.lists.game_ids():
        assert await store.lists.faults(game_id) == ()


async def test_a_match_of_long_ago_names_nobody(
    house: House, forgetting: Forgetting, gone: list[int]
) -> None:
    old = await finish(house.store, (ANA, 5, 1), (BORIS, -5, 2), guild_id=HERE, at=START - 11 * DAY)
    new = await finish(house.store, (BORIS, 5, 1), (ANA + 9, -5, 2), guild_id=HERE, at=START)
    for user in (ANA, BORIS):
        await house.store.wishes.set_name(user, f"person {user}")
    await house.store.etudes.begin_attempt(Attempt(BORIS, 0, 0, "easy-1", touched_at=START))
    await house.store.etudes.begin_attempt(
        Attempt(BORIS, 0, 0, "easy-2", touched_at=START - 11 * DAY)
    )
    table = await house.tables.get(old)
    await forgetting.round(on(HERE))
    past = {game.game_id: game for game in await house.store.standings.history(HERE, 9)}
    assert [score.user_id for score in past[old].scores] == [None, None]
    assert [score.balance for score in past[old].scores] == [5, -5]
    assert [score.user_id for score in past[new].scores] == [BORIS, ANA + 9]
    assert (await house.store.wishes.person(ANA)).name is None
    assert (await house.store.wishes.person(BORIS)).name == f"person {BORIS}"
    assert set(await house.store.etudes.practised(BORIS)) == {"easy-1"}
    assert gone == [ANA]
    assert table.row.host_id == 0
    await sound(house.store)
    await forgetting.round(on(HERE))
    assert gone == [ANA]


async def test_who_plays_is_kept_however_long_it_lasts(
    house: House, forgetting: Forgetting
) -> None:
    table = await started(house, ANA, BORIS)
    house.clock[0] += 400 * DAY
    await forgetting.round(on(HERE))
    assert {one.user_id for one in table.sittings} > {ANA, BORIS}
    assert {ANA, BORIS} <= people(house)


async def test_nothing_goes_unless_the_host_wants_it(house: House) -> None:
    await finish(house.store, (ANA, 5, 1), (BORIS, -5, 2), at=START - 999 * DAY)
    await Forgetting(house.tables, None, lambda *_: None, lambda _: None).round(on(HERE))
    assert {ANA, BORIS} <= people(house)


async def test_a_server_without_the_bot_is_forgotten(house: House, gone: list[int]) -> None:
    forgetting = Forgetting(house.tables, None, lambda people, _: gone.extend(people), gone.append)
    game_id = (await started(house, ANA, BORIS)).id
    await finish(house.store, (ANA, 5, 1), (BORIS, -5, 2), guild_id=HERE)
    await finish(house.store, (BORIS + 9, 5, 1), (BORIS + 8, -5, 2), guild_id=THERE)
    await house.store.wishes.set_guild(Guild(HERE, "ru"))
    await house.store.wishes.set_name(ANA, "Ana")
    await house.store.etudes.begin_attempt(Attempt(ANA, HERE, 5, "easy-1"))
    await house.store.weekly.add(
        Weekly(0, HERE, 5, 3, 60, "sochi", Clock.NORMAL, START + 2 * GRACE)
    )
    await forgetting.left(HERE)
    await forgetting.left(HERE)  # Discord may say so again
    house.clock[0] += GRACE - 1
    await forgetting.round(on(THERE))
    assert await house.store.lists.of_status(Status.PLAYING) == (game_id,)
    house.clock[0] += 1
    await forgetting.round(on(THERE))
    assert await house.store.lists.of_status(Status.VOID) == (game_id,)
    assert people(house) == {BORIS + 9, BORIS + 8, 1}  # 1 is the host of the last one
    assert (await house.store.wishes.guild(HERE)).locale is None
    assert await house.store.weekly.of_guild(HERE) == ()
    assert gone == [ANA, HERE]
    assert await house.store.retention.gone(house.clock[0]) == ()
    await sound(house.store)


async def test_who_invites_the_bot_back_finds_all_as_it_was(
    house: House, forgetting: Forgetting
) -> None:
    await house.store.wishes.set_guild(Guild(HERE, "ru"))
    await house.store.wishes.set_guild(Guild(THERE, "ru"))
    await forgetting.left(HERE)
    await forgetting.round(on(HERE))  # and unawares removed from the other
    assert await house.store.retention.gone(house.clock[0]) == (THERE,)
    await forgetting.joined(THERE)
    assert await house.store.retention.gone(house.clock[0]) == ()
    house.clock[0] += 2 * GRACE
    await forgetting.round(on(HERE, THERE))
    assert (await house.store.wishes.guild(HERE)).locale == "ru"
    assert (await house.store.wishes.guild(THERE)).locale == "ru"


@pytest.mark.parametrize("is_asked_back_late", [False, True])
async def test_no_server_on_which_the_bot_is_goes(
    house: House, forgetting: Forgetting, monkeypatch: pytest.MonkeyPatch, is_asked_back_late: bool
) -> None:
    """Though the storage did not take it that the bot is back, or while others are forgotten."""
    retention = house.store.retention
    await house.store.wishes.set_guild(Guild(HERE, "ru"))
    await forgetting.left(HERE)
    monkeypatch.setattr(retention, "back", in_trouble)
    await forgetting.joined(HERE)
    house.clock[0] += GRACE
    seen = iter([(), (HERE,)] if is_asked_back_late else [(HERE,)])
    await forgetting.round(lambda: next(seen))
    assert (await house.store.wishes.guild(HERE)).locale == "ru"
    assert await retention.gone(house.clock[0]) == ((HERE,) if is_asked_back_late else ())


@pytest.mark.parametrize("what", ["compare", "gone"])
async def test_it_goes_on_however_the_storage_begins(
    house: House, forgetting: Forgetting, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Nobody says again which servers there are: that is said once, at the start."""
    await finish(house.store, (ANA, 5, 1), (BORIS, -5, 2), guild_id=HERE, at=START - 11 * DAY)
    monkeypatch.setattr(module, "_HOUR", 0.01)
    with monkeypatch.context() as broken:
        broken.setattr(house.store.retention, what, in_trouble)
        forgetting.start(on(HERE))
        await asyncio.sleep(0.05)
        assert {ANA, BORIS} <= people(house)
    await until(lambda: not {ANA, BORIS} & people(house))
    await forgetting.stop()


async def test_a_kill_on_the_way_only_puts_it_off(house: House, forgetting: Forgetting) -> None:
    """After any of its transactions the file is sound, and the next round does the rest."""
    for user in range(20, 140, 2):
        await finish(house.store, (user, 1, 1), (user + 1, -1, 2), guild_id=HERE, at=START)
    await forgetting.left(HERE)
    house.clock[0] += GRACE
    first = await house.store.retention.forget_guild(HERE)
    assert 0 < len(first.games) < 60
    await sound(house.store)
    await forgetting.round(on(THERE))
    assert people(house) == set()
