"""Files of a database are readable by their owner alone, and one process uses them at a time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from bot.store import Store, backup, restore_file
from bot.store.admin.transfer import transfer
from bot.store.errors import FileFault, StoreError
from bot.store.sqlite import lock_file
from bot.store.sqlite.lock_file import lock_database_file
from tests.store.making import new_game, on_file

_OPEN = """\
import asyncio, sys, pathlib
from bot.store import Store, StoreError

async def main():
    try:
        async with Store.session(pathlib.Path(sys.argv[1]), 1):
            print("opened")
    except StoreError as error:
        print(error.reason)

asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


def make_public(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o644)


def opened_elsewhere(path: Path) -> str:
    """Open the database in another process, and return what came of it."""
    command = [sys.executable, "-c", _OPEN, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
async def test_every_file_of_a_database_is_private(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with Store.session(path, now=1) as store:
        await new_game(store)
        backup(path, tmp_path / "copy.db")
        files = modes(tmp_path)
    assert {"bot.db", "bot.db-wal", "bot.db-shm", "bot.db.lock", "copy.db"} == files.keys()
    assert set(files.values()) == {"0o600"}
    await restore_file(tmp_path / "copy.db", path, 2)
    assert set(modes(tmp_path).values()) == {"0o600"}


@pytest.mark.slow
async def test_files_of_older_versions_become_private(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with Store.session(path, now=1):
        pass
    make_public(tmp_path)
    async with Store.session(path, now=2):
        assert set(modes(tmp_path).values()) == {"0o600"}


@on_file
@pytest.mark.process
async def test_a_hard_link_is_the_same_database(store: Store, tmp_path: Path) -> None:
    (tmp_path / "other.db").hardlink_to(tmp_path / "bot.db")
    assert opened_elsewhere(tmp_path / "other.db") == FileFault.IN_USE
    assert await new_game(store)


@on_file
@pytest.mark.process
async def test_a_removed_lock_file_does_not_let_a_second_bot_in(
    store: Store, tmp_path: Path
) -> None:
    for _ in range(2):
        (tmp_path / "bot.db.lock").unlink()
        assert opened_elsewhere(tmp_path / "bot.db") == FileFault.IN_USE
    assert await new_game(store)


@on_file
@pytest.mark.process
async def test_sqlite_does_not_release_the_lock(store: Store, tmp_path: Path) -> None:
    """A process that closes any descriptor of a file loses its POSIX locks, not this one."""
    backup(tmp_path / "bot.db", tmp_path / "copy.db")
    await new_game(store)
    (tmp_path / "bot.db.lock").unlink()
    assert opened_elsewhere(tmp_path / "bot.db") == FileFault.IN_USE


_HOLD = """\
import sys, pathlib
from bot.store.sqlite.lock_file import lock_database_file, lock_database
path = pathlib.Path(sys.argv[1])
with lock_database_file(path), lock_database(path):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(path: Path) -> Iterator[None]:
    """Hold the database in another process."""
    command = [sys.executable, "-c", _HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.communicate()


@pytest.mark.process
async def test_restore_and_move_respect_the_lock_of_the_database(tmp_path: Path) -> None:
    path, copy = tmp_path / "bot.db", tmp_path / "copy.db"
    async with Store.session(path, now=1):
        backup(path, copy)
    with held_elsewhere(path):
        (tmp_path / "bot.db.lock").unlink()
        with pytest.raises(StoreError) as caught:
            await restore_file(copy, path, 2)
        assert caught.value.reason is FileFault.IN_USE
        with pytest.raises(StoreError) as caught:
            await transfer(path, tmp_path / "new.db", 3, lambda *_: None)
        assert caught.value.reason is FileFault.IN_USE
    await restore_file(copy, path, 4)


class Msvcrt(ModuleType):
    """Locks as on Windows: a byte of a file, held by a descriptor."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.__spec__ = ModuleSpec("msvcrt", None)
        self.held: set[tuple[int, int]] = set()

    def locking(self, descriptor: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        place = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in self.held:
            raise PermissionError(13, "Permission denied")
        self.held.add(place)


def test_windows_locks_by_its_own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    windows = Msvcrt()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    with lock_database_file(tmp_path / "bot.db"):
        assert len(windows.held) == 1
        with (
            pytest.raises(StoreError) as caught,
            lock_database_file(tmp_path / "bot.db"),
        ):
            pytest.fail("locked twice")
    assert caught.value.reason is FileFault.IN_USE


def test_the_locked_byte_is_none_that_sqlite_uses() -> None:
    """The file format leaves the page at 1 GiB alone; SQLite locks its first 512 bytes."""
    assert 2**30 + 512 <= lock_file._FREE_BYTE < 2**30 + 4096
