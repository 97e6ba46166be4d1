"""A process that has lost its shards stores and sends nothing from that moment on."""

from contextlib import nullcontext

import aiohttp
import asyncpg
import pytest

from bot.app.fleet_member import _is_temporary, guard_commits
from bot.app.overrides import BotOverrides
from bot.fleet import leases
from bot.fleet.leases import hold_lease
from bot.model.enums import ShardRange
from bot.store import FileFault, StorageTrouble, Store, StoreError, Trouble
from tests.conftest import Errors

pytestmark = pytest.mark.process


async def test_nothing_is_done_without_the_lease(url: str, logged_errors: Errors) -> None:
    logged_errors.expect("no longer this process's")
    async with hold_lease(url, ShardRange(0, 0, 2)) as lease:
        store = await Store.connect(lease.database_url, guard_commits(lease, nullcontext))
        trace = BotOverrides(fleet=lease).client_options(counted=False)["http_trace"]
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            await store.preferences.set_bot_fact("said", "before")
            with pytest.raises(aiohttp.ClientConnectorError):  # sent: nobody listens there
                await session.get("http://127.0.0.1:1/")
            db = await asyncpg.connect(url)
            await db.fetch(leases._TERMINATE_CONNECTIONS, lease.name)
            await lease.wait_until_lost()
            with pytest.raises(StorageTrouble) as trouble:
                await store.preferences.set_bot_fact("said", "after")
            assert trouble.value.trouble is Trouble.CLOSED
            with pytest.raises(aiohttp.ClientConnectionError, match="another process"):
                await session.get("http://127.0.0.1:1/")
            sql = "SELECT value FROM preferans.setting WHERE key = 'said'"
            assert await db.fetchval(sql) == "before"
            await db.close()
        await store.close()


@pytest.mark.parametrize(
    ("trouble", "passes"),
    [
        (StoreError(FileFault.UNREACHABLE, path="postgresql://x", detail="y"), True),
        (StoreError(FileFault.NEWER_FILE, path="postgresql://x", found=2, known=1), False),
        (StorageTrouble(Trouble.UNREACHABLE), True),
        (TimeoutError(), True),
        (asyncpg.LockNotAvailableError(), True),
        (asyncpg.InternalClientError(), True),
        (asyncpg.InsufficientPrivilegeError(), False),
        (aiohttp.ClientConnectionError(), False),
    ],
)
def test_what_may_pass_does_not_end_a_process_of_a_fleet(trouble: Exception, passes: bool) -> None:
    """The process stands by again; only the host can mend the rest."""
    assert _is_temporary(trouble) is passes


async def test_the_store_bears_the_name_of_the_lease(url: str) -> None:
    """Expelling a process ends its writes too; and news do not change the schema."""
    async with hold_lease(url, ShardRange(0, 0, 2)) as lease:
        for _ in range(2):
            store = await Store.connect(lease.database_url, nullcontext)
            await lease.listen(lambda *_: None)
            db = await asyncpg.connect(url)
            counted = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
            assert await db.fetchval(counted, lease.name) == 3
            await db.close()
            await store.close()
