"""One connection to PostgreSQL: values, faults, and the loss of the connection."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

import asyncpg
import pytest

from bot.config.database_url import DatabaseUrl
from bot.store import writer
from bot.store.database import Row
from bot.store.errors import StatementFault, StorageTrouble, Trouble
from bot.store.postgres import connection, reconnecting
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.startup import open_reader, open_writer, short_session
from tests.support import postgres

pytestmark = pytest.mark.process

END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'preferans'"
SET = "INSERT INTO setting (key, value) VALUES (?, ?)"
HELD_BACK = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
PATIENCE = 30.0  # seconds that a busy machine may need to reconnect
ALL = "SELECT value FROM setting WHERE key NOT IN ('identity', 'layout') ORDER BY key"


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Silence the log of lost connections, which these tests intend."""
    caplog.set_level(logging.CRITICAL, "bot.store.postgres.reconnecting")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let callers wait for as long as a busy machine needs to reconnect."""
    monkeypatch.setattr(reconnecting, "RECONNECT_GRACE", PATIENCE)
    monkeypatch.setattr(writer, "WRITE_TIMEOUT", PATIENCE)
    for name in ("_BEGIN_TIMEOUT", "_COMMIT_TIMEOUT", "_OUTCOME_TIMEOUT"):
        monkeypatch.setattr(connection, name, PATIENCE)


async def values_of(db: PostgresDatabase) -> list[str]:
    return [str(row[0]) for row in await db.fetch(ALL)]


async def written(db: PostgresDatabase, *rows: tuple[str, str]) -> None:
    await db.begin()
    await db.execute_many(SET, rows)
    await db.commit()


async def settled(db: PostgresDatabase) -> list[Row]:
    """Return all stored numbers, once the connection is back.

    A busy machine may need longer for a reconnection than the bot lets a caller wait.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await db.fetch(ALL)
            except StorageTrouble:
                await asyncio.sleep(0.05)


async def test_values_go_in_and_come_out_as_they_do_with_a_file(db: PostgresDatabase) -> None:
    asked = (
        "SELECT CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BYTEA), CAST(?1 AS BIGINT) IS NULL"
    )
    (row,) = await db.fetch(asked, (2**63 - 1, "ж'?", b"\0\xff"))
    assert tuple(row) == (2**63 - 1, "ж'?", b"\0\xff", False)
    assert row[1:3] == ("ж'?", b"\0\xff")
    ((total, mean),) = await db.fetch(
        "SELECT sum(CAST(value AS BIGINT)), avg(CAST(value AS BIGINT))"
        " FROM json_array_elements_text('[1, 2]') AS each (value)"
    )
    assert (total, type(total), mean) == (3, int, 1.5)


async def test_a_fault_of_a_statement_says_nothing_of_a_row(db: PostgresDatabase) -> None:
    await written(db, ("a", "deck AS KS"))
    for sql, values in (
        (SET, ("a", "deck AS KS")),
        (SET, ("b", 5)),
        (SET, ("b", None)),
        ("SELECT CAST(value AS JSON) FROM setting", ()),
        ("UPDATE setting SET seal = CAST(value AS BIGINT)", ()),
    ):
        with pytest.raises(StatementFault) as fault:
            await db.fetch(sql, values)
        assert "deck" not in str(fault.value)
        assert fault.value.__suppress_context__
    assert await values_of(db) == ["deck AS KS"]


async def test_a_snapshot_stands_still_and_survives_a_fault(url: str, db: PostgresDatabase) -> None:
    other = await open_writer(DatabaseUrl(url))
    async with db.snapshot():
        assert await values_of(db) == []
        await written(other, ("a", "1"))
        assert await values_of(db) == []
        with pytest.raises(StatementFault):
            await db.fetch("SELECT 1 / 0")
        assert await values_of(db) == ["1"]
        await db.fetch(SET, ("b", "2"))
    assert not db.in_transaction
    assert await values_of(other) == ["1", "2"]
    await other.close()


async def test_a_snapshot_does_not_change_what_somebody_else_has(
    url: str, db: PostgresDatabase
) -> None:
    other = await open_writer(DatabaseUrl(url))
    await written(other, ("a", "1"))
    async with db.snapshot():
        await values_of(db)
        await other.fetch("UPDATE setting SET value = '2'")
        with pytest.raises(StorageTrouble) as told:
            await db.fetch("UPDATE setting SET value = '3'")
    assert told.value.trouble is Trouble.LOCKED
    assert await values_of(db) == ["2"]
    await other.close()


async def test_a_lock_of_somebody_else_is_told_at_once(url: str, db: PostgresDatabase) -> None:
    await written(db, ("a", "1"))
    async with short_session(DatabaseUrl(url)) as session, session.transaction():
        await session.execute("UPDATE setting SET value = '2'")
        since = perf_counter()
        await db.begin()
        with pytest.raises(StorageTrouble) as told:
            await db.fetch("UPDATE setting SET value = '3'")
        assert told.value.trouble is Trouble.LOCKED
        assert perf_counter() - since < 10  # not until the other one is done
        await db.rollback()


