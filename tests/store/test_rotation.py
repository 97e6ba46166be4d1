"""Rotating backups: dated copies, the newest of them kept, and a missing one reported."""

import time
from pathlib import Path

import pytest

from bot.cli import doctor, storage
from bot.cli.doctor import Severity
from bot.cli.main import main
from bot.config.settings import Settings
from bot.store import FileFault, Store, StoreError
from bot.store.admin.host_commands import BackupFolder, save_rotating
from tests.store.making import new_game
from tests.support.stored import with_layout

NOW = 1800000000.0
HOUR = 3600


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
async def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    async with Store.session(with_layout(path), now=1) as store:
        await new_game(store)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_only_the_newest_copies_are_kept(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "disk" / "backups"  # neither is there yet
    for n in range(4):
        save_rotating(games, folder, 2, NOW + n * 24 * HOUR)
    assert names(folder) == ["preferans-2027-01-17T080000Z.db", "preferans-2027-01-18T080000Z.db"]
    async with Store.session(folder / names(folder)[0], now=2) as store:
        assert await store.game_queries.load(1) is not None
    assert folder.stat().st_mode & 0o077 == 0


def test_a_copy_that_fails_deletes_nothing(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    save_rotating(games, folder, 1, NOW)
    (folder / "before-upgrade.db").touch()
    kept = names(folder)
    games.write_bytes(games.read_bytes()[:5000])
    with pytest.raises(StoreError) as caught:
        save_rotating(games, folder, 1, NOW + HOUR)
    assert caught.value.reason is FileFault.DAMAGED
    assert names(folder) == kept


def test_files_of_other_names_stay(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "preferans.db").touch()
    for n in range(3):
        save_rotating(games, folder, 1, NOW + n)
    assert names(folder) == ["preferans-2027-01-15T080002Z.db", "preferans.db"]


def test_a_backup_that_is_too_old_is_missing(games: Path, tmp_path: Path) -> None:
    backups = BackupFolder(tmp_path / "backups", 26)
    assert backups.is_missing(NOW)
    save_rotating(games, backups.folder, 9, NOW)
    assert backups.newest() == NOW
    assert not backups.is_missing(NOW + 26 * HOUR)
    assert backups.is_missing(NOW + 26 * HOUR + 1)


def verdict(now: float, **settings: object) -> tuple[Severity, str]:
    found = doctor.check_backup(Settings.model_validate(settings), now)
    return found.severity, found.message


def test_the_doctor_names_a_missing_backup(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    severity, said = verdict(NOW)
    assert severity is Severity.WARN
    assert "set BACKUP_FOLDER" in said
    severity, said = verdict(NOW, backup_folder=folder)
    assert severity is Severity.WARN
    assert said.startswith("Missing: there is none")
    save_rotating(games, folder, 9, NOW)
    assert verdict(NOW + HOUR, backup_folder=folder)[0] is Severity.OK
    severity, said = verdict(NOW + 48 * HOUR, backup_folder=folder)
    assert severity is Severity.WARN
    assert "2027-01-15" in said


def test_the_command_rotates(
    games: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(games))
    assert main(["backup", "--keep", "2"]) == 2
    assert "BACKUP_FOLDER" in capsys.readouterr().err
    monkeypatch.setenv("BACKUP_FOLDER", "copies")
    assert main(["backup", "--keep", "2"]) == 0
    assert len(names(tmp_path / "copies")) == 1
    assert main(["backup", "copy.db", "--every-hours", "3"]) == 2


def test_it_goes_on_after_a_failure(
    games: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file that is not there yet is no reason to end."""
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 1:
            games.rename(tmp_path / "later.db")
        else:
            raise KeyboardInterrupt

    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "later.db"))
    monkeypatch.setenv("BACKUP_FOLDER", "copies")
    monkeypatch.setattr(time, "sleep", sleep)
    assert main(["backup", "--keep", "2", "--every-hours", "24"]) == 130
    assert slept == [storage._RETRY_SECONDS, 24 * HOUR]
    told = capsys.readouterr()
    assert "there is no database" in told.err
    assert told.out.startswith("Saved to copies")
