"""The log: in order, once, together with what it closes, whatever fails or ends meanwhile."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import aiosqlite
import pytest

from bot.model.enums import Clock, Posting, Status
from bot.model.values import replace
from bot.store import (
    StaleVersion,
    StatementFault,
    StorageTrouble,
    Store,
    Trouble,
    WriteFault,
    WriteRefused,
    request_deadline,
    writer,
)
from bot.store.database import Row, Values
from bot.store.records import DealPosting, GameResults, SeatScore, TableSnapshot
from bot.store.sqlite import connection
from tests.store.making import (
    append,
    change,
    closing_of,
    final_of,
    line,
    look,
    new_game,
    on_file,
    room_of,
    saving,
    seated,
)
from tests.support.stored import log_lines, with_layout


async def version_of(store: Store, game_id: int) -> int:
    found = await store.game_queries.load(game_id)
    assert found is not None
    assert found.game.version == len(await log_lines(store, game_id))
    return found.game.version


async def painted_of(store: Store, game_id: int) -> int:
    """Return the stored revision that the public message shows."""
    found = await store.game_queries.load(game_id)
    assert found is not None
    return found.game.painted_revision


async def test_a_line_moves_the_version_and_the_deadline(store: Store) -> None:
    game_id = await new_game(store)
    await append(store, game_id, line(0, text="bid 7H"), deadline=3000, wake=2900)
    found = await store.game_queries.load(game_id)
    assert found is not None
    assert (found.game.version, found.game.deadline, found.game.wake) == (1, 3000, 2900)
    assert found.lines == (line(0, text="bid 7H"),)
    await append(store, game_id, line(1, by="robot"))
    (game,) = await store.game_queries.games_of_guild(77)
    assert (game.version, game.deadline) == (2, None)


@pytest.mark.parametrize("version", [0, 2, -1])
async def test_a_stale_version(store: Store, version: int) -> None:
    game_id = await new_game(store)
    await append(store, game_id, line(0))
    with pytest.raises(StaleVersion) as caught:
        await append(store, game_id, line(version))
    assert (caught.value.game_id, caught.value.expected) == (game_id, 1)
    assert await version_of(store, game_id) == 1


async def test_no_such_game_and_ended_game(store: Store) -> None:
    game_id = await new_game(store)
    await append(store, game_id, line(0), deadline=None, final=final_of())
    ended = await room_of(store, game_id)
    nowhere = ended._replace(row=ended.row._replace(game_id=99))
    for unfit, version, refusal in (
        (ended, 1, WriteFault.GAME_ENDED),
        (nowhere, 0, WriteFault.NO_SUCH_GAME),
    ):
        with pytest.raises(WriteRefused) as caught:
            await store.games.save(*saving(unfit, line(version)))
        assert caught.value.refusal is refusal


async def test_the_line_that_closes_a_deal(store: Store) -> None:
    game_id = await new_game(store)
    for version in (0, 1):
        await append(store, game_id, line(version), deadline=9)
    await append(store, game_id, line(2, at=2222), deadline=9, closing=closing_of(0))
    found = await store.game_queries.load(game_id)
    assert found is not None
    assert (found.lines, found.carry, found.summary) == ((), "carry 0", "summary 0")

    await append(store, game_id, line(3, deal=1), deadline=9)
    found = await store.game_queries.load(game_id)
    assert found is not None
    assert [kept.version for kept in found.lines] == [3]

    await append(store, game_id, line(4, deal=1), deadline=9, closing=closing_of(1))
    await append(store, game_id, line(5, deal=2), deadline=9)
    found = await store.game_queries.load(game_id)
    assert found is not None
    assert ([kept.version for kept in found.lines], found.carry) == ([5], "carry 1")
    deals = await store.game_queries.deals(game_id)
    assert [(deal.deal, deal.last_version) for deal in deals] == [(0, 2), (1, 4)]
    assert deals[0].closed_at == 2222
    postings = await store.game_queries.postings(game_id)
    assert postings[1] == DealPosting(0, Posting("whists", 1, 0, 8, "whist", 2, 4))
    assert [(row.deal, row.posting.account) for row in postings[2:]] == [(1, "pool"), (1, "whists")]
    assert [kept.version for kept in await log_lines(store, game_id)] == list(range(6))


async def test_the_line_that_ends_a_game(store: Store) -> None:
    game_id = await new_game(store)
    await change(store, game_id, status=Status.PLAYING, started_at=1500)
    final = final_of(SeatScore(0, 1, None, 10, 1), SeatScore(1, None, "calm", -10, 2), robots=True)
    await append(store, game_id, line(0, at=2500), deadline=9, closing=closing_of(0), final=final)
    (game,) = await store.game_queries.games_of_guild(77)
    assert (game.status, game.started_at, game.ended_at) == (Status.OVER, 1500, 2500)
    assert game.deadline is None
    (past,) = await store.leaderboards.history(77, 10)
    assert (past.ended_at, past.scores, past.with_robots) == (2500, final.scores, True)


async def test_a_void_game_has_no_scores(store: Store) -> None:
    game_id = await new_game(store)
    final = GameResults("russian", "sochi", "2030-1", False)
    await append(store, game_id, line(0), deadline=None, final=final)
    (game,) = await store.game_queries.games_of_guild(77, [Status.VOID])
    assert game.game_id == game_id
    assert await store.leaderboards.history(77, 10) == ()


@pytest.mark.slow
async def test_many_writers_three_for_each_line(store: Store) -> None:
    games = [await new_game(store) for _ in range(200)]
    rooms = [await room_of(store, game_id) for game_id in games]
    attempts = [
        store.games.save(*saving(room, line(0, text=f"by {rival}"), deadline=1))
        for rival in range(3)
        for room in rooms
    ]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert outcomes.count(None) == 200
    assert sum(isinstance(outcome, StaleVersion) for outcome in outcomes) == 400
    assert [await version_of(store, game_id) for game_id in games] == [1] * 200


async def test_two_lines_of_one_game_in_one_batch(store: Store) -> None:
    game_id = await new_game(store)
    room = await room_of(store, game_id)
    await asyncio.gather(*(store.games.save(*saving(room, line(n))) for n in range(50)))
    assert await version_of(store, game_id) == 50


async def test_only_the_guilty_member_of_a_batch_fails(store: Store) -> None:
    games = [await new_game(store) for _ in range(20)]
    others = [await new_game(store, guild_id=78) for _ in range(20)]
    rooms = [await room_of(store, game_id) for game_id in games]
    writes = [
        store.games.save(*saving(room, line(0, by="nobody" if n == 7 else "1"), deadline=1))
        for n, room in enumerate(rooms)
    ]
    clocks = [change(store, game_id, clock=Clock.FAST) for game_id in others]
    nowhere = rooms[0]._replace(row=rooms[0].row._replace(game_id=999))
    seat = store.games.save(nowhere, nowhere._replace(sittings=seated(nowhere, 0, 1)))
    outcomes = await asyncio.gather(*writes, *clocks, seat, return_exceptions=True)
    assert isinstance(outcomes[7], StatementFault)
    assert isinstance(outcomes[-1], WriteRefused)
    assert sum(isinstance(outcome, Exception) for outcome in outcomes) == 2
    versions = [await version_of(store, game_id) for game_id in games]
    assert versions == [int(game_id != games[7]) for game_id in games]
    assert {game.clock for game in await store.game_queries.games_of_guild(78)} == {"fast"}


async def test_a_bad_posting_takes_its_line_with_it(store: Store) -> None:
    game_id = await new_game(store)
    good = closing_of(0)
    bad = replace(good, postings=(*good.postings, good.postings[0]._replace(seat=9)))
    with pytest.raises(StatementFault):
        await append(store, game_id, line(0), deadline=None, closing=bad)
    assert await version_of(store, game_id) == 0
    assert await store.game_queries.deals(game_id) == ()


@pytest.mark.slow
async def test_cancelled_callers_harm_nobody(store: Store) -> None:
    games = [await new_game(store) for _ in range(60)]
    rooms = [await room_of(store, game_id) for game_id in games]
    tasks = [asyncio.create_task(store.games.save(*saving(r, line(0), deadline=1))) for r in rooms]
    for turn, task in enumerate(tasks):
        if turn % 3 == 0:
            task.cancel()  # some before they began, some in the queue, some during the commit
        if turn % 20 == 10:
            await asyncio.sleep(0.001)
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(o, asyncio.CancelledError) for o in outcomes[::3] if o is not None)
    versions = [await version_of(store, game_id) for game_id in games]
    assert all(v for v, outcome in zip(versions, outcomes, strict=True) if outcome is None)
    assert outcomes.count(None) >= 40
    await append(store, games[1], line(1))


async def test_a_line_in_the_queue_is_written_though_its_caller_left(store: Store) -> None:
    game_id = await new_game(store)
    how = saving(await room_of(store, game_id), line(0))
    task = asyncio.create_task(store.games.save(*how))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.preferences.touch_alive(1)
    assert await version_of(store, game_id) == 1


async def test_other_callers_leave_too(store: Store) -> None:
    game_id = await new_game(store)
    room = await room_of(store, game_id)
    again = room.row._replace(clock=Clock.FAST, revision=room.row.revision + 1)
    nowhere = room._replace(row=room.row._replace(game_id=99))
    writes = (
        store.games.save(room, room._replace(row=again)),
        store.games.save(nowhere, nowhere._replace(sittings=seated(nowhere, 0, 1))),
        store.preferences.touch_alive(3),
    )
    tasks = [asyncio.create_task(write) for write in writes]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await append(store, game_id, line(0))
    assert await store.preferences.last_alive() == 3


@pytest.mark.slow
async def test_cancelled_readers_harm_nobody(store: Store) -> None:
    game_id = await new_game(store)
    for pause in range(30):
        task = asyncio.create_task(store.game_queries.load(game_id))
        await asyncio.sleep(pause / 50_000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await append(store, game_id, line(pause))
    assert await version_of(store, game_id) == 30


@on_file
async def test_nobody_reads_what_may_yet_be_rolled_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await new_game(store)
    how = saving(await room_of(store, game_id), line(0))
    entered, go_on = Event(), Event()
    whole = connection.execute

    def slow(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
        if sql == "COMMIT":
            entered.set()
            go_on.wait()
            raise sqlite3.OperationalError("as if the disk had said no")
        return whole(file, sql, values)

    monkeypatch.setattr(connection, "execute", slow)
    writing = asyncio.create_task(store.games.save(*how))
    await asyncio.to_thread(entered.wait)
    reading = asyncio.create_task(store.game_queries.load(game_id))
    await asyncio.sleep(0.02)
    assert not reading.done()
    go_on.set()
    with pytest.raises(StatementFault):
        await writing
    found = await reading
    assert found is not None
    assert found.game.version == 0


@on_file
async def test_a_line_takes_one_hop_and_so_does_a_note_or_both(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each hop waits for another thread, which waits for the work of the loop meanwhile."""
    games = [await new_game(store) for _ in range(2)]
    rooms = [await room_of(store, game_id) for game_id in games]
    hops, whole = list[object](), aiosqlite.Connection._execute

    async def counted(db: aiosqlite.Connection, *work: object) -> object:
        hops.append(work)
        return await whole(db, *work)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await store.games.save(*saving(rooms[0], line(0)))
    await store.games.set_painted(games[0], 1, 0)
    await asyncio.gather(
        store.games.save(*saving(rooms[1], line(0))), store.games.set_painted(games[0], 1, 1)
    )
    assert len(hops) == 3


