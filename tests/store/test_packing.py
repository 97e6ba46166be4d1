"""Old games packed in one row each read the same as before, whatever interrupts the packing."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.cli.verify import find_differences
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action
from bot.model.enums import Status
from bot.store import GameDamaged, Store, backup, restore_file
from bot.store.admin import host_commands
from bot.store.admin.host_commands import ArchiveResult, archive_games
from bot.tables import changes, moves
from tests.conftest import Errors
from tests.store.conftest import ENGINES
from tests.store.corruption import PEOPLE, play_all
from tests.support.store_databases import (
    FileDatabase,
    StoreDatabase,
    copy_database,
    open_store,
    session_database,
)
from tests.tables.conftest import ANA, START, make_house
from tests.tables.failing_disk import Disk
from tests.tables.test_take_backs import SEATED, people_at, regretted

LATER = START + 1
files_alone = pytest.mark.parametrize("played", ["sqlite"], indirect=True, scope="module")


@pytest.fixture(scope="module", params=ENGINES)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> StoreDatabase:
    """Games 1 and 2 are over, 3 is open, 4 was given up in a deal with many take-backs."""
    folder = tmp_path_factory.mktemp("archive")
    database = session_database(request.param, folder)
    asyncio.run(with_second_thoughts(database, folder))
    return database


@pytest.fixture
async def database(played: StoreDatabase, tmp_path: Path) -> AsyncIterator[StoreDatabase]:
    async with copy_database(played, tmp_path) as copy:
        yield copy


@pytest.fixture
def path(database: FileDatabase) -> Path:
    return database.path


async def with_second_thoughts(database: StoreDatabase, folder: Path) -> None:
    await play_all(await make_house(folder, [START], await database.open(START)))
    house = await make_house(folder, [START], await database.open(START))
    table, chance = await people_at(house, "sochi"), Random(4)
    assert house.driver is not None
    while (game := table.game) is not None and table.version < 70:
        seat = to_act(game)
        assert seat is not None
        if seat < 0:
            await house.driver.deal(table, table.version)
            continue
        said = [
            t for t in map(format_action, legal_actions(game, seat)) if not t.startswith("claim")
        ]
        await table.change(moves.act, SEATED[seat], table.version, chance.choice(said))
        if chance.random() < 0.2:
            await regretted(table, SEATED[seat])
    await table.change(changes.annul)
    await house.driver.stop()
    await house.workers.stop()
    await house.store.close()


async def all_of(store: Store) -> list[object]:
    """Return everything that anybody can read of any game."""
    found: list[object] = []
    lists = store.game_queries
    for game_id in await lists.game_ids():
        assert await lists.faults(game_id) == ()
        log = await lists.log_of(game_id)
        assert log is not None
        assert find_differences(log) == ()
        found += [await lists.load(game_id), log]
        found += [await lists.sittings(game_id), await lists.newest_deck(game_id)]
        for deal in range(1, len(log.deals) + 2):
            found += [await lists.deck(game_id, deal), await lists.shuffle(game_id, deal)]
            found += [await lists.taken_back(game_id, deal)]
            found += [await store.reviews.recorded_deal(game_id, deal)]
    for user in PEOPLE:
        found += [await store.privacy.export(user), await store.privacy.counts(user)]
        found += [await store.statistics.taken_back(1, user)]
    return [*found, await store.leaderboards.history(1, 9)]


async def read(database: StoreDatabase) -> list[object]:
    async with open_store(database, START) as store:
        return await all_of(store)


async def packed(database: StoreDatabase) -> ArchiveResult:
    return await archive_games(database.place, LATER, START, lambda done, games: None)


@pytest.mark.slow
async def test_the_progress_names_all_games(
    database: StoreDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_commands, "_PROGRESS_INTERVAL", 2)
    told = list[tuple[int, int]]()
    await archive_games(
        database.place, LATER, START, lambda done, games: told.append((done, games))
    )
    assert told == [(2, 3)]


@pytest.mark.slow
async def test_what_is_packed_reads_as_before(database: StoreDatabase) -> None:
    """Log, replay, audit, and everything shown or exported to a person."""
    before = await read(database)
    lines = await database.look("SELECT count(*) FROM line WHERE game_id = 3")
    assert await packed(database) == ArchiveResult(3, (), is_shrunk=True)
    assert await read(database) == before
    found = await database.look("SELECT game_id FROM archive ORDER BY game_id")
    assert found == [(1,), (2,), (4,)]
    assert await database.look("SELECT count(*) FROM line WHERE game_id = 3") == lines
    rows = await database.look(
        "SELECT game_id, text FROM line WHERE game_id <> 3 AND version <="
        " (SELECT max(last_version) FROM deal WHERE deal.game_id = line.game_id)"
    )
    assert {str(said).split()[0] for _, said in rows} == {"deck", "takeback"}
    assert (await packed(database)).games == 0


@pytest.mark.slow
@files_alone
async def test_it_takes_half_the_room(database: StoreDatabase) -> None:
    texts = await database.look(
        "SELECT sum(length(text) + length(link)) FROM line WHERE text NOT LIKE 'deck %'"
    )
    await packed(database)
    assert await database.look("SELECT 2 * sum(length(lines)) FROM archive") < texts


@pytest.mark.slow
async def test_who_is_forgotten_is_forgotten_in_what_is_packed(
    database: StoreDatabase, tmp_path: Path
) -> None:
    async with copy_database(database, _folder(tmp_path)) as other:
        for one, steps in ((database, (packed, forget)), (other, (forget, packed))):
            for step in steps:
                await step(one)
        assert await read(database) == await read(other)
    left = await database.look("SELECT user_id FROM player")
    assert str(ANA) not in {str(row[0]) for row in left}


def _folder(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    return tmp_path / "other"


async def forget(database: StoreDatabase) -> None:
    """Erase a user, after the open table has ended."""
    async with open_store(database, START) as store:
        await store.games.freeze_or_end(3, Status.VOID, LATER)
        await store.privacy.erase(ANA)


@files_alone
@pytest.mark.slow
async def test_killed_at_any_statement(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is whole, plain or packed, and the next call does the rest."""
    whole = await read(FileDatabase(path))
    disk = Disk(path, monkeypatch)
    async with Store.session(path, START) as store:
        db = store.archive._db
        await db.fetch("PRAGMA cache_size = 0")  # a change is written at once
        disk.watch(keeps=True)
        await store.archive.pack(1)
        await store.archive.pack(2)
        disk.heal()
    cut = [n for n, sql in enumerate(disk.statements) if sql.startswith(("DELETE", "COMMIT"))]
    assert len(cut) == 4
    left = []
    for copy in (disk.copies[cut[0] + 1], disk.copies[cut[1] + 1], disk.copies[cut[3]]):
        assert await read(FileDatabase(copy)) == whole
        left.append((await packed(FileDatabase(copy))).games)
    assert left == [3, 2, 2]


