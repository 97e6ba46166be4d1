"""A move of everything from a file to PostgreSQL and back keeps every row."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Store, StoreError
from bot.store.admin.transfer import TABLES_IN_ORDER, TransferFault, transfer
from bot.store.records import SeatScore
from tests.conftest import Errors
from tests.store.making import append, closing_of, do, final_of, finish, line, new_game, sit
from tests.support import postgres
from tests.support.stored import with_layout

pytestmark = pytest.mark.process

GAMES = 150


def nobody(_: str, __: int) -> None:
    """Report nothing."""


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table without its checksum and without the schema of a file."""
    found = {}
    with closing(sqlite3.connect(path)) as db:
        for table in TABLES_IN_ORDER:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            names = ", ".join(f'"{column}"' for column in columns if column != "seal")
            where = " WHERE key <> 'layout'" if table == "setting" else ""
            rows = db.execute(f"SELECT {names} FROM {table}{where}")  # noqa: S608
            found[table] = sorted(rows.fetchall(), key=repr)
    return found


async def fill(path: Path) -> None:
    async with Store.session(path, now=1000) as store:
        for number in range(GAMES):
            await finish(store, (number + 1, 10, 1), (number + 2, -10, 2), at=2000 + number)
        game_id = await new_game(store)
        await sit(store, game_id, 0, user_id=7)
        await sit(store, game_id, 1, robot="expert:1")
        for version in range(6):
            closing_ = closing_of(1) if version == 4 else None
            await append(store, game_id, line(version, 1, "ж ♠"), deadline=5, closing=closing_)
        done = await new_game(store)
        await append(store, done, line(0, 1), closing=closing_of(1))
        final = final_of(SeatScore(0, 1, None, 5, 1), SeatScore(1, 2, None, -5, 2))
        await append(store, done, line(1, 2), final=final)
        await store.archive.pack(done)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return with_layout(tmp_path / "bot.db")


async def test_there_and_back_gives_an_equal_database(file: Path, url: str, tmp_path: Path) -> None:
    await fill(file)
    back = tmp_path / "back.db"
    there = await transfer(file, url, 5000, nobody)
    assert there.damaged == ()
    again = await transfer(url, back, 5000, nobody)
    assert there == again
    assert rows_of(back) == rows_of(file)
    assert there.rows == sum(map(len, rows_of(file).values()))
    async with Store.session(back, now=6000) as store:
        games = await store.game_queries.game_ids()
        assert len(games) == GAMES + 2
        assert [await store.game_queries.faults(game_id) for game_id in games] == [()] * len(games)


async def test_the_numbers_of_new_games_go_on(file: Path, url: str) -> None:
    await fill(file)
    await transfer(file, url, 5000, nobody)
    store = await Store.connect(url)
    assert await new_game(store) == GAMES + 3
    games = await store.game_queries.game_ids()
    for game_id in games[-3:]:
        assert await store.game_queries.load(game_id) is not None
        assert await store.game_queries.faults(game_id) == ()
    await store.close()


async def test_what_was_damaged_is_damaged_there(
    file: Path, url: str, logged_errors: Errors
) -> None:
    logged_errors.expect("is damaged and frozen")
    await fill(file)
    do(
        file,
        "UPDATE line SET text = 'bid 6S' WHERE game_id = 3",
        "UPDATE result SET balance = 5 WHERE game_id = 5 AND seat = 0",
        "UPDATE archive SET lines = x'00'",
    )
    moved = await transfer(file, url, 5000, nobody)
    assert moved.damaged == (3, 5, GAMES + 2)
    store = await Store.connect(url)
    for game_id in await store.game_queries.game_ids():
        assert bool(await store.game_queries.faults(game_id)) == (game_id in moved.damaged)
    await store.close()


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "UPDATE line SET text = 'pass' || char(0) WHERE game_id = 151 AND version = 2",
            r"a text of line \(game_id 151, version 2\) has a zero in it",
        ),
        (
            "UPDATE line SET text = CAST(x'ff41' AS TEXT) WHERE game_id = 151 AND version = 2",
            "line has a text that cannot be read",
        ),
    ],
)
async def test_a_text_that_cannot_be_stored_there_is_named(
    file: Path, url: str, logged_errors: Errors, statement: str, said: str
) -> None:
    """The message names its place, never its content; and nothing was moved."""
    logged_errors.expect("is damaged and frozen")
    await fill(file)
    do(file, statement)
    with pytest.raises(TransferFault, match=said) as caught:
        await transfer(file, url, 5000, nobody)
    assert "pass" not in str(caught.value)
    store = await Store.connect(url)
    assert await store.game_queries.game_ids() == ()
    await store.close()


async def test_a_target_has_to_be_empty(file: Path, url: str) -> None:
    await fill(file)
    await transfer(file, url, 5000, nobody)
    with pytest.raises(StoreError, match="has games in it already"):
        await transfer(file, url, 5000, nobody)
    with pytest.raises(StoreError, match="is there already"):
        await transfer(url, file, 5000, nobody)


async def test_both_have_to_be_at_rest(file: Path, url: str) -> None:
    async with Store.session(file, now=1):
        with pytest.raises(StoreError, match="in use"):
            await transfer(file, url, 5000, nobody)
    store = await Store.connect(url)
    with pytest.raises(StoreError, match="in use"):
        await transfer(file, url, 5000, nobody)
    await store.close()


async def test_where_a_row_is_missing_nothing_is_kept(file: Path, url: str) -> None:
    await fill(file)
    swallow = (
        "CREATE RULE swallow AS ON INSERT TO preferans.posting"
        " WHERE NEW.position = 1 DO INSTEAD NOTHING"
    )
    await postgres.order(swallow, url=url)
    with pytest.raises(TransferFault, match="posting has"):
        await transfer(file, url, 5000, nobody)
    await postgres.order("DROP RULE swallow ON preferans.posting", url=url)
    await transfer(file, url, 5000, nobody)


def test_the_command_says_what_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = ["move", "--from", f"sqlite:{tmp_path / 'no.db'}", "--to", "postgresql://x/y"]
    assert main(nothing) == 2
    assert "nothing to move" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["move", "--from", "games.db", "--to", "postgresql://x/y"])
    assert "sqlite:PATH" in capsys.readouterr().err
