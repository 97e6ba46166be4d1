"""A connection raises the errors of the store, whatever its driver raises."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cli.logs import TextFormatter
from bot.store.errors import StatementFault, StorageTrouble, Trouble
from bot.store.sqlite.connection import SqliteDatabase
from tests.conftest import Errors


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    opened = await SqliteDatabase.connect(tmp_path / "a.db")
    await opened.fetch("CREATE TABLE seat (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    yield opened
    await opened.close()


async def test_rows_and_transactions(db: SqliteDatabase) -> None:
    await db.begin()
    seen = [db.in_transaction]
    await db.execute_many("INSERT INTO seat VALUES (?, ?)", [(0, "Ann"), (1, "Ben")])
    await db.commit()
    await db.begin()
    await db.fetch("DELETE FROM seat")
    await db.rollback()
    seen.append(db.in_transaction)
    assert seen == [True, False]
    rows = await db.fetch("SELECT number, name FROM seat WHERE number = ?1 OR ?1 = 9", (1,))
    assert [tuple(row) for row in rows] == [(1, "Ben")]


async def test_a_file_shrinks_once_a_twentieth_is_free(db: SqliteDatabase, tmp_path: Path) -> None:
    await db.execute_many("INSERT INTO seat VALUES (?, ?)", [(n, "x" * 4000) for n in range(100)])
    full = (tmp_path / "a.db").stat().st_size
    await db.fetch("DELETE FROM seat WHERE number < 2")
    await db.shrink()
    assert (tmp_path / "a.db").stat().st_size == full
    await db.fetch("DELETE FROM seat WHERE number < 50")
    await db.shrink()
    assert (tmp_path / "a.db").stat().st_size < full * 2 // 3


@pytest.mark.parametrize("sql", ["SELECT nowhere", "INSERT INTO seat VALUES (0, NULL)"])
async def test_what_a_statement_does_wrong_is_no_trouble_of_the_disk(
    db: SqliteDatabase, sql: str
) -> None:
    with pytest.raises(StatementFault, match=r"nowhere|NOT NULL"):
        await db.fetch(sql)


async def test_a_text_that_cannot_be_read_is_not_told(
    db: SqliteDatabase, logged_errors: Errors
) -> None:
    """Python's module quotes it, and it may be a deck: neither message nor cause may have it."""
    deck = b"deck 7S A\xff".hex()
    await db.fetch(f"INSERT INTO seat VALUES (0, CAST(x'{deck}' AS TEXT))")  # noqa: S608
    logged_errors.expect("it cannot be read")
    try:
        await db.fetch("SELECT name FROM seat")
    except StatementFault:
        logging.getLogger("tests").exception("it cannot be read")
    (told,) = logged_errors.records
    said = TextFormatter().format(told)
    assert "StatementFault: OperationalError: a text is not UTF-8" in said
    assert "7S" not in said


async def test_who_holds_the_file_and_who_only_reads(db: SqliteDatabase, tmp_path: Path) -> None:
    other = await SqliteDatabase.connect(tmp_path / "a.db")
    await other.fetch("PRAGMA busy_timeout = 0")
    await db.begin()
    with pytest.raises(StorageTrouble) as held:
        await other.begin()
    await db.rollback()
    await other.close()
    reader = await SqliteDatabase.connect(tmp_path / "a.db", reads_only=True)
    with pytest.raises(StorageTrouble) as written:
        await reader.execute_many("INSERT INTO seat VALUES (?, ?)", [(0, "Ann")])
    await reader.close()
    assert (held.value.trouble, written.value.trouble) == (Trouble.LOCKED, Trouble.READ_ONLY)
