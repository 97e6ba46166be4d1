"""Both dialects have the same tables; a schema is made once, and only a known one is opened."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.config.database_url import DatabaseUrl
from bot.store.errors import FileFault, StoreError
from bot.store.migrations import Migration
from bot.store.postgres.migration import migrate_server, migration_lock, server_migrations
from bot.store.postgres.session import NO_TIMEOUTS, Session, open_session
from bot.store.postgres.startup import migrate_to_newest, open_writer, short_session
from bot.store.sqlite.migration import file_migrations as of_files
from tests.support import postgres
from tests.support.stored import with_layout

pytestmark = pytest.mark.process

_OWN = {"layout", "written"}  # tables that only PostgreSQL needs
_KIND = {"bigint": "INTEGER", "smallint": "INTEGER", "text": "TEXT", "bytea": "BLOB"}
_COLUMNS = """
    SELECT table_name, ordinal_position, column_name, data_type, is_nullable = 'NO', column_default
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'preferans' AND table_type = 'BASE TABLE'
"""
_KEYS = """
    SELECT conrelid::regclass::text, confrelid::regclass::text, array(
        SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS k (n, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY place)
    FROM pg_constraint WHERE connamespace = 'preferans'::regnamespace AND contype IN ('p', 'f')
"""
# without the columns that an index of PostgreSQL only includes
_INDEXES = """
    SELECT c.relname, i.indrelid::regclass::text, i.indisunique, i.indpred IS NOT NULL, array(
        SELECT attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (n, place)
        JOIN pg_attribute ON attrelid = i.indrelid AND attnum = n
        WHERE place <= i.indnkeyatts ORDER BY place)
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'preferans'::regnamespace AND NOT i.indisprimary
"""


class Column(NamedTuple):
    table: str
    place: int
    name: str
    kind: str
    is_required: bool
    default: str | None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return with_layout(tmp_path / "bot.db")


def tables_of(db: sqlite3.Connection) -> list[str]:
    rows = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return [str(row[0]) for row in rows]


def default_of(text: str | None) -> str | None:
    """Return the default of a column, normalised to the same words."""
    return None if text is None else text.partition("::")[0].strip("x'\\")


async def test_tables_and_columns_are_those_of_a_file(file: Path, url: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        there = {
            Column(table, number, name, kind, bool(required or place), default_of(default))
            for table in tables_of(db)
            for number, name, kind, required, default, place in db.execute(
                f"SELECT * FROM pragma_table_info('{table}')"  # noqa: S608
            )
        }
    async with short_session(DatabaseUrl(url)) as session:
        rows = [row for row in await session.fetch(_COLUMNS) if row[0] not in _OWN]
    here = {
        Column(table, number - 1, name, _KIND[kind], is_set, default_of(given))
        for table, number, name, kind, is_set, given in rows
    }
    assert here == there


async def test_keys_are_those_of_a_file(file: Path, url: str) -> None:
    there = set()
    with closing(sqlite3.connect(file)) as db:
        for table in tables_of(db):
            columns = db.execute(f"SELECT * FROM pragma_table_info('{table}')").fetchall()  # noqa: S608
            primary = sorted((row[5], row[1]) for row in columns if row[5])
            there.add((table, "-", tuple(name for _, name in primary)))
            foreign: dict[int, list[tuple[str, str]]] = {}
            for number, _, parent, column, *_ in db.execute(
                f"SELECT * FROM pragma_foreign_key_list('{table}')"  # noqa: S608
            ):
                foreign.setdefault(number, []).append((parent, column))
            for parts in foreign.values():
                there.add((table, parts[0][0], tuple(column for _, column in parts)))
    async with short_session(DatabaseUrl(url)) as session:
        rows = [row for row in await session.fetch(_KEYS) if row[0] not in _OWN]
    assert {(table, parent, tuple(columns)) for table, parent, columns in rows} == there


async def test_indexes_are_those_of_a_file(file: Path, url: str) -> None:
    there = set()
    with closing(sqlite3.connect(file)) as db:
        for table in tables_of(db):
            indexes = db.execute(f"SELECT * FROM pragma_index_list('{table}')").fetchall()  # noqa: S608
            for _, name, unique, origin, partial in indexes:
                if origin != "pk":
                    found = db.execute(f"SELECT * FROM pragma_index_info('{name}')")  # noqa: S608
                    columns = tuple(row[2] for row in found)
                    there.add((name, table, bool(unique), bool(partial), columns))
    async with short_session(DatabaseUrl(url)) as session:
        rows = [row for row in await session.fetch(_INDEXES) if row[1] not in _OWN]
    assert {(*row[:4], tuple(row[4])) for row in rows} == there


def test_steps_have_the_numbers_of_those_of_a_file() -> None:
    ours, theirs = server_migrations(), of_files()
    assert [step.number for step in ours] == [step.number for step in theirs]


async def test_of_processes_that_start_at_once_one_makes_the_layout() -> None:
    async with postgres.database() as url:
        address = DatabaseUrl(url)
        await asyncio.gather(*(migrate_to_newest(address) for _ in range(4)))
        first, second = await open_writer(address), await open_writer(address)
        assert await second.fetch("SELECT number FROM layout") == [
            (server_migrations()[-1].number,)
        ]
        await first.close()
        await second.close()


async def stepped(session: Session, address: DatabaseUrl, *sql: str) -> None:
    """Migrate with these steps after the program's own."""
    newest = server_migrations()[-1].number
    more = [Migration(newest + 1 + place, text) for place, text in enumerate(sql)]
    async with migration_lock(session):
        await migrate_server(session, address, [*server_migrations(), *more])


async def test_a_newer_layout_is_refused(url: str) -> None:
    address = DatabaseUrl(url)
    async with short_session(address) as session:
        await stepped(session, address, "CREATE TABLE more (id bigint PRIMARY KEY)")
    with pytest.raises(StoreError, match="newer version") as refused:
        await migrate_to_newest(address)
    assert refused.value.reason is FileFault.NEWER_FILE
    with pytest.raises(StoreError, match="newer version"):
        await open_writer(address)


async def test_a_step_that_fails_changes_nothing(url: str) -> None:
    address = DatabaseUrl(url)
    async with short_session(address) as session:
        with pytest.raises(Exception, match="does not exist"):
            await stepped(session, address, "CREATE TABLE one (id bigint)", "DROP TABLE nothing")
        number = await session.fetchval("SELECT number FROM layout")
        assert number == server_migrations()[-1].number + 1
        assert await session.fetchval("SELECT to_regclass('one') IS NOT NULL")
        await session.execute("UPDATE guild SET role = 1")  # its trigger works


async def test_a_step_seals_anew_what_fitted_and_nothing_else(url: str) -> None:
    address = DatabaseUrl(url)
    async with short_session(address) as session:
        await session.execute("INSERT INTO guild (guild_id) VALUES (1), (2)")
        await session.execute("ALTER TABLE guild DISABLE TRIGGER sealed")
        await session.execute("UPDATE guild SET role = 5 WHERE guild_id = 2")
        await session.execute("ALTER TABLE guild ENABLE TRIGGER sealed")
        await stepped(session, address, "ALTER TABLE guild ADD COLUMN more bigint DEFAULT 3")
        fits = "SELECT guild_id, seal = seal_of(to_jsonb(guild)) FROM guild ORDER BY guild_id"
        for _ in range(2):
            assert [tuple(row) for row in await session.fetch(fits)] == [(1, True), (2, None)]
            await session.execute("UPDATE guild SET more = more + 1")


async def test_a_step_waits_for_nobody_who_plays(url: str) -> None:
    address = DatabaseUrl(url)
    playing = await open_writer(address)
    async with short_session(address) as session:
        with pytest.raises(StoreError, match="stop all of them"):
            await stepped(session, address, "CREATE TABLE more (id bigint)")
        await playing.close()
        await stepped(session, address, "CREATE TABLE more (id bigint)")


async def test_a_schema_of_another_program_is_refused() -> None:
    async with postgres.database() as url:
        await postgres.order("CREATE SCHEMA preferans", url=url)
        await postgres.order("CREATE TABLE preferans.theirs (id int)", url=url)
        with pytest.raises(StoreError, match="another program"):
            await migrate_to_newest(DatabaseUrl(url))


async def test_an_empty_schema_the_host_has_made_will_do() -> None:
    async with postgres.database() as url:
        await postgres.order("CREATE SCHEMA preferans", url=url)
        await migrate_to_newest(DatabaseUrl(url))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://bot:secret@127.0.0.1:1/games", r"127\.0\.0\.1:1/games cannot be reached"),
        ("postgresql://bot:secret@/games?host=/nowhere", "/nowhere/games cannot be reached"),
    ],
)
async def test_what_cannot_be_reached_is_told_without_its_password(url: str, said: str) -> None:
    with pytest.raises(StoreError, match=said) as told:
        await migrate_to_newest(DatabaseUrl(url))
    assert "secret" not in str(told.value)
    assert told.value.reason is FileFault.UNREACHABLE


async def test_a_database_that_is_not_there() -> None:
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        await migrate_to_newest(DatabaseUrl(postgres.server().url("nowhere")))


async def test_a_session_has_its_manners(url: str) -> None:
    session = await open_session(DatabaseUrl(url), NO_TIMEOUTS)
    assert await session.fetchval("SHOW search_path") == "preferans"
    await session.close()
    await postgres.order("ALTER ROLE postgres SET synchronous_commit = off")
    session = await open_session(DatabaseUrl(url), NO_TIMEOUTS)
    assert await session.fetchval("SHOW synchronous_commit") == "on"
    await session.close()
    await postgres.order("ALTER ROLE postgres RESET synchronous_commit")
