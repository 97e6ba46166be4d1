"""Several processes on one database, killed, and a server that is killed.

Nothing confirmed is lost, nothing is stored twice, and every chain is whole.
"""

import asyncio
import logging
import random
import subprocess
import sys
from collections.abc import AsyncIterator

import asyncpg
import pytest

from bot.model.enums import ShardRange
from bot.store import GameDamaged, StaleVersion, StorageTrouble, Store, Trouble
from tests.store.making import line, new_game, room_of, saving
from tests.support import postgres
from tests.support.stored import log_lines

pytestmark = pytest.mark.process

ROUNDS = 60
GAMES = 3


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Silence the log of lost connections, which these tests intend."""
    caplog.set_level(logging.CRITICAL, "bot.store")


@pytest.fixture
async def stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    one, other = await Store.connect(url), await Store.connect(url)
    yield one, other
    await one.close()
    await other.close()


async def attempt(store: Store, game_id: int, version: int, who: str) -> str | None:
    """Append the line.

    Return its author, or None for an author who came too late and must reload.
    """
    room = await room_of(store, game_id)
    if room.row.version != version:
        return None
    try:
        await store.games.save(*saving(room, line(version, text=f"pass {who}")))
    except StaleVersion:
        return None
    return who


async def test_of_two_who_append_at_once_exactly_one_does(stores: tuple[Store, Store]) -> None:
    one, other = stores
    game_id = await new_game(one)
    winners = []
    for version in range(ROUNDS):
        tries = [attempt(one, game_id, version, "one"), attempt(other, game_id, version, "other")]
        done = [who for who in await asyncio.gather(*tries) if who]
        assert len(done) == 1
        winners += done
    assert [one.text for one in await log_lines(other, game_id)] == [
        f"pass {who}" for who in winners
    ]
    assert await one.game_queries.faults(game_id) == ()


async def test_a_game_is_whole_to_who_reads_it_while_others_play(
    stores: tuple[Store, Store],
) -> None:
    """Several queries read one moment, or a sound game would be frozen."""
    one, other = stores
    game_id = await new_game(one)
    await one.games.save(*saving(await room_of(one, game_id), line(0)))

    async def play() -> None:
        room = await room_of(one, game_id)
        for version in range(1, 40):
            before, after, entry = saving(room, line(version))
            await one.games.save(before, after, entry)

    playing = asyncio.create_task(play())
    while not playing.done():
        assert await other.game_queries.faults(game_id) == ()
    await playing


def children(url: str, games: list[int], number: int) -> list[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "tests.store.postgres.writing_child", url, *map(str, games)]
    return [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(number)]


def killed(child: subprocess.Popen[bytes], first: bytes = b"") -> list[tuple[int, int, int]]:
    """Kill a child; return the lines confirmed to it: game, version, and author."""
    child.kill()
    assert child.stdout is not None
    said = (first + child.stdout.read()).decode().splitlines()
    child.wait()
    child.stdout.close()
    words = [tuple(map(int, one.split())) for one in said]
    return [(game, version, who) for game, version, who in words]


async def check(url: str, games: list[int], told: list[tuple[int, int, int]]) -> None:
    """Check that each confirmed line is there once, by its author, and each chain is whole."""
    store = await Store.connect(url)
    kept = set()
    for game_id in games:
        lines = await log_lines(store, game_id)
        assert [one.version for one in lines] == list(range(len(lines)))
        assert await store.game_queries.faults(game_id) == ()
        kept |= {(game_id, one.version, int(one.text.split()[1])) for one in lines}
    await store.close()
    assert len(told) == len(set(told))
    assert set(told) <= kept
    assert len(kept) - len(told) < 3 * len(games)  # stored, with the confirmation lost


async def test_processes_are_killed_in_the_middle_of_it(url: str) -> None:
    store = await Store.connect(url)
    games = [await new_game(store) for _ in range(GAMES)]
    await store.close()
    both, told = children(url, games, 2), []
    firsts = []
    for child in both:
        assert child.stdout is not None
        firsts.append(child.stdout.readline())
    await asyncio.sleep(1)
    told += killed(both[0], firsts[0])
    await asyncio.sleep(0.5)
    told += killed(both[1], firsts[1])
    assert {who for _, _, who in told} == {child.pid for child in both}
    await check(url, games, told)


async def confirmed(store: Store, game_id: int, kept: list[int], told: set[Trouble]) -> None:
    """Append until cancelled, as a table does: in doubt it reloads."""
    while True:
        try:
            room = await room_of(store, game_id)
            while True:
                version = room.row.version
                before, room, entry = saving(room, line(version))
                await store.games.save(before, room, entry)
                kept.append(version)
        except StorageTrouble as trouble:
            told.add(trouble.trouble)
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_a_server_is_killed_in_the_middle_of_writes(url: str) -> None:
    chance = random.Random(17)
    store = await Store.connect(url)
    games = [await new_game(store) for _ in range(GAMES)]
    kept: dict[int, list[int]] = {game_id: [] for game_id in games}
    told: set[Trouble] = set()
    tasks = [asyncio.create_task(confirmed(store, one, kept[one], told)) for one in games]
    for _ in range(5):
        await asyncio.sleep(chance.uniform(0.2, 0.5))
        postgres.server().stop()
        await asyncio.sleep(chance.choice((0, 1.5, 3)))
        postgres.server().start()
    before = {one: len(kept[one]) for one in games}
    async with asyncio.timeout(60):  # until every game goes on
        while any(len(kept[one]) == before[one] for one in games):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for game_id in games:
        versions = [one.version for one in await log_lines(store, game_id)]
        assert versions == list(range(len(versions)))
        assert len(kept[game_id]) == len(set(kept[game_id]))
        assert set(kept[game_id]) <= set(versions)
        assert await store.game_queries.faults(game_id) == ()
    await store.close()
    assert told <= {Trouble.UNREACHABLE, Trouble.DOUBTFUL}


async def test_a_damaged_game_is_frozen_and_the_others_play_on(url: str) -> None:
    store = await Store.connect(url)
    games = [await new_game(store) for _ in range(2)]
    for game_id in games:
        await store.games.save(*saving(await room_of(store, game_id), line(0)))
    await store.close()
    forge = "UPDATE preferans.line SET text = 'bid 6S' WHERE game_id = "
    await postgres.order(f"{forge}{games[0]}", url=url)
    store = await Store.connect(url)
    with pytest.raises(GameDamaged):
        await store.game_queries.load(games[0])
    assert await store.game_queries.load(games[1]) is not None
    await store.close()


@pytest.mark.parametrize(
    ("owned", "is_found"), [(ShardRange(0, 0, 2), True), (ShardRange(1, 1, 2), False)]
)
async def test_a_start_looks_at_the_games_of_its_own_servers(
    url: str, owned: ShardRange, is_found: bool
) -> None:
    """Other servers' games are verified by their own processes, and by every reader of one."""
    store = await Store.connect(url)
    game_id = await new_game(store)  # of server 1, which is the first shard's
    await store.games.save(*saving(await room_of(store, game_id), line(0)))
    await store.close()
    await postgres.order("UPDATE preferans.line SET text = 'bid 6S'", url=url)
    store = await Store.connect(url, owned=owned)
    db = await asyncpg.connect(url)
    assert await db.fetchval("SELECT count(*) FROM preferans.game WHERE seal IS NULL") == is_found
    await db.close()
    with pytest.raises(GameDamaged):
        await store.game_queries.load(game_id)
    await store.close()
