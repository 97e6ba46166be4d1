"""A dump made as docs/fleet.md says restores the same database into an empty one."""

import asyncio

import asyncpg
import pytest

from bot.fleet.leases import hold_lease
from bot.model.enums import ALL_SHARDS
from bot.store import Store
from bot.store.admin.transfer import TABLES_IN_ORDER
from tests.store.making import finish, new_game
from tests.support import postgres

pytestmark = pytest.mark.process

_WHAT = ("--schema=preferans*", "--no-unlogged-table-data", "--format=custom")


async def rows_of(url: str) -> dict[str, list[str]]:
    db = await asyncpg.connect(url)
    try:
        return {
            table: sorted(
                str(row)
                for row in await db.fetch(f"SELECT * FROM preferans.{table}")  # noqa: S608
            )
            for table in TABLES_IN_ORDER
        }
    finally:
        await db.close()


async def test_a_dump_is_put_back(url: str) -> None:
    """A dump of a fleet too, whose triggers are among its tables; a process may have it open."""
    async with hold_lease(url, ALL_SHARDS) as lease, postgres.database() as empty:
        store = await Store.connect(lease.database_url)
        await lease.listen(lambda *_: None)
        for number in range(5):
            await finish(store, (number + 1, 10, 1), (number + 2, -10, 2), at=2000 + number)
        await new_game(store)
        # in a thread: a lease whose loop stands for eight seconds is lost
        dump = await asyncio.to_thread(postgres.run, "pg_dump", *_WHAT, url)
        await store.close()
        into = ("--exit-on-error", f"--dbname={empty}")
        await asyncio.to_thread(postgres.run, "pg_restore", *into, told=dump)
        assert await rows_of(empty) == await rows_of(url)
        db = await asyncpg.connect(empty)
        assert await db.fetchval("SELECT count(*) FROM preferans_fleet.holder") == 0
        await db.close()
        again = await Store.connect(empty)
        games = await again.game_queries.game_ids()
        assert [await again.game_queries.faults(game_id) for game_id in games] == [()] * 6
        await again.close()
