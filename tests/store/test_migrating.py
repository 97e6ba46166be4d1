"""A file is always exactly at one version, whatever interrupts a migration.

No second migration was released yet, so these tests bring their own.
"""

import asyncio
import logging
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from bot.store import FileFault, StatementFault, Store, StoreError, restore_file
from bot.store.integrity.checksums import broken_rows, checksummed_tables
from bot.store.migrations import DatabaseKind, Migration, load_migrations
from bot.store.sqlite import migration
from bot.store.sqlite.connection import SqliteDatabase, register_checksum
from bot.store.sqlite.migration import file_migrations, migrate_file, split_statements
from tests.store.making import GUILD, append, backups, contents, do, line, look, new_game
from tests.support.stored import with_layout

NOW = len(file_migrations())  # the version of a file of this program
NEXT = Migration(  # a column of a table with checksums, and such a table with rows
    NOW + 1,
    "ALTER TABLE guild ADD COLUMN motto TEXT NOT NULL DEFAULT 'a;b';"
    " CREATE TABLE two (x TEXT PRIMARY KEY, seal INTEGER) STRICT;"
    " INSERT INTO two (x) VALUES ('c');",
)
LAST = Migration(NOW + 2, "CREATE TABLE three (x TEXT) STRICT;")
BAD = Migration(NOW + 2, "CREATE TABLE half (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);")


async def run(path: Path, *steps: Migration, now: int = 7) -> None:
    async with SqliteDatabase.session(path) as db:
        await migrate_file(db, path, now, steps)


@pytest.fixture
async def first(tmp_path: Path) -> Path:
    """Make a file of this program with one game."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as opened:
        await append(opened, await new_game(opened), line(0))
    return path


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make this program one of a later version, with these steps after its own."""

    def put(*steps: Migration) -> None:
        own = file_migrations()
        monkeypatch.setattr(migration, "file_migrations", lambda: (*own, *steps))

    return put


async def broken_tables(path: Path) -> list[str]:
    """Return the tables with a row that fails its checksum."""
    async with SqliteDatabase.session(path) as db:
        await register_checksum(db)
        return [
            table.name for table in await checksummed_tables(db) if await broken_rows(db, table)
        ]


def test_the_shipped_migrations_are_numbered_without_a_gap() -> None:
    assert [step.number for step in file_migrations()] == list(range(1, len(file_migrations()) + 1))


@pytest.mark.parametrize("kind", get_args(DatabaseKind))
def test_no_type_of_a_column_is_left_in_brackets(kind: DatabaseKind) -> None:
    added = re.compile(r"ADD COLUMN \w+ \[")
    assert [step.number for step in load_migrations(kind) if added.search(step.sql)] == []


def test_a_script_is_split_where_statements_end() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; DELETE FROM c; END;"
    script = f"-- it's a start; really\nSELECT ';' ;\n{trigger}\n/* ; */ SELECT 2;\n-- the end"
    found = list(split_statements(script))
    assert len(found) == 3
    assert found[1] == trigger
    with pytest.raises(ValueError, match="without its end"):
        list(split_statements("SELECT 1; SELECT 2"))


async def test_steps_run_in_order_after_one_backup(first: Path) -> None:
    await run(first, *file_migrations(), NEXT, LAST)
    assert look(first, "PRAGMA user_version") == [(NOW + 2,)]
    assert look(first, "SELECT guild_id, motto FROM guild") == [(GUILD, "a;b")]
    (backup,) = backups(first.parent)
    assert backup.name == f"bot.db.v{NOW}.7.backup"
    assert look(backup, "PRAGMA user_version") == [(NOW,)]
    assert look(backup, "SELECT count(*) FROM game") == [(1,)]


async def test_a_later_version_plays_on(first: Path, later: Callable[..., None]) -> None:
    """The file is migrated at its start, and its games, links and checksums are sound."""
    later(NEXT, LAST)
    async with Store.session(first, now=9) as opened:
        assert await opened.game_queries.faults(1) == ()
        await append(opened, 1, line(1))
    assert await broken_tables(first) == []
    async with Store.session(first, now=10) as opened:
        assert await opened.game_queries.faults(1) == ()
    assert len(backups(first.parent)) == 1


async def test_a_step_repairs_no_broken_checksum(first: Path) -> None:
    do(first, "UPDATE guild SET seal = NULL")
    await run(first, *file_migrations(), NEXT)
    assert await broken_tables(first) == ["guild"]


