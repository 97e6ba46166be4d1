"""One process at a time has the lease of a shard and knows it; after losing it, it does nothing."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from pydantic import SecretStr

from bot.cli.doctor import Severity, check_shards
from bot.config.settings import Settings
from bot.fleet import leases
from bot.fleet.coordinator import ChangedRecord, LeaseLost, SingleProcess
from bot.fleet.leases import Lease, hold_lease
from bot.fleet.schema import (
    DATABASE_ERRORS,
    boot_time,
    list_holders,
    with_application_name,
)
from bot.model.enums import RateLimit, ShardRange
from tests.conftest import Errors
from tests.support.postgres import order, server

pytestmark = pytest.mark.process

LOW, HIGH, ALL = ShardRange(0, 1, 4), ShardRange(2, 3, 4), ShardRange(0, 3, 4)
_PATIENCE = 60.0  # seconds in which a standby takes over, also on a busy machine

CHILD = """
import asyncio, sys
from bot.fleet.leases import hold_lease
from bot.model.enums import ShardRange
async def main():
    async with hold_lease(sys.argv[1], ShardRange(0, 1, 4)) as lease:
        print("held", flush=True)
        await lease.wait_until_lost()
        print("parted", lease.may_act(), flush=True)
asyncio.run(main())
"""


@asynccontextmanager
async def elsewhere(url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Another process, which holds the low shards."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, url, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    assert await child.stdout.readline() == b"held\n"
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def waits(url: str, owned: ShardRange) -> asyncio.Task[float]:
    """Stand by; return the seconds until the shards were acquired."""
    began = time.monotonic()

    async def have() -> float:
        async with hold_lease(url, owned):
            return time.monotonic() - began

    task = asyncio.create_task(have())
    await asyncio.sleep(1.2)
    assert not task.done()
    return task


@pytest.fixture
def nobody_counts_as_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let silence end no lease, so that only what a test does can end one."""
    monkeypatch.setattr(leases, "_SELECT_DEAD", f"{leases._SELECT_DEAD} AND false")


@pytest.mark.usefixtures("nobody_counts_as_dead")
async def test_a_second_process_waits_for_the_same_shards(url: str) -> None:
    async with hold_lease(url, LOW) as lease:
        assert lease.may_act()
        waiting = await waits(url, LOW)
        assert [(one.name, one.owned) for one in await list_holders(url)] == [(lease.name, LOW)]
    assert not lease.may_act()
    await asyncio.wait_for(waiting, _PATIENCE)
    assert await list_holders(url) == ()


async def test_others_have_other_shards_meanwhile(url: str) -> None:
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        assert [one.owned for one in await list_holders(url)] == [LOW, HIGH]
        assert low.may_act()
        assert high.may_act()


@pytest.mark.parametrize(
    "wish", [ALL, ShardRange(1, 2, 4), ShardRange(0, 0, 1), ShardRange(9, 9, 10)]
)
async def test_all_or_nothing_is_taken(url: str, wish: ShardRange) -> None:
    """Refused if half is free, or if shards are counted otherwise and overlap in their servers."""
    async with hold_lease(url, LOW):
        waiting = await waits(url, wish)
        async with hold_lease(url, HIGH):
            pass  # a process that waits for more keeps none of it
    await asyncio.wait_for(waiting, _PATIENCE)


@pytest.mark.usefixtures("nobody_counts_as_dead")
async def test_who_is_killed_is_replaced(url: str) -> None:
    async with elsewhere(url) as other:
        waiting = await waits(url, LOW)
        other.kill()
        await asyncio.wait_for(waiting, _PATIENCE)


@pytest.mark.slow
async def test_a_hanging_process_is_replaced_and_stays_idle(url: str) -> None:
    """Its connection stays open: only its silence reveals it."""
    async with elsewhere(url) as other:
        waiting = await waits(url, LOW)
        other.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        await asyncio.wait_for(waiting, _PATIENCE)
        assert time.monotonic() - began > 5
        other.send_signal(signal.SIGCONT)
        assert other.stdout is not None
        assert await asyncio.wait_for(other.stdout.readline(), _PATIENCE) == b"parted False\n"


