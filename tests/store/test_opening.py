"""Files that are opened, files that are refused, and the sentences of the refusals."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.enums import Clock
from bot.store import FileFault, StorageTrouble, Store, StoreError, Trouble, backup
from bot.store.sqlite.migration import file_migrations
from tests.store.making import backups, change, contents, do, look, new_game, on_file
from tests.support.stored import with_layout


async def refused(path: Path) -> StoreError:
    before = contents(path)
    with pytest.raises(StoreError) as caught:
        await Store.open(path, now=1000)
    assert contents(path) == before
    assert str(path) in str(caught.value)
    assert str(caught.value).endswith(".")
    return caught.value


@on_file
async def test_a_fresh_file_is_ours_and_strict(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    assert look(path, "PRAGMA user_version") == [(len(file_migrations()),)]
    assert look(path, "PRAGMA application_id") == [(0x50726631,)]
    assert look(path, "PRAGMA journal_mode") == [("wal",)]
    tables = look(
        path, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type <> 'view'"
    )
    ours = [(name, strict) for name, strict in tables if not str(name).startswith("sqlite_")]
    assert len(ours) == 34
    assert all(strict for _, strict in ours)
    assert backups(tmp_path) == []


@on_file
async def test_the_connection_is_safe(store: Store) -> None:
    pragmas = ("synchronous", "foreign_keys", "busy_timeout", "trusted_schema")
    found = [(await store.game_queries._rows(f"PRAGMA {name}"))[0][0] for name in pragmas]
    assert found == [2, 1, 100, 0]


async def test_everything_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "bot.db"
    async with Store.session(path, now=1) as store:
        game_id = await new_game(store)
    async with Store.session(path, now=2) as store:
        assert await store.game_queries.load(game_id) is not None


async def test_a_newer_file(tmp_path: Path) -> None:
    path = with_layout(tmp_path / "bot.db")
    do(path, "PRAGMA user_version = 999")
    error = await refused(path)
    assert error.reason is FileFault.NEWER_FILE
    assert error.facts["found"] == 999


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE theirs (x)"],
        ["PRAGMA application_id = 5"],
        ["PRAGMA user_version = 1"],
    ],
)
async def test_a_foreign_file(tmp_path: Path, statements: list[str]) -> None:
    path = tmp_path / "bot.db"
    do(path, *statements)
    assert (await refused(path)).reason is FileFault.FOREIGN_FILE
    assert look(path, "PRAGMA journal_mode") == [("delete",)]


async def test_no_database_at_all(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    path.write_text("Dear diary, today I was taken for a database. " * 50)
    assert (await refused(path)).reason is FileFault.DAMAGED


async def test_a_damaged_file(tmp_path: Path) -> None:
    path = with_layout(tmp_path / "bot.db")
    with path.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xff" * 4096 * 6)
    assert (await refused(path)).reason is FileFault.DAMAGED


async def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert (await refused(tmp_path / "file" / "bot.db")).reason is FileFault.UNWRITABLE
    (tmp_path / "folder.db").mkdir()
    assert (await refused(tmp_path / "folder.db")).reason is FileFault.UNWRITABLE


@on_file
async def test_a_second_copy(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await Store.open(tmp_path / "bot.db", now=1)
    assert caught.value.reason is FileFault.IN_USE
    (tmp_path / "other name.db").symlink_to(tmp_path / "bot.db")
    with pytest.raises(StoreError) as caught:
        await Store.open(tmp_path / "other name.db", now=1)
    assert caught.value.reason is FileFault.IN_USE


@on_file
@pytest.mark.process
async def test_a_second_copy_in_another_process(store: Store, tmp_path: Path) -> None:
    code = (
        "import asyncio, sys, pathlib; from bot.store import Store, StoreError\n"
        "try: asyncio.run(Store.open(pathlib.Path(sys.argv[1]), 1))\n"
        "except StoreError as error: print(error.reason)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "bot.db")]
    child = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert child.stdout == "in_use\n", child.stderr


@pytest.mark.slow
async def test_another_program_holding_the_file(tmp_path: Path) -> None:
    path = with_layout(tmp_path / "bot.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            await Store.open(path, now=1)
    assert caught.value.reason is FileFault.IN_USE


async def test_a_refused_opening_leaves_nothing_locked(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    do(path, "CREATE TABLE theirs (x)")
    await refused(path)
    do(path, "DROP TABLE theirs")
    await (await Store.open(path, now=1)).close()


async def test_closing_twice_and_using_a_closed_store(tmp_path: Path) -> None:
    store = await Store.open(with_layout(tmp_path / "bot.db"), now=1)
    waiting = asyncio.create_task(store.preferences.touch_alive(5))
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    await waiting
    for use in (store.preferences.touch_alive(6), store.preferences.last_alive()):
        with pytest.raises(StorageTrouble) as caught:
            await use
        assert caught.value.trouble is Trouble.CLOSED
    async with Store.session(tmp_path / "bot.db", now=2) as again:
        assert await again.preferences.last_alive() == 5


@on_file
async def test_a_backup_while_in_use(store: Store, tmp_path: Path) -> None:
    game_id = await new_game(store)
    backup(tmp_path / "bot.db", tmp_path / "copies.db")
    await change(store, game_id, clock=Clock.FAST)
    async with Store.session(tmp_path / "copies.db", now=1) as copy:
        (game,) = await copy.game_queries.games_of_guild(77)
        assert game.clock == "slow"
    with pytest.raises(StoreError) as caught:
        backup(tmp_path / "bot.db", tmp_path / "nowhere" / "copy.db")
    assert caught.value.reason is FileFault.UNWRITABLE


def test_a_backup_of_no_database(tmp_path: Path) -> None:
    missing = tmp_path / "bot.db"
    with pytest.raises(StoreError) as caught:
        backup(missing, tmp_path / "copy.db")
    assert caught.value.reason is FileFault.UNWRITABLE
    assert caught.value.facts["detail"] == f"there is no database {missing} yet"
    assert list(tmp_path.iterdir()) == []
