"""A store that is used again is as empty as a new one; a file that may not be is used no more."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from bot.store.sqlite.lock_file import lock_database_file
from tests.store.making import new_game
from tests.support.reused_stores import ReusedStores
from tests.support.stored import driver_of


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of every table."""
    with closing(sqlite3.connect(path)) as db:
        tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}  # noqa: S608


async def test_the_next_test_finds_nothing_of_the_last(reused_stores: ReusedStores) -> None:
    async with reused_stores.empty_store(now=1) as (path, store):
        before = rows_of(path)
        game_id = await new_game(store)
        await driver_of(store.games).execute("INSERT INTO setting (key, value) VALUES ('a', 'b')")
        store.privacy._on_erased(11)
        changed = {name for name, rows in rows_of(path).items() if rows != before[name]}
        assert changed == {"game", "guild", "setting", "shuffle"}
    async with reused_stores.empty_store(now=1) as (again, store):
        assert (again, rows_of(again)) == (path, before)
        assert not path.with_name(f"{path.name}.erased").exists()
        assert await new_game(store) == game_id


async def test_a_file_that_others_have_changed_is_closed(reused_stores: ReusedStores) -> None:
    async with reused_stores.empty_store(now=1) as (path, _):
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("INSERT INTO setting (key, value) VALUES ('a', 'b')")
    async with reused_stores.empty_store(now=1) as (other, _):
        assert other != path
    with lock_database_file(path):
        pass


async def test_a_store_that_the_test_closes_can_be_opened_anew(reused_stores: ReusedStores) -> None:
    async with reused_stores.empty_store(now=1) as (path, store):
        game_id = await new_game(store)
        await store.close()
        async with Store.session(path, now=2) as again:
            assert await again.game_queries.load(game_id) is not None
    async with reused_stores.empty_store(now=1) as (other, _):
        assert other != path
