"""Eight bytes overwritten anywhere in the file are noticed or change nothing; never served.

``python -m tools.siege damage`` does the like more often.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import FileFault, StorageTrouble, Store, StoreError, Trouble
from bot.store.admin.host_commands import file_totals_agree
from bot.store.sqlite.connection import SqliteDatabase
from bot.store.sqlite.migration import backup
from tests.conftest import Errors
from tests.store.corruption import played_file, struck
from tests.store.making import contents, do

STRIKES = 60  # about six in seven hit empty bytes


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(played_file(tmp_path_factory.mktemp("siege") / "bot.db"))


@pytest.mark.slow
@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("first", [0, 1])
def test_every_change_of_eight_bytes_is_noticed(
    played: Path, tmp_path: Path, logged_errors: Errors, first: int
) -> None:
    logged_errors.expect("is damaged and frozen")
    logged_errors.expect("of which a damaged row speaks, is not there")
    found = [asyncio.run(struck(played, tmp_path, n)) for n in range(first, STRIKES, 2)]
    noticed = [word for word in found if word != "free"]
    assert set(noticed) <= {"start", "reading", "verify"}
    assert len(noticed) >= 4


@pytest.mark.slow
@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("first", [1, 0])
def test_nothing_is_served_of_a_file_that_decayed_at_rest(
    played: Path, tmp_path: Path, logged_errors: Errors, first: int
) -> None:
    """The start verifies only a part: the rest is verified when it is read."""
    logged_errors.expect("is damaged and frozen")
    logged_errors.expect("of which a damaged row speaks, is not there")
    strikes = range(first, STRIKES, 2)
    found = [asyncio.run(struck(played, tmp_path, n, is_trusted=True)) for n in strikes]
    assert set(found) <= {"free", "start", "reading", "verify", "later"}
    assert sum(word in ("start", "reading") for word in found) >= 3


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE league_line SET text = 'leave 2' WHERE version = 1",
        "UPDATE league_line SET at = at + 1 WHERE version = 1",
        "UPDATE league_member SET number = 9 WHERE number = 1",
    ],
)
def test_verify_names_the_changed_table_of_a_league(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str
) -> None:
    path = copy_of(played, tmp_path)
    do(path, statement)
    assert main(["verify", str(path)]) == 2
    assert statement.split(" ")[1] in capsys.readouterr().err


async def refused(path: Path) -> StoreError:
    before = contents(path)
    with pytest.raises(StoreError) as caught:
        await Store.open(path, now=5)
    assert contents(path) == before
    return caught.value


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE person SET name = CAST(x'ff41' AS TEXT) WHERE user_id = 11",
        "UPDATE guild SET max_tables = 99",
        "UPDATE setting SET value = '5' WHERE key = 'alive'",
        "UPDATE etude SET tries = 2",
        "UPDATE own_deal SET tries = 2",
        "UPDATE title SET role_id = 2",
        "UPDATE daily_event SET robots = 'x'",
        "UPDATE daily_deal SET points = 2",
        "UPDATE league SET name = 'x'",
        "UPDATE league_member SET user_id = 2 WHERE number = 1",
        "UPDATE league_line SET text = 'end'",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -7",
        "CREATE INDEX theirs ON line (text)",
    ],
)
async def test_what_belongs_to_no_game_refuses_the_file(
    played: Path, tmp_path: Path, statement: str
) -> None:
    path = copy_of(played, tmp_path)
    do(path, statement)
    assert (await refused(path)).reason is FileFault.DAMAGED


async def test_a_damaged_schema_is_told_as_damage_of_that_file(
    played: Path, tmp_path: Path
) -> None:
    """SQLite quotes it in a message that is no UTF-8 then, and Python raises a UnicodeError."""
    path, target = copy_of(played, tmp_path), tmp_path / "target.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        bad = "UPDATE sqlite_schema SET sql = CAST(x'4352ff' AS TEXT) || sql WHERE name = 'line'"
        db.execute(bad)
    async with SqliteDatabase.session(path) as db:
        with pytest.raises(StorageTrouble) as reading:
            await db.fetch("SELECT 1 FROM game")
    assert reading.value.trouble is Trouble.DAMAGED
    assert (await refused(path)).reason is FileFault.DAMAGED
    with pytest.raises(StoreError) as copying:
        backup(path, target)
    assert copying.value.reason is FileFault.DAMAGED
    assert copying.value.facts["path"] == str(path)
    assert not target.exists()


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE review_seat RENAME COLUMN game_id TO gama_id",
        "UPDATE sqlite_schema SET sql = CAST(x'4352ff' AS TEXT) || sql WHERE name = 'line'",
    ],
)
async def test_sums_of_play_that_cannot_be_read_are_damage(
    played: Path, tmp_path: Path, statement: str
) -> None:
    path = copy_of(played, tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(statement)
    with pytest.raises(StoreError) as reading:
        await file_totals_agree(path)
    assert reading.value.reason is FileFault.DAMAGED


def copy_of(played: Path, folder: Path) -> Path:
    path = folder / "copy.db"
    path.write_bytes(played.read_bytes())
    return path


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET rules = CAST(x'ff' AS TEXT) WHERE game_id = 3",
        "UPDATE line SET text = CAST(x'ff' AS TEXT) WHERE game_id = 3 AND version = 3",
    ],
)
async def test_bytes_that_are_no_text_freeze_their_game(
    played: Path, tmp_path: Path, logged_errors: Errors, statement: str
) -> None:
    logged_errors.expect("game 3 is damaged and frozen")
    path = copy_of(played, tmp_path)
    do(path, statement)
    async with Store.session(path, now=5) as store:
        assert [game.game_id for game in await store.game_queries.games_of_guild(1)] == [1, 2]


def test_verify_names_the_damaged_game(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], logged_errors: Errors
) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    path = copy_of(played, tmp_path)
    do(path, "UPDATE line SET text = CAST(x'ff' AS TEXT) WHERE game_id = 2 AND version = 3")
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr()
    assert "game 2, stored: " in told.out
    assert told.err == "1 of 3 games differ from what was played.\n"


def test_a_row_that_says_who_somebody_was_speaks_of_another_game(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], logged_errors: Errors
) -> None:
    """The game that misses its row is named, and so is the absent game."""
    logged_errors.expect("game 1 is damaged and frozen")
    logged_errors.expect("game 99, of which a damaged row speaks, is not there")
    path = copy_of(played, tmp_path)
    do(path, "UPDATE player SET game_id = 99 WHERE game_id = 1 AND user_id = 12")
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr()
    assert "game 1, stored: " in told.out
    assert "game 99, stored: a row of player" in told.out


def test_verify_refuses_a_file_by_its_own_name(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy_of(played, tmp_path)
    do(path, "UPDATE guild SET max_tables = 99")
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path} is damaged")