async def cut(url: str, lease: Lease) -> None:
    """Let the server end the connection that holds the lease."""
    db = await asyncpg.connect(url)
    await db.fetch(leases._TERMINATE_CONNECTIONS, lease.name)
    await db.close()


async def test_a_connection_that_is_ended_ends_the_lease_at_once(
    url: str, logged_errors: Errors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No heartbeat has to fail first."""
    monkeypatch.setattr(leases, "_HEARTBEAT_INTERVAL", 3600.0)
    monkeypatch.setattr(leases, "_TRUST_SECONDS", 3600.0)
    logged_errors.expect("no longer this process's")
    async with hold_lease(url, LOW) as lease:
        await cut(url, lease)
        await asyncio.wait_for(lease.wait_until_lost(), _PATIENCE)
        assert not lease.may_act()


async def test_who_is_expelled_can_write_nothing_more(url: str) -> None:
    """A write that was under way when its process hung must not arrive afterwards."""
    async with elsewhere(url):
        (other,) = await list_holders(url)
        await order("CREATE TABLE written (n int)", url=url)
        theirs = await asyncpg.connect(with_application_name(url, other.name))
        await theirs.execute("BEGIN; INSERT INTO written VALUES (1)")
        mine = await asyncpg.connect(url)
        await leases._expel(mine, other.name)
        with pytest.raises(DATABASE_ERRORS):
            await theirs.execute("COMMIT")
        assert await mine.fetchval("SELECT count(*) FROM written") == 0
        await mine.close()


async def test_a_lease_is_trusted_for_a_shorter_time_than_others_trust_it() -> None:
    assert leases._HEARTBEAT_INTERVAL < leases._TRUST_SECONDS < leases._DEAD_AFTER_SECONDS


async def test_one_at_a_time_does_what_is_done_once(url: str) -> None:
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        async with low.exclusively("commands") as mine, high.exclusively("commands") as theirs:
            assert (mine, theirs) == (True, False)
            async with high.exclusively("tiles") as other:
                assert other
        async with high.exclusively("commands") as after:
            assert after
    async with SingleProcess().exclusively("commands") as alone:
        assert alone


async def test_lost_shards_are_not_identified(url: str, logged_errors: Errors) -> None:
    logged_errors.expect("no longer this process's")
    async with hold_lease(url, LOW) as lease:
        await cut(url, lease)
        with pytest.raises(LeaseLost):
            await lease.wait_to_connect(0, initial=True)
        with pytest.raises(LeaseLost):
            await lease.wait_to_identify(0)


async def test_changes_are_heard_by_the_others(url: str) -> None:
    """Every process hears the changes of all others, and not its own."""
    await order(
        "CREATE SCHEMA preferans",
        "CREATE TABLE preferans.person (user_id bigint PRIMARY KEY, locale text)",
        "CREATE TABLE preferans.guild (guild_id bigint PRIMARY KEY)",
        url=url,
    )
    heard: dict[str, list[tuple[ChangedRecord, int]]] = {"low": [], "high": []}
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        await low.listen(lambda *said: heard["low"].append(said))
        await high.listen(lambda *said: heard["high"].append(said))
        db = await asyncpg.connect(low.database_url)
        await db.execute("INSERT INTO preferans.person VALUES (5, 'ru')")
        await db.execute("DELETE FROM preferans.person")
        await db.execute("INSERT INTO preferans.guild VALUES (7)")
        await db.close()
        db = await asyncpg.connect(high.database_url)
        await db.execute("INSERT INTO preferans.guild VALUES (8)")
        await db.close()
        async with asyncio.timeout(_PATIENCE):
            while not heard["low"] or len(heard["high"]) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert heard == {  # in the order of the commits: its own ones would come before
        "low": [(ChangedRecord.GUILD, 8)],
        "high": [(ChangedRecord.PERSON, 5), (ChangedRecord.PERSON, 5), (ChangedRecord.GUILD, 7)],
    }


async def test_processes_count_together_how_often_somebody_asks(url: str) -> None:
    often = RateLimit(3, 60)
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        for lease, now in ((low, 100), (high, 110), (low, 120)):
            assert await lease.spend_quota("tables", 7, often, now) == now
        for lease in (low, high):
            assert await lease.spend_quota("tables", 7, often, 130) == 160
        assert await high.spend_quota("questions", 7, often, 130) == 130
        assert await high.spend_quota("tables", 8, often, 130) == 130
        assert await high.spend_quota("tables", 7, often, 160) == 160
        assert await low.spend_quota("tables", 7, often, 160) == 170
        await low.spend_quota("tables", 9, often, 1000)
        db = await asyncpg.connect(url)
        assert await db.fetchval("SELECT array_agg(who) FROM preferans_fleet.asked") == [9]
        await db.close()


async def test_the_last_time_is_granted_once(url: str) -> None:
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        for who in range(20):
            asking = (
                lease.spend_quota("tables", who, RateLimit(1, 60), 100) for lease in (low, high)
            )
            assert set(await asyncio.gather(*asking)) == {100, 160}


async def test_without_the_database_nobody_else_counts(url: str, logged_errors: Errors) -> None:
    logged_errors.expect("no longer this process's")
    async with hold_lease(url, LOW) as lease:
        await cut(url, lease)
        await lease.wait_until_lost()
        assert await lease.spend_quota("tables", 7, RateLimit(3, 60), 100) is None


async def test_the_log_hears_once_that_the_database_is_away_and_once_that_it_is_back(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once at each change and now and then in between: the database may be away for days."""
    monkeypatch.setattr(leases, "_OUTAGE_RETRY_SECONDS", 0.05)
    monkeypatch.setattr(leases, "_LOG_INTERVAL", 0.4)

    def said() -> list[str]:
        return [one.getMessage() for one in caplog.records if "the database" in one.getMessage()]

    server().stop()
    try:
        waiting = asyncio.create_task(leases.acquire_shards(url, "preferans test", LOW))
        began = time.monotonic()
        async with asyncio.timeout(_PATIENCE):
            while len(said()) < 4:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert time.monotonic() - began > 2.5  # of dozens of attempts
        stands = boot_time()  # or a slow server is back after the next one
        monkeypatch.setattr(leases, "boot_time", lambda: stands)
    finally:
        server().start()
    await leases.close_connection((await asyncio.wait_for(waiting, _PATIENCE)).db)
    assert [one.partition(":")[0].partition(",")[0] for one in said()] == [
        *["the database cannot be reached"] * 4,  # at 0, 0.4, 1.2 and 2.8 s
        "the database is reached again",
    ]


async def test_who_stops_waiting_leaves_nothing(url: str) -> None:
    async with hold_lease(url, LOW) as lease:
        waiting = await waits(url, LOW)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert isinstance(lease, Lease)
    async with hold_lease(url, LOW):
        pass


async def test_the_doctor_says_who_holds_what(url: str) -> None:
    def asked(said: str | None, address: str = url) -> Settings:
        return Settings(database_url=SecretStr(address), shards=said)

    assert "All of them" in (await check_shards(Settings())).message
    assert (await check_shards(Settings(shards="0-1/4"))).severity is Severity.FAIL
    assert "0-1/4 are free. Held: none" in (await check_shards(asked("0-1/4"))).message
    async with hold_lease(url, LOW):
        assert "would stand by. Held: 0-1/4" in (await check_shards(asked("1/4"))).message
        assert "2-3/4 are free. Held: 0-1/4" in (await check_shards(asked("2-3/4"))).message
        assert (await check_shards(asked("2-3/8"))).severity is Severity.WARN
    away = "postgresql://bot:hunter2@127.0.0.1:1/games"
    assert "does not answer" in (await check_shards(asked(None, away))).message
    assert "hunter2" not in (await check_shards(asked(None, away))).message
