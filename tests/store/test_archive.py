"""Old games in one row each: nothing of them reads differently, whatever ends the work."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.engine.game import legal, to_act
from bot.engine.notation import text
from bot.store import GameDamaged, Store, backup, restore
from bot.store.archiving import Archived, archive
from bot.tables import changes
from bot.tables.audit import differences
from bot.terms import Status
from tests.conftest import Errors
from tests.store.making import do, look
from tests.store.striking import PEOPLE, played_file
from tests.tables.breaking import Disk
from tests.tables.conftest import ANA, START, make_house
from tests.tables.test_takeback import SEATED, people_at, regretted

LATER = START + 1


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games 1 and 2 are over, 3 is open, 4 was given up in a deal; there much was taken back."""
    path = tmp_path_factory.mktemp("archive") / "bot.db"
    asyncio.run(with_second_thoughts(path))
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    return as_it_is(played, tmp_path / "bot.db")


def as_it_is(path: Path, copy: Path) -> Path:
    copy.write_bytes(path.read_bytes())
    return copy


async def with_second_thoughts(path: Path) -> None:
    house = await make_house(await played_file(path), [START])
    table, chance = await people_at(house, "sochi"), Random(4)
    assert house.driver is not None
    while (game := table.game) is not None and table.version < 70:
        seat = to_act(game)
        assert seat is not None
        if seat < 0:
            await house.driver.deal(table, table.version)
            continue
        said = [t for t in map(text, legal(game, seat)) if not t.startswith("claim")]
        await table.act(SEATED[seat], table.version, chance.choice(said))
        if chance.random() < 0.2:
            await regretted(table, SEATED[seat])
    await table.change(changes.annul)
    await house.driver.stop()
    await house.workers.stop()
    await house.store.close()


async def all_of(store: Store) -> list[object]:
    """Whatever anybody can read of any game."""
    found: list[object] = []
    lists = store.lists
    for game_id in await lists.game_ids():
        assert await lists.faults(game_id) == ()
        log = await lists.log_of(game_id)
        assert log is not None
        assert differences(log) == ()
        found += [await lists.load(game_id), await lists.all_lines(game_id), log]
        found += [await lists.sittings(game_id), await lists.newest_deck(game_id)]
        for deal in range(1, len(log.deals) + 2):
            found += [await lists.deck(game_id, deal), await lists.shuffle(game_id, deal)]
            found += [await lists.taken_back(game_id, deal)]
            found += [await store.reviews.recorded(game_id, deal)]
    for user in PEOPLE:
        found += [await store.privacy.all_about(user), await store.privacy.counts(user)]
        found += [await store.tallies.taken_back(1, user)]
    return [*found, await store.standings.history(1, None, 9)]


async def read(path: Path) -> list[object]:
    async with Store.session(path, START) as store:
        return await all_of(store)


async def packed(path: Path) -> Archived:
    return await archive(path, LATER, START, lambda done, games: None)


async def test_what_is_packed_reads_as_before(path: Path) -> None:
    """Log, replay, audit and all that is told to a person."""
    before = await read(path)
    lines = look(path, "SELECT count(*) FROM line WHERE game_id = 3")
    texts = look(
        path, "SELECT sum(length(text) + length(link)) FROM line WHERE text NOT LIKE 'deck %'"
    )
    assert await packed(path) == Archived(3, (), is_shrunk=True)
    assert look(path, "SELECT 2 * sum(length(lines)) FROM archive") < texts
    assert await read(path) == before
    assert look(path, "SELECT game_id FROM archive") == [(1,), (2,), (4,)]
    assert look(path, "SELECT count(*) FROM line WHERE game_id = 3") == lines
    rows = look(
        path,
        "SELECT game_id, text FROM line WHERE game_id <> 3 AND version <="
        " (SELECT max(last_version) FROM deal WHERE deal.game_id = line.game_id)",
    )
    assert {str(said).split()[0] for _, said in rows} == {"deck", "takeback"}
    assert (await packed(path)).games == 0


@pytest.mark.slow
async def test_who_is_forgotten_is_forgotten_in_what_is_packed(path: Path, tmp_path: Path) -> None:
    other = as_it_is(path, tmp_path / "other.db")
    for file, steps in ((path, (packed, forget)), (other, (forget, packed))):
        for step in steps:
            await step(file)
    assert await read(path) == await read(other)
    assert str(ANA) not in {str(row[0]) for row in look(path, "SELECT user_id FROM player")}


async def forget(path: Path) -> None:
    """The open table ends first."""
    async with Store.session(path, START) as store:
        await store.games.set_aside(3, Status.VOID, LATER)
        await store.privacy.forget(ANA)


@pytest.mark.slow
async def test_killed_at_any_statement(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is whole, as it was or packed, and the next call does what is left."""
    whole = await read(path)
    disk = Disk(path, monkeypatch)
    async with Store.session(path, START) as store:
        db = store.archive._db
        await db.fetch("PRAGMA cache_size = 0")  # what is changed goes out at once
        disk.watch(keeps=True)
        await store.archive.pack(1)
        await store.archive.pack(2)
        disk.heal()
    cut = [n for n, sql in enumerate(disk.statements) if sql.startswith(("DELETE", "COMMIT"))]
    assert len(cut) == 4
    left = []
    for copy in (disk.copies[cut[0] + 1], disk.copies[cut[1] + 1], disk.copies[cut[3]]):
        assert await read(copy) == whole
        left.append((await packed(copy)).games)
    assert left == [3, 2, 2]


async def test_a_damaged_game_stays_as_it_is(path: Path, logged_errors: Errors) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    do(path, "UPDATE line SET text = 'hold' WHERE game_id = 2 AND version = 3")
    lines = look(path, "SELECT * FROM line WHERE game_id = 2")
    done = await packed(path)
    assert (done.games, done.damaged) == (2, (2,))
    assert look(path, "SELECT * FROM line WHERE game_id = 2") == lines


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE archive SET lines = (SELECT max(lines) FROM archive WHERE game_id <> 1)",
        "UPDATE archive SET lines = CAST(substr(lines, 1, 50) AS BLOB) WHERE game_id = 1",
        "UPDATE archive SET link = randomblob(32) WHERE game_id = 1",
        "DELETE FROM archive WHERE game_id = 1",
        "UPDATE line SET text = 'deck 7S' WHERE game_id = 1 AND version = 1",
    ],
)
async def test_damage_in_what_is_packed_is_noticed(
    path: Path, logged_errors: Errors, statement: str
) -> None:
    logged_errors.expect("game 1 is damaged and frozen")
    await packed(path)
    do(path, statement)
    async with Store.session(path, START) as store:
        assert await store.lists.faults(1)
        with pytest.raises(GameDamaged):
            await store.lists.all_lines(1)
        assert await store.lists.load(2) is not None


async def test_a_backup_has_what_is_packed(path: Path, tmp_path: Path) -> None:
    whole = await read(path)
    await packed(path)
    backup(path, tmp_path / "copy.db")
    await restore(tmp_path / "copy.db", tmp_path / "there.db", START)
    assert await read(tmp_path / "there.db") == whole


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


async def test_not_while_the_bot_runs(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(path))
    async with Store.session(path, START):
        assert await asyncio.to_thread(main, ["archive", "--before", "2024-01-01"]) == 2
    assert "in use by another running copy" in capsys.readouterr().err
