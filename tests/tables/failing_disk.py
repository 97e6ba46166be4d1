"""Breaks the store at one statement: either its disk refuses it, or the process ends before it."""

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.database import Row, Values
from bot.store.sqlite import connection

TABLES = ("game", "sitting", "line", "deal", "posting", "result", "vote", "setting", "shuffle")


class Disk:
    """Watches every statement of the store; ``split_statements`` are those since ``watch``.

    ``fails_at`` is the number of the statement that fails, ``refuses`` a part of its text. With
    ``doubt`` the statement is executed first and that error raised afterwards. With ``keeps`` the
    file is copied before each statement, as a kill would leave it there.
    """

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.statements: list[str] = []
        self.copies: list[Path] = []
        self.doubt: Exception | None = None
        self.heal()
        answer, repeat = connection.execute, connection.execute_batches

        def single(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
            self._passes(sql)
            done = answer(file, sql, values)
            if self.lies and self.lies in sql:
                raise self.doubt or _error()
            return done

        def batches(file: sqlite3.Connection, work: Iterable[tuple[str, Iterable[Values]]]) -> None:
            for sql, rows in work:
                self._passes(sql)
                repeat(file, [(sql, rows)])

        monkeypatch.setattr(connection, "execute", single)
        monkeypatch.setattr(connection, "execute_batches", batches)

    def watch(
        self,
        *,
        fails_at: int = -1,
        refuses: str = "",
        lies: str = "",
        keeps: bool = False,
        doubt: Exception | None = None,
    ) -> None:
        self.statements.clear()
        self.copies.clear()
        self.fails_at, self.refuses, self.lies, self.keeps = fails_at, refuses, lies, keeps
        self.doubt = doubt

    def heal(self) -> None:
        """Let every statement succeed from now on, and keep the list of those seen."""
        self.fails_at, self.refuses, self.lies, self.keeps = -1, "", "", False
        self.doubt = None

    def _passes(self, sql: str) -> None:
        number = len(self.statements)
        self.statements.append(sql)
        if self.keeps:
            self.copies.append(copied(self.path, f"{number}.db"))
        if number == self.fails_at or (self.refuses and self.refuses in sql):
            raise _error()


def _error() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


def copied(path: Path, name: str) -> Path:
    """Copy the file and its log as they are now, to another file of that name."""
    folder = path.parent / "copies"
    folder.mkdir(exist_ok=True)
    for old in folder.glob(f"{name}*"):
        old.unlink()
    for suffix in ("", "-wal"):
        if Path(f"{path}{suffix}").exists():
            shutil.copyfile(f"{path}{suffix}", folder / f"{name}{suffix}")
    return folder / name


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all committed rows about tables, read from a copy."""
    with closing(sqlite3.connect(copied(path, "look.db"))) as db:
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in TABLES}  # noqa: S608