async def test_a_damaged_game_stays_as_it_is(
    database: StoreDatabase, logged_errors: Errors
) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    assert await database.do("UPDATE line SET text = 'hold' WHERE game_id = 2 AND version = 3")
    asked = "SELECT * FROM line WHERE game_id = 2 ORDER BY version"
    lines = await database.look(asked)
    done = await packed(database)
    assert (done.games, done.damaged) == (2, (2,))
    assert await database.look(asked) == lines


@pytest.mark.sampled(quick=5)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE archive SET lines = (SELECT lines FROM archive WHERE game_id = 2)"
        " WHERE game_id = 1",
        "UPDATE archive SET lines = substr(lines, 1, 50) WHERE game_id = 1",
        "UPDATE archive SET link = {blob} WHERE game_id = 1",
        "DELETE FROM archive WHERE game_id = 1",
        "UPDATE line SET text = 'deck 7S' WHERE game_id = 1 AND version = 1",
    ],
)
async def test_damage_in_what_is_packed_is_noticed(
    database: StoreDatabase, logged_errors: Errors, statement: str
) -> None:
    logged_errors.expect("game 1 is damaged and frozen")
    await packed(database)
    assert await database.do(statement.format(blob=database.blob(bytes(32))))
    async with open_store(database, START) as store:
        assert await store.game_queries.faults(1)
        with pytest.raises(GameDamaged):
            await store.game_queries.deals(1)
        assert await store.game_queries.load(2) is not None


@pytest.mark.slow
@files_alone
async def test_a_backup_has_what_is_packed(path: Path, tmp_path: Path) -> None:
    whole = await read(FileDatabase(path))
    await packed(FileDatabase(path))
    backup(path, tmp_path / "copy.db")
    await restore_file(tmp_path / "copy.db", tmp_path / "there.db", START)
    assert await read(FileDatabase(tmp_path / "there.db")) == whole


@files_alone
def test_the_command(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(path))
    assert main(["archive", "--before", "2023-01-01"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("No game was over before 2023-01-01 that is not packed.\nThe file takes")
    assert main(["archive", "--before", "2024-01-01"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Packed: 3 games that were over before 2024-01-01.\nThe file takes 0.")
    with pytest.raises(SystemExit):
        main(["archive", "--before", "yesterday"])
    assert "a day is year-month-day" in capsys.readouterr().err


@files_alone
async def test_not_while_the_bot_runs(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(path))
    async with Store.session(path, START):
        assert await asyncio.to_thread(main, ["archive", "--before", "2024-01-01"]) == 2
    assert "in use by another running copy" in capsys.readouterr().err