async def test_who_asks_about_the_past_cannot_write(url: str) -> None:
    aside = await open_reader(DatabaseUrl(url))
    with pytest.raises(StorageTrouble) as told:
        await aside.fetch(SET, ("a", "1"))
    assert told.value.trouble is Trouble.READ_ONLY
    await aside.close()


async def test_who_gives_back_room_is_patient_for_that_time_alone(db: PostgresDatabase) -> None:
    ((before,),) = await db.fetch("SELECT current_setting('statement_timeout')")
    await db.shrink()
    assert await db.fetch("SELECT current_setting('statement_timeout')") == [(before,)]
    assert before != "0"


async def test_a_caller_who_goes_away_leaves_the_line_as_it_was(db: PostgresDatabase) -> None:
    task = asyncio.create_task(db.fetch("SELECT pg_sleep(5)"))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await db.fetch("SELECT 1") == [(1,)]


@pytest.mark.usefixtures("patient")
async def test_a_server_that_starts_again_is_waited_for(db: PostgresDatabase) -> None:
    heard: list[str] = []
    db.sessions.on_reconnect.append(lambda: heard.append("back"))
    await written(db, ("a", "1"))
    postgres.server().stop()
    postgres.server().start()
    await written(db, ("b", "2"))
    assert await values_of(db) == ["1", "2"]
    assert heard == ["back"]


async def test_while_the_server_is_away_that_is_told(db: PostgresDatabase) -> None:
    postgres.server().stop()
    try:
        since = perf_counter()
        for _ in range(3):
            with pytest.raises(StorageTrouble) as told:
                await db.begin()
            assert told.value.trouble is Trouble.UNREACHABLE
        assert perf_counter() - since < 20  # nobody is made to wait for the server
    finally:
        postgres.server().start()
    await settled(db)
    await written(db, ("a", "1"))
    assert await values_of(db) == ["1"]


async def test_a_transaction_ends_with_its_session(db: PostgresDatabase) -> None:
    await db.begin()
    await db.fetch(SET, ("a", "1"))
    await postgres.order(END)
    with pytest.raises(StorageTrouble) as told:
        await db.fetch(SET, ("b", "2"))
    assert told.value.trouble is Trouble.UNREACHABLE
    assert db.in_transaction
    with pytest.raises(StorageTrouble):
        await db.commit()
    await db.rollback()
    assert await settled(db) == []


async def attempt(db: PostgresDatabase, number: int, wait: float) -> Trouble | None:
    """Write a number while the session is being ended; return what the writer is told."""
    await db.begin()
    await db.fetch(SET, (f"{number:03}", str(number)))
    ending = asyncio.create_task(postgres.order(END))
    await asyncio.sleep(wait)
    try:
        await db.commit()
    except StorageTrouble as told:
        return told.trouble
    finally:
        if db.in_transaction:
            await db.rollback()
        await ending
    return None


@pytest.mark.usefixtures("patient")
async def test_what_is_told_of_a_commit_is_true(db: PostgresDatabase) -> None:
    """Before the session ends and after it, by waits of up to twice the time of that order."""
    chance = random.Random(17)
    began = perf_counter()
    await postgres.order("SELECT 1")
    most, told = 2 * (perf_counter() - began), {}
    for number in range(40):
        await settled(db)
        told[str(number)] = await attempt(db, number, chance.uniform(0, most))
    kept = {row[0] for row in await settled(db)}
    assert kept == {number for number, trouble in told.items() if trouble is None}
    assert set(told.values()) == {None, Trouble.UNREACHABLE}


@asynccontextmanager
async def no_commit_answered() -> AsyncIterator[None]:
    """Let the server wait for a second one, which is absent, before it confirms a commit."""
    reload = "SELECT pg_reload_conf()"
    await postgres.order("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", reload)
    try:
        yield
    finally:
        await postgres.order("ALTER SYSTEM RESET synchronous_standby_names", reload)


async def committing(db: PostgresDatabase) -> asyncio.Task[None]:
    """Return once the server has committed and not confirmed.

    The setting holds no commit back before a process of the server has read it, so what was
    confirmed is written once more.
    """
    watch = await asyncpg.connect(postgres.server().url("postgres"))
    try:
        for _ in range(1000):
            await db.begin()
            await db.fetch("DELETE FROM setting WHERE key = 'a'")
            await db.fetch(SET, ("a", "1"))
            task = asyncio.create_task(db.commit())
            while not task.done():
                if await watch.fetchval(HELD_BACK):
                    return task
                await asyncio.sleep(0.001)
            await task
    finally:
        await watch.close()
    raise AssertionError("the server holds no commit back")


async def test_a_commit_nobody_can_ask_about_is_doubtful(db: PostgresDatabase) -> None:
    async with no_commit_answered():
        task = await committing(db)
        postgres.server().stop()
        try:
            with pytest.raises(StorageTrouble) as told:
                await task
            assert told.value.trouble is Trouble.DOUBTFUL
        finally:
            postgres.server().start()
    assert await settled(db) == [("1",)]


@pytest.mark.usefixtures("patient")
async def test_a_commit_whose_answer_is_lost_is_found(db: PostgresDatabase) -> None:
    async with no_commit_answered():
        task = await committing(db)
        postgres.server().stop()
        postgres.server().start()
        await task
        assert await settled(db) == [("1",)]
