"""A database made before version 1.0.0 is refused in one sentence, and stays as it is."""

import asyncio
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config.settings import Settings
from tests.store.making import do
from tests.support import postgres
from tests.support.stored import with_layout
from tests.test_command_line import ROOT, TOKEN

FILE_SAYS = (
    "{} was made before version 1.0.0, and no version since then can read it: choose another file"
    " for this bot, or finish the games in it with the program that made it.\n"
)
SERVER_SAYS = FILE_SAYS.replace("another file", "another database")
OLD_ID, OLD_PROGRAM = 0x50726566, "preferans-bot"  # the name such a database has for itself


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(params=[1, 18])
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a file of the first and of the last schema of that time, and set it as the bot's own.

    Its tables do not matter: those of the last schema are the ones of 1.0.0.
    """
    path = with_layout(tmp_path / "old.db")
    do(path, f"PRAGMA application_id = {OLD_ID}", f"PRAGMA user_version = {request.param}")
    monkeypatch.setenv("DATABASE_PATH", str(path))
    return path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    "command",
    [
        ["verify"],
        ["archive", "--before", "2025-01-01"],
        ["person", "11", "--export", "person.json"],
        ["person", "11", "--forget"],
        ["move", "--from", "sqlite:old.db", "--to", "sqlite:new.db"],
    ],
    ids=" ".join,
)
def test_a_command_on_a_file(
    old: Path, command: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = digest(old)
    assert main(command) == 2
    place = "old.db" if command[0] == "move" else str(old)
    assert capsys.readouterr().err == FILE_SAYS.format(place)
    assert digest(old) == before
    assert {path.name for path in tmp_path.iterdir()} <= {"old.db", "old.db.lock"}


def test_a_backup_is_not_restored(
    old: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_PATH", "new.db")
    assert main(["restore", str(old)]) == 2
    assert capsys.readouterr().err == FILE_SAYS.format(old)


@pytest.mark.process
def test_the_doctor_names_it(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    assert FILE_SAYS.format(old) in capsys.readouterr().out


@pytest.mark.process
def test_the_bot_does_not_start_on_it(old: Path) -> None:
    before = digest(old)
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr.endswith(FILE_SAYS.format(old))
    assert "Traceback" not in ran.stderr
    assert digest(old) == before


@pytest.mark.process
def test_a_server(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    url = asyncio.run(postgres.session_database())
    named = f"UPDATE preferans.layout SET program = '{OLD_PROGRAM}', number = 18"  # noqa: S608
    asyncio.run(postgres.order(named, url=url))
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["verify"]) == 2
    said = capsys.readouterr().err
    assert said == SERVER_SAYS.format(said.partition(" ")[0])
    assert main(["doctor"]) == 1
    assert said in capsys.readouterr().out
