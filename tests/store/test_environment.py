"""The store reports an SQLite that can lose its log, and a disk that runs short."""

import logging
import shutil
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.model.enums import ShardRange
from bot.store import FileFault, Store, StoreError, log_sqlite_version, read_file_status
from bot.store.sqlite.startup import LEAST_FREE, FileDiskSpace, has_wal_bug
from bot.store.writer import Handles
from tests.support.stored import with_layout


@pytest.mark.parametrize(
    ("version", "is_at_fault"),
    [
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 9), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
    ],
)
def test_the_versions_that_can_lose_their_log(
    version: tuple[int, int, int], is_at_fault: bool
) -> None:
    assert has_wal_bug(version) is is_at_fault


def test_the_start_names_its_sqlite(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    for version, warned in (((3, 40, 1), True), ((3, 51, 3), False)):
        caplog.clear()
        monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
        log_sqlite_version()
        assert caplog.messages[0] == f"SQLite {sqlite3.sqlite_version}"
        assert (len(caplog.records) == 2) is warned


class Given(Exception):
    """Raised instead of opening a database."""


class Usage(NamedTuple):
    free: int


def test_a_short_disk_is_told_once_and_once_when_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    room, free = FileDiskSpace(tmp_path / "bot.db"), [LEAST_FREE - 1]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free[0]))
    assert room.is_running_low()
    assert room.is_running_low()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "499 MB" in caplog.text
    free[0] = LEAST_FREE
    assert not room.is_running_low()
    assert not room.is_running_low()
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


async def test_the_status_of_a_file_in_use(tmp_path: Path) -> None:
    path = with_layout(tmp_path / "games # 1?.db")
    async with Store.session(path, now=1000) as store:
        await store.preferences.touch_alive(1005)
        await store.preferences.count_connection(1006)
        status = read_file_status(path)
    assert status.version == status.known
    assert (status.last_alive, status.connections) == (1005, (1006, 1))


async def test_the_status_names_a_damaged_file(tmp_path: Path) -> None:
    path = with_layout(tmp_path / "bot.db")
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'setting'")
        db.commit()
    with pytest.raises(StoreError, match=str(path)) as caught:
        read_file_status(path)
    assert caught.value.reason is FileFault.DAMAGED


async def test_a_connection_to_a_server_watches_every_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The watch, the shards and the callback reach the database as they were given."""
    postgres = pytest.importorskip("bot.store.postgres.startup")
    given = list[tuple[tuple[object, ...], dict[str, object]]]()

    async def open_database(*values: object, **named: object) -> Handles:
        given.append((values, named))
        raise Given

    monkeypatch.setattr(postgres, "open_database", open_database)
    watch, lost, owned = nullcontext, list[None]().clear, ShardRange(1, 2, 4)
    with pytest.raises(Given):
        await Store.connect("postgres://x", watch, alone=True, owned=owned, on_permanent_loss=lost)
    named = {"alone": True, "owned": owned, "on_permanent_loss": lost}
    assert given == [(("postgres://x", watch), named)]
