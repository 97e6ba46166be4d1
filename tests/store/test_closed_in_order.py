"""A file closed in order is not verified again; nothing unverified of it is served."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.features.rankings.history_check import check_history, history_check_running
from bot.model.leaderboards import LeaderboardFilter
from bot.model.reviews import SeatReview
from bot.store import FileFault, GameDamaged, StatementFault, Store, StoreError
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.sqlite.lock_file import is_unchanged_since_close, lock_database_file
from tests.conftest import Errors
from tests.store.making import GUILD, append, closing_of, do, final_of, finish, line, new_game, sit
from tests.support.stored import driver_of, with_layout
from tests.tables.failing_disk import copied
from tests.workers.conftest import until

REVIEW = StoredSeatReview(0, 1, None, "russian", SeatReview(True, True, 6, 6, 9, 0, 4, 0, 0, 0, 4))


@pytest.fixture
async def rested(tmp_path: Path) -> Path:
    """Close in order: game 1 with a review, and 2, are over, 3 is open."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as store:
        await reviewed(store)
        await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3))
        await append(store, await new_game(store), line(0))
    return path


async def reviewed(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    await append(store, game_id, line(0, 1), closing=closing_of(1))
    await store.reviews.add_review(game_id, 1, DealReview("contract", (REVIEW,)))
    await append(store, game_id, line(1, 2), final=final_of())


@contextmanager
def unseen(path: Path) -> Iterator[None]:
    """Change the file without a trace in its metadata, as decay does."""
    before = path.stat()
    yield
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


def left_in_order(path: Path) -> bool:
    with lock_database_file(path) as lock:
        return is_unchanged_since_close(path, lock)


def spoil_a_page(path: Path, table: str) -> None:
    """Damage a free page: only a check of pages notices it, no query reads it."""
    with closing(sqlite3.connect(path)) as db:
        ((root,),) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    with path.open("r+b") as file:
        file.seek(4096 * (root - 1))
        file.write(b"\xff" * 4096)


async def test_of_a_new_file_nothing_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The first line a host reads must not be a worry; a file left in disorder is reported."""
    caplog.set_level(logging.INFO)
    path = tmp_path / "bot.db"
    async with Store.session(path, now=1):
        pass
    assert "is looked at" not in caplog.text
    os.utime(path, (1, 1))
    async with Store.session(path, now=2):
        pass
    assert f"all of {path} is looked at" in caplog.text


async def test_who_leaves_in_order_is_trusted(rested: Path) -> None:
    """The next start does not read the page of an index that only old games need."""
    assert left_in_order(rested)
    with unseen(rested):
        spoil_a_page(rested, "etude_day")
    async with Store.session(rested, now=2) as store:
        assert await store.game_queries.load(3) is not None


async def test_trust_is_for_the_file_as_it_was_left(rested: Path) -> None:
    spoil_a_page(rested, "etude_day")
    assert not left_in_order(rested)
    with pytest.raises(StoreError) as caught:
        await Store.open(rested, now=2)
    assert caught.value.reason is FileFault.DAMAGED


async def test_who_is_killed_leaves_nothing_to_trust(rested: Path) -> None:
    """Also right after a start, before the first write."""
    async with Store.session(rested, now=2):
        lock = rested.with_name("bot.db.lock")
        as_killed = lock.read_bytes()
    lock.write_bytes(as_killed)
    assert not left_in_order(rested)


async def test_a_copy_is_not_trusted(rested: Path) -> None:
    """Anything may have happened to it on its way."""
    copy = copied(rested, "bot.db")
    shutil.copystat(rested, copy)
    shutil.copyfile(f"{rested}.lock", f"{copy}.lock")
    assert not left_in_order(copy)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE guild SET max_tables = 99",
        "UPDATE setting SET value = '5' WHERE key = 'identity'",
    ],
)
async def test_what_belongs_to_no_game_is_looked_at_always(rested: Path, statement: str) -> None:
    with unseen(rested):
        do(rested, "PRAGMA wal_autocheckpoint = 1", statement)
    with pytest.raises(StoreError):
        await Store.open(rested, now=2)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE line SET text = 'hold' WHERE game_id = 3",
        "UPDATE game SET revision = 77 WHERE game_id = 3",
        "UPDATE shuffle SET words = '1 luck' WHERE game_id = 3",
    ],
)
async def test_an_open_game_is_looked_at_always(
    rested: Path, logged_errors: Errors, statement: str
) -> None:
    """A damaged one leads to a check of all others, now and at the next start."""
    logged_errors.expect("game 3 is damaged and frozen")
    logged_errors.expect("game 2 is damaged and frozen: a row of game")
    with unseen(rested):
        do(rested, statement, "UPDATE game SET revision = 77 WHERE game_id = 2")
    async with Store.session(rested, now=2):
        assert len(logged_errors.records) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE posting SET amount = 9 WHERE game_id = 1",
        "UPDATE game SET revision = 77 WHERE game_id = 1",
        "UPDATE sitting SET misses = 7 WHERE game_id = 1",
        "UPDATE player SET game_id = 99 WHERE game_id = 1",
        "UPDATE review_seat SET given = 1, earned = 3 WHERE game_id = 1",
    ],
)
async def test_a_closed_game_is_looked_at_when_it_is_read(
    rested: Path, logged_errors: Errors, statement: str
) -> None:
    logged_errors.expect("game 1 is damaged and frozen")
    with unseen(rested):
        do(rested, statement)
    async with Store.session(rested, now=2) as store:
        assert logged_errors.records == []
        for _ in range(2):
            with pytest.raises(GameDamaged):
                await store.game_queries.deals(1)
        assert len(logged_errors.records) == 1
    assert not left_in_order(rested)
    logged_errors.expect("game 99, of which a damaged row speaks, is not there")
    async with Store.session(rested, now=3) as store:
        assert await store.game_queries.load(2) is not None


async def test_results_are_looked_at_before_they_are_counted(
    rested: Path, logged_errors: Errors
) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    logged_errors.expect("game 1 is damaged and frozen")
    with unseen(rested):
        do(
            rested,
            "UPDATE result SET balance = 999 WHERE game_id = 2 AND seat = 0",
            "UPDATE review_seat SET given = 1, earned = 3 WHERE game_id = 1",
        )
    async with Store.session(rested, now=2) as store:
        for _ in range(2):
            assert await store.leaderboards.history(GUILD, 9) == ()
            assert await store.statistics.matches(GUILD, 1) == ()
            assert await store.statistics.of_player(GUILD, 1) == {}
        assert len(logged_errors.records) == 2


async def test_results_are_gone_over_before_anybody_asks(
    rested: Path, logged_errors: Errors
) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    with unseen(rested):
        do(rested, "UPDATE result SET balance = 999 WHERE game_id = 2 AND seat = 0")
    async with Store.session(rested, now=2) as store:
        await check_history(store.history_check)
        assert len(logged_errors.records) == 1
        assert await store.leaderboards.history(GUILD, 9) == ()
    assert not left_in_order(rested)


@pytest.mark.parametrize("is_trusted", [False, True])
async def test_a_result_of_a_game_that_is_not_there_counts_nowhere(
    rested: Path, logged_errors: Errors, *, is_trusted: bool
) -> None:
    """Its number is damaged; the game that misses it is known when that one is read."""
    logged_errors.expect("game 99, of which a damaged row speaks, is not there: a row")
    logged_errors.expect("game 2 is damaged and frozen: the hash")
    with unseen(rested):
        do(rested, "UPDATE result SET game_id = 99 WHERE game_id = 2 AND seat = 0")
    if not is_trusted:
        rested.with_name(f"{rested.name}.lock").write_text("")
    async with Store.session(rested, now=2) as store:
        for _ in range(2):
            assert [one.game_id for one in await store.leaderboards.history(GUILD, 9)] == []
            assert await store.statistics.matches(GUILD, 1) == ()
        assert len(logged_errors.records) == 1
        assert await store.game_queries.missing_games() == (
            (99, "a row of result speaks of it, and there is no such game"),
        )
        with pytest.raises(GameDamaged):
            await store.game_queries.load(2)
    assert not left_in_order(rested)


async def test_a_review_of_a_game_that_is_not_there_is_found_once(
    rested: Path, logged_errors: Errors
) -> None:
    """No profile counts it, so a request for one writes nothing for it."""
    with unseen(rested):
        do(rested, "UPDATE review_seat SET game_id = 99 WHERE game_id = 1")
    async with Store.session(rested, now=2) as store:
        assert await store.statistics.of_player(GUILD, 1) == {}
        assert logged_errors.records == []


async def test_who_goes_over_them_may_be_stopped(rested: Path) -> None:
    async with Store.session(rested, now=2) as store:
        async with history_check_running(store):
            await asyncio.sleep(0)
        assert len(await store.leaderboards.history(GUILD, 9)) == 1
    assert left_in_order(rested)


@pytest.mark.parametrize("what", ["slices", "verify_slice", "servers", "finish_server"])
async def test_a_fault_on_the_way_is_told_at_once_and_leaves_the_rest_to_who_asks(
    rested: Path, logged_errors: Errors, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def faulty(*_: object) -> None:
        raise StatementFault("deck AS")

    logged_errors.expect("not all results could be verified: StatementFault")
    async with Store.session(rested, now=2) as store:
        monkeypatch.setattr(store.history_check, what, faulty)
        async with history_check_running(store):
            await until(lambda: logged_errors.records)
        asked: list[str] = []
        await driver_of(store.leaderboards).set_trace_callback(asked.append)
        assert len(await store.leaderboards.history(GUILD, 9)) == 1
        assert any("seal(" in sql for sql in asked)


async def test_what_was_gone_over_is_not_looked_at_again(rested: Path) -> None:
    for is_gone_over in (False, True):
        async with Store.session(rested, now=2) as store:
            if is_gone_over:
                await check_history(store.history_check)
            asked: list[str] = []
            await driver_of(store.leaderboards).set_trace_callback(asked.append)
            assert len(await store.leaderboards.history(GUILD, 9)) == 1
            assert any("seal(" in sql for sql in asked) is not is_gone_over


@pytest.mark.parametrize("is_gone_over", [False, True])
async def test_an_index_that_answers_alone_is_looked_at_too(
    rested: Path, logged_errors: Errors, *, is_gone_over: bool
) -> None:
    """No checksum covers the columns of a result in it."""
    logged_errors.expect("game 2 is damaged and frozen")
    with closing(sqlite3.connect(rested)) as db:
        find = "SELECT rootpage FROM sqlite_schema WHERE name = 'result_ranked'"
        ((root,),) = db.execute(find)
    with unseen(rested), rested.open("r+b") as file:
        file.seek(4096 * (root - 1))
        page = file.read(4096)
        assert page.count(b"sochi") == 3
        file.seek(4096 * (root - 1))
        file.write(page.replace(b"sochi", b"sochj", 1))
    async with Store.session(rested, now=2) as store:
        if is_gone_over:
            await check_history(store.history_check)
        board = await store.leaderboards.leaderboard(
            GUILD,
            LeaderboardFilter(preset="sochi"),
            min_games=1,
            limit=9,
        )
        assert board.rows == ()
        assert len(logged_errors.records) == 1
