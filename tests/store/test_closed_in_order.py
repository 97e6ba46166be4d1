"""What startup leaves for later of a file closed in order, or crashed; it serves none of it."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.app.running import file_check_running
from bot.features.rankings.rating_book import check_history, history_check_running
from bot.model.leaderboards import LeaderboardFilter
from bot.model.reviews import SeatReview
from bot.store import FileFault, GameDamaged, StatementFault, Store, StoreError
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.sqlite.lock_file import FileState, lock_database_file, state_at_open
from tests.conftest import Errors
from tests.store.making import (
    GUILD,
    append,
    closing_of,
    do,
    final_of,
    finish,
    line,
    new_game,
    sit,
    verify_rest,
)
from tests.support.stored import driver_of, with_layout
from tests.tables.failing_disk import copied
from tests.workers.conftest import until

REVIEW = StoredSeatReview(0, 1, None, "russian", SeatReview(True, True, 6, 6, 9, 0, 4, 0, 0, 0, 4))


@pytest.fixture
async def rested(tmp_path: Path) -> Path:
    """Close in order: game 1 with a review, and 2, are over, 3 is open."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as store:
        await verify_rest(store)
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
        return state_at_open(path, lock) is FileState.CLOSED


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
    assert "checking all" not in caplog.text
    os.utime(path, (1, 1))
    async with Store.session(path, now=2):
        pass
    assert f"checking all of {path}" in caplog.text


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


LATER = 10**6  # seconds: after the end of all games of the fixture


async def crash(path: Path) -> None:
    """Leave the file as a killed process does: open, and known to have been sound before."""
    lock = path.with_name("bot.db.lock")
    async with Store.session(path, now=LATER):
        mark = lock.read_bytes()
    lock.write_bytes(mark)


async def crashed(path: Path) -> Store:
    store = await Store.open(path, now=LATER + 9)
    assert store.file_check is not None
    return store


async def test_after_a_crash_the_pages_are_looked_at_in_the_background(rested: Path) -> None:
    """The start reads none that it does not need; from then on every start reads them first."""
    await crash(rested)
    spoil_a_page(rested, "etude_day")
    store = await crashed(rested)
    try:
        assert await store.game_queries.load(3) is not None
        with pytest.raises(StoreError) as caught:
            async with file_check_running(store.file_check):
                await asyncio.sleep(60)
        assert caught.value.reason is FileFault.DAMAGED
    finally:
        await store.close()
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            await Store.open(rested, now=3001)
        assert caught.value.reason is FileFault.DAMAGED


async def test_after_a_crash_old_games_are_looked_at_in_the_background(
    rested: Path, logged_errors: Errors
) -> None:
    """No start waits for rows that nobody asks for; then the file is sound as a whole."""
    await crash(rested)
    do(rested, "UPDATE review_seat SET given = 1, earned = 3 WHERE game_id = 1")
    store = await crashed(rested)
    assert logged_errors.records == []
    logged_errors.expect("game 1 is damaged and frozen: a row of review_seat")
    async with file_check_running(store.file_check):
        await until(lambda: logged_errors.records)
        await until(lambda: f"open@{LATER + 9}" in rested.with_name("bot.db.lock").read_text())
    await store.close()
    assert left_in_order(rested)


async def test_after_a_crash_an_old_game_waits_for_its_own_look(
    rested: Path, logged_errors: Errors
) -> None:
    await crash(rested)
    do(rested, "UPDATE posting SET amount = 9 WHERE game_id = 1")
    store = await crashed(rested)
    logged_errors.expect("game 1 is damaged and frozen")
    with pytest.raises(GameDamaged):
        await store.game_queries.deals(1)
    await store.close()


@pytest.mark.parametrize("game_id", [3, 4])
async def test_after_a_crash_what_was_written_last_is_looked_at_first(
    rested: Path, logged_errors: Errors, game_id: int
) -> None:
    """An open game, and one that ended after the file was last known to be sound."""
    logged_errors.expect(f"game {game_id} is damaged and frozen")
    lock = rested.with_name("bot.db.lock")
    async with Store.session(rested, now=500) as store:  # games of tests end later
        await finish(store, (1, 3, 1), (2, 0, 2), (3, -3, 3))
        mark = lock.read_bytes()
    lock.write_bytes(mark)
    do(rested, f"UPDATE line SET text = 'hold' WHERE game_id = {game_id}")  # noqa: S608
    await (await Store.open(rested, now=3000)).close()
    assert len(logged_errors.records) == 1


async def test_a_check_that_is_interrupted_begins_again(rested: Path) -> None:
    """Until it is done, the file counts as sound since the time it had before."""
    await crash(rested)
    mark = rested.with_name("bot.db.lock").read_text()
    store = await crashed(rested)
    async with file_check_running(store.file_check):
        await asyncio.sleep(0)
    await store.close()
    assert rested.with_name("bot.db.lock").read_text() == mark
    async with Store.session(rested, now=3001) as store:
        assert store.file_check is not None
        await verify_rest(store)
    assert left_in_order(rested)


async def test_wrong_sums_are_reckoned_anew_in_the_background(rested: Path) -> None:
    await crash(rested)
    with closing(sqlite3.connect(rested)) as db:
        right = db.execute("SELECT deals, given FROM play_sum").fetchall()
    store = await crashed(rested)
    await driver_of(store.games).execute("UPDATE play_sum SET deals = 7")
    await verify_rest(store)
    await store.close()
    with closing(sqlite3.connect(rested)) as db:
        assert db.execute("SELECT deals, given FROM play_sum").fetchall() == right


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


@pytest.mark.sampled(quick=3)
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


@pytest.mark.sampled(quick=5)
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
            assert await store.statistics.totals_over_time(GUILD, 1, 9) == {}
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
        assert await store.statistics.totals_over_time(GUILD, 1, 9) == {}
        assert logged_errors.records == []


async def test_who_goes_over_them_may_be_stopped(rested: Path) -> None:
    async with Store.session(rested, now=2) as store:
        async with history_check_running(store):
            await asyncio.sleep(0)
        assert len(await store.leaderboards.history(GUILD, 9)) == 1
    assert left_in_order(rested)


@pytest.mark.sampled(quick=4)
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