async def test_a_later_file_is_refused_and_stays_as_it_is(first: Path) -> None:
    await run(first, *file_migrations(), NEXT)
    before = contents(first)
    with pytest.raises(StoreError, match=f"layout {NOW + 1}, this one knows {NOW}") as caught:
        await Store.open(first, now=9)
    assert caught.value.reason is FileFault.NEWER_FILE
    assert contents(first) == before


async def test_nothing_to_do_makes_no_backup(first: Path) -> None:
    await run(first, *file_migrations())
    assert backups(first.parent) == []


async def test_a_failing_statement_leaves_the_old_version(
    first: Path, later: Callable[..., None]
) -> None:
    with pytest.raises(StatementFault, match="nowhere"):
        await run(first, *file_migrations(), NEXT, BAD)
    assert look(first, "PRAGMA user_version") == [(NOW + 1,)]
    assert look(first, "SELECT name FROM sqlite_schema WHERE name = 'half'") == []
    later(NEXT)  # earlier steps are whole: a program of that version opens it
    async with Store.session(first, now=8) as opened:
        assert await opened.game_queries.faults(1) == ()
    await run(first, *file_migrations(), NEXT, LAST, now=9)
    assert look(first, "PRAGMA user_version") == [(NOW + 2,)]


async def test_a_step_may_not_orphan_rows(first: Path) -> None:
    orphan = Migration(NOW + 1, "INSERT INTO line VALUES (99, 0, 0, 0, 'pass', 'table', 1, x'');")
    with pytest.raises(StatementFault, match="parent"):
        await run(first, *file_migrations(), orphan)
    assert look(first, "PRAGMA user_version") == [(NOW,)]


@pytest.mark.process
async def test_killed_in_the_middle_of_a_step(first: Path) -> None:
    code = """
import asyncio, os, pathlib, signal, sys
from bot.store.sqlite.connection import SqliteDatabase
from bot.store.migrations import Migration
from bot.store.sqlite.migration import migrate_file
async def run(path):
    async with SqliteDatabase.session(path) as db:
        await db.register_function("die", lambda _: os.kill(os.getpid(), signal.SIGKILL))
        sql = "CREATE TABLE half (x TEXT) STRICT; DELETE FROM game; SELECT die(1);"
        await migrate_file(db, path, 7, [Migration(int(sys.argv[2]), sql)])
asyncio.run(run(pathlib.Path(sys.argv[1])))
"""
    command = [sys.executable, "-c", code, str(first), str(NOW + 1)]
    child = await asyncio.to_thread(subprocess.run, command, capture_output=True)
    assert child.returncode == -signal.SIGKILL, child.stderr
    assert look(first, "PRAGMA user_version") == [(NOW,)]
    async with Store.session(first, now=2) as opened:
        assert len(await opened.game_queries.games_of_guild(GUILD)) == 1


async def test_no_migration_without_its_backup(
    first: Path, later: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    later(NEXT)
    monkeypatch.setattr(migration, "copy_database", full)
    with pytest.raises(StoreError, match="No space left") as caught:
        await Store.open(first, now=9)
    assert caught.value.reason is FileFault.UNWRITABLE
    assert look(first, "PRAGMA user_version") == [(NOW,)]


async def test_a_file_that_gets_a_new_layout_says_so(
    first: Path, later: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    """A big one takes minutes, and its host needs to know the path of the old file."""
    later(NEXT, LAST)
    caplog.set_level(logging.INFO)
    async with Store.session(first, now=9):
        pass
    (kept,) = backups(first.parent)
    assert f"as it was it is kept as {kept}" in caplog.text
    assert f"layout {NOW + 2} of {NOW + 2} is done" in caplog.text


async def test_a_backup_of_an_earlier_version_is_restored(
    first: Path, tmp_path: Path, later: Callable[..., None]
) -> None:
    """The copy is migrated; the backup itself stays as it is."""
    place = tmp_path / "place.db"
    later(NEXT)
    await restore_file(first, place, now=77)
    assert look(first, "PRAGMA user_version") == [(NOW,)]
    assert look(place, "PRAGMA user_version") == [(NOW + 1,)]
    async with Store.session(place, now=78) as opened:
        assert await opened.game_queries.faults(1) == ()