@on_file
async def test_a_note_waits_for_the_next_change(store: Store) -> None:
    games = [await new_game(store) for _ in range(2)]
    store.games.note_painted(games[0], 0, 1)
    store.games.note_painted(games[0], 0, 2)  # the newest counts
    assert await painted_of(store, games[0]) == -1
    await append(store, games[1], line(0))
    assert await painted_of(store, games[0]) == 2


@on_file
async def test_only_a_note_that_has_waited_is_written_by_itself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a busy table the next change takes it along, and half of the commits would be notes."""
    games, own = [await new_game(store) for _ in range(2)], store.games._writer
    monkeypatch.setattr(writer, "_NOTE_SECONDS", 600)
    store.games.note_painted(games[0], 0, 1)
    own.look_at_notes()
    await append(store, games[1], line(0))
    store.games.note_painted(games[0], 0, 2)
    own.look_at_notes()
    await asyncio.sleep(0.05)
    assert await painted_of(store, games[0]) == 1
    own.look_at_notes()
    await store.games.set_place(games[1], 1, 1, "lobby")  # is written after the note
    assert await painted_of(store, games[0]) == 2


@on_file
async def test_what_the_last_line_stored_is_not_asked_for_unless_others_wrote(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = [await room_of(store, await new_game(store)) for _ in range(2)]
    asked, failing, whole = list[str](), list[str](), connection.execute

    def heard(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
        asked.append(sql)
        if sql in failing:
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        return whole(file, sql, values)

    monkeypatch.setattr(connection, "execute", heard)

    async def saved(which: int) -> int:
        """Save a line, and return how often what is stored was asked for."""
        asked.clear()
        before, after, entry = saving(rooms[which], line(rooms[which].row.version))
        await store.games.save(before, after, entry)
        rooms[which] = after
        return sum(sql.startswith("SELECT game_id, version,") for sql in asked)

    for which in (0, 1, 0, 1):
        await saved(which)
    assert [await saved(0), await saved(1)] == [0, 0]
    await change(store, rooms[1].row.game_id, deadline=5)
    rooms[1] = await room_of(store, rooms[1].row.game_id)
    assert [await saved(0), await saved(1), await saved(0)] == [0, 0, 0]
    await store.games.shift_deadlines(0, 1, 1)  # a change of many games
    assert [await saved(0), await saved(1), await saved(1)] == [1, 1, 0]
    with closing(sqlite3.connect(with_layout(tmp_path / "bot.db"))) as other, other:
        other.execute("UPDATE game SET version = 9 WHERE game_id = ?", (rooms[1].row.game_id,))
    assert await saved(0) == 1
    with pytest.raises(StaleVersion):
        await saved(1)
    assert [await saved(0), await saved(0)] == [1, 0]
    failing.append("COMMIT")
    with pytest.raises(StorageTrouble):
        await saved(0)
    failing.clear()
    assert await saved(0) == 1  # it is not known what a failure has left


@on_file
async def test_the_newest_note_of_a_game_is_written_last(store: Store) -> None:
    """The time of an earlier one has come, but the writer has not taken it."""
    game_id = await new_game(store)
    store.games.note_painted(game_id, 0, 1)
    store.games._writer.write_notes()
    store.games.note_painted(game_id, 0, 2)
    await store.games.set_place(game_id, 1, 1, "lobby")
    assert await painted_of(store, game_id) == 2


@on_file
async def test_a_wish_to_draw_again_is_newer_than_an_earlier_note(store: Store) -> None:
    game_id = await new_game(store)
    store.games.note_painted(game_id, 0, 1)
    await store.games.set_painted(game_id, -1, -1)
    await store.games.set_place(game_id, 1, 1, "lobby")
    assert await painted_of(store, game_id) == -1


@on_file
async def test_a_note_is_written_soon_and_by_the_end(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await new_game(store)
    monkeypatch.setattr(writer, "_NOTE_SECONDS", 0)
    store.games.note_painted(game_id, 0, 1)
    for _ in range(400):
        if await painted_of(store, game_id) == 1:
            break
        await asyncio.sleep(0.005)
    monkeypatch.setattr(writer, "_NOTE_SECONDS", 60)
    store.games.note_painted(game_id, 0, 2)
    await store.close()
    async with Store.session(with_layout(tmp_path / "bot.db"), now=1) as again:
        assert await painted_of(again, game_id) == 2


@on_file
async def test_a_lock_beside_a_guilty_member_is_told_and_ends_no_writer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two changes share a commit; one cannot be written, so each is tried alone."""
    guilty, good = [await room_of(store, await new_game(store)) for _ in range(2)]
    begun, whole = 0, connection.execute

    def busy(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
        nonlocal begun
        begun += sql.startswith("BEGIN")
        if begun == 3:
            locked = sqlite3.OperationalError("database is locked")
            locked.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise locked
        return whole(file, sql, values)

    monkeypatch.setattr(connection, "execute", busy)
    told = await asyncio.gather(
        store.games.save(*saving(guilty, line(0, by="nobody"))),
        store.games.save(*saving(good, line(0))),
        return_exceptions=True,
    )
    assert isinstance(told[0], StatementFault)
    assert isinstance(told[1], StorageTrouble)
    await store.games.save(*saving(good, line(0)))
    assert await version_of(store, good.row.game_id) == 1


@on_file
@pytest.mark.usefixtures("tmp_path")  # a new file: one that was used before has free pages
async def test_a_full_disk_is_told_and_then_over(store: Store) -> None:
    games = [await new_game(store) for _ in range(5)]
    ((pages,),) = await store.game_queries._rows("PRAGMA page_count")
    await store.game_queries._rows(f"PRAGMA max_page_count = {pages}")
    rooms = [await room_of(store, game_id) for game_id in games]
    big = [store.games.save(*saving(room, line(0, text="x" * 9000))) for room in rooms]
    outcomes = await asyncio.gather(*big, return_exceptions=True)
    troubles = [o.trouble for o in outcomes if isinstance(o, StorageTrouble)]
    assert troubles == [Trouble.FULL] * 5
    assert "free some space" in str(outcomes[0])
    assert await version_of(store, games[0]) == 0
    await store.game_queries._rows("PRAGMA max_page_count = 1000000")
    await append(store, games[0], line(0, text="x" * 9000))
    assert await version_of(store, games[0]) == 1


@contextmanager
def lock_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Let another program lock the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


@on_file
@pytest.mark.slow
async def test_a_locked_file_is_told_once_for_all_and_then_over(
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One after another they would take a minute."""
    rooms = [await room_of(store, await new_game(store)) for _ in range(30)]
    now = 1000.0
    monkeypatch.setattr(writer, "perf_counter", lambda: now)
    with lock_file(tmp_path / "bot.db"):
        saves = [store.games.save(*saving(room, line(0))) for room in rooms]
        writes = [asyncio.create_task(save) for save in saves]
        await asyncio.sleep(0)  # now all of them wait
        now += writer.WRITE_TIMEOUT
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
    told = [text for text in caplog.messages if "not saved" in text]
    assert [text.partition(":")[0] for text in told] == ["30 changes were not saved"]
    troubles = [o.trouble for o in outcomes if isinstance(o, StorageTrouble)]
    assert troubles == [Trouble.LOCKED] * 30
    await asyncio.gather(*(store.games.save(*saving(room, line(0))) for room in rooms))
    assert look(tmp_path / "bot.db", "SELECT count(*) FROM line") == [(30,)]


def test_all_writes_of_a_request_share_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A late write does not wait anew; that of a task that outlived the request does."""
    now = 1000.0
    monkeypatch.setattr(writer, "perf_counter", lambda: now)
    with request_deadline():
        until = writer.current_deadline()
        assert until == now + writer.WRITE_TIMEOUT
        now += writer.WRITE_TIMEOUT * 1.5
        assert writer.current_deadline() == until
        now += writer.WRITE_TIMEOUT
        assert writer.current_deadline() == now + writer.WRITE_TIMEOUT


@on_file
@pytest.mark.slow
async def test_who_comes_while_a_file_is_held_waits_for_nobody_elses_time(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each gives up at their own deadline, for all they write; reads go on meanwhile."""
    rooms = [await room_of(store, await new_game(store)) for _ in range(6)]
    now = 1000.0
    monkeypatch.setattr(writer, "perf_counter", lambda: now)
    given_up: list[int] = []

    async def clicked(room: TableSnapshot, has_begun: asyncio.Event) -> None:
        with request_deadline():
            has_begun.set()
            for _ in range(2):  # like a caller that waits for the table before the file
                with pytest.raises(StorageTrouble):
                    await store.games.save(*saving(room, line(0)))
                given_up.append(room.row.game_id)
            assert (await store.preferences.person(1)).locale is None

    with lock_file(tmp_path / "bot.db"):
        clicks = list[asyncio.Task[None]]()
        for room in rooms:
            has_begun = asyncio.Event()
            clicks.append(asyncio.create_task(clicked(room, has_begun)))
            await has_begun.wait()
            now += 0.25
        now = 1000.0 + writer.WRITE_TIMEOUT
        for number, click in enumerate(clicks, start=1):
            await asyncio.wait_for(click, 60)
            assert given_up == [room.row.game_id for room in rooms[:number] for _ in range(2)]
            now += 0.25


@on_file
async def test_a_file_that_is_let_go_in_time_keeps_what_waited(
    store: Store, tmp_path: Path
) -> None:
    room = await room_of(store, await new_game(store))
    with lock_file(tmp_path / "bot.db") as other:
        writing = asyncio.create_task(store.games.save(*saving(room, line(0))))
        await asyncio.sleep(0.5)
        assert not writing.done()
        other.execute("ROLLBACK")
        await writing
    assert await version_of(store, room.row.game_id) == 1


@pytest.mark.slow
async def test_two_hundred_tables_at_once_share_commits(tmp_path: Path) -> None:
    commits = 0

    @contextmanager
    def watch() -> Iterator[None]:
        nonlocal commits
        commits += 1
        yield

    async with Store.session(with_layout(tmp_path / "bot.db"), 1, watch) as store:
        rooms = [await room_of(store, await new_game(store)) for _ in range(200)]
        commits = 0
        for version in range(5):
            await asyncio.gather(
                *(store.games.save(*saving(room, line(version))) for room in rooms)
            )
    assert commits <= 2 * 5
