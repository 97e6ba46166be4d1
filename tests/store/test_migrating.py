"""A file is always exactly at one version, whatever interrupts a migration."""

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import FileFault, StatementFault, Store, StoreError
from bot.store.sqlite import migration, startup
from bot.store.sqlite.connection import SqliteDatabase
from bot.store.sqlite.migration import Migration, file_migrations, migrate_file, split_statements
from tests.conftest import Errors
from tests.store.making import backups, do, look, new_game

NOW = len(file_migrations())  # the version of a file of this program
NEXT = Migration(NOW + 1, "CREATE TABLE two (x TEXT) STRICT; INSERT INTO two VALUES ('a;b');")
LAST = Migration(NOW + 2, "CREATE TABLE three (x TEXT) STRICT;")


async def run(path: Path, *steps: Migration, now: int = 7) -> None:
    async with SqliteDatabase.session(path) as db:
        await migrate_file(db, path, now, steps)


@pytest.fixture
async def first(tmp_path: Path) -> Path:
    """A file of this program with one game."""
    path = tmp_path / "bot.db"
    async with Store.session(path, now=1) as opened:
        await new_game(opened)
    return path


def test_the_shipped_migrations_are_numbered_without_a_gap() -> None:
    assert [step.number for step in file_migrations()] == list(range(1, len(file_migrations()) + 1))


def test_a_script_is_split_where_statements_end() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; DELETE FROM c; END;"
    script = f"-- it's a start; really\nSELECT ';' ;\n{trigger}\n/* ; */ SELECT 2;\n-- the end"
    found = list(split_statements(script))
    assert len(found) == 3
    assert found[1] == trigger
    with pytest.raises(ValueError, match="without its end"):
        list(split_statements("SELECT 1; SELECT 2"))


async def test_steps_run_in_order_after_one_backup(first: Path) -> None:
    await run(first, *file_migrations(), NEXT, LAST)
    assert look(first, "PRAGMA user_version") == [(NOW + 2,)]
    assert look(first, "SELECT x FROM two") == [("a;b",)]
    (backup,) = backups(first.parent)
    assert backup.name == f"bot.db.v{NOW}.7.backup"
    assert look(backup, "PRAGMA user_version") == [(NOW,)]
    assert look(backup, "SELECT count(*) FROM game") == [(1,)]


async def test_nothing_to_do_makes_no_backup(first: Path) -> None:
    await run(first, *file_migrations())
    assert backups(first.parent) == []


async def test_a_failing_statement_leaves_the_old_version(first: Path) -> None:
    bad = Migration(NOW + 2, "CREATE TABLE half (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);")
    with pytest.raises(StatementFault, match="nowhere"):
        await run(first, *file_migrations(), NEXT, bad)
    assert look(first, "PRAGMA user_version") == [(NOW + 1,)]
    assert look(first, "SELECT name FROM sqlite_schema WHERE name = 'half'") == []
    await run(first, *file_migrations(), NEXT, LAST, now=8)
    assert look(first, "PRAGMA user_version") == [(NOW + 2,)]


async def test_a_step_may_not_orphan_rows(first: Path) -> None:
    orphan = Migration(NOW + 1, "INSERT INTO line VALUES (99, 0, 0, 0, 'pass', 'table', 1, x'');")
    with pytest.raises(StatementFault, match="parent"):
        await run(first, *file_migrations(), orphan)
    assert look(first, "PRAGMA user_version") == [(NOW,)]


@pytest.mark.process
async def test_killed_in_the_middle_of_a_step(first: Path) -> None:
    code = """
import asyncio, os, pathlib, signal, sys
from bot.store.sqlite.connection import SqliteDatabase
from bot.store.sqlite.migration import Migration, migrate
async def run(path):
    async with SqliteDatabase.session(path) as db:
        await db.teach("die", lambda _: os.kill(os.getpid(), signal.SIGKILL))
        sql = "CREATE TABLE half (x TEXT) STRICT; DELETE FROM game; SELECT die(1);"
        await migrate(db, path, 7, [Migration(int(sys.argv[2]), sql)])
asyncio.run(run(pathlib.Path(sys.argv[1])))
"""
    command = [sys.executable, "-c", code, str(first), str(NOW + 1)]
    child = await asyncio.to_thread(subprocess.run, command, capture_output=True)
    assert child.returncode == -signal.SIGKILL, child.stderr
    assert look(first, "PRAGMA user_version") == [(NOW,)]
    async with Store.session(first, now=2) as opened:
        assert len(await opened.game_queries.games_of_guild(77)) == 1


async def test_no_migration_without_its_backup(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(startup, "file_migrations", lambda: (*file_migrations(), NEXT))
    monkeypatch.setattr(migration, "copy_database", full)
    with pytest.raises(StoreError, match="No space left") as caught:
        await Store.open(first, now=9)
    assert caught.value.reason is FileFault.UNWRITABLE
    assert look(first, "PRAGMA user_version") == [(NOW,)]


async def test_a_file_of_the_first_version_keeps_its_games(tmp_path: Path) -> None:
    """What was played before the reviews counts, and its deals wait for a review."""
    path = tmp_path / "bot.db"
    await run(path, file_migrations()[0])
    do(
        path,
        "INSERT INTO game (guild_id, channel_id, host_id, rules, clock, created_at, version)"
        " VALUES (77, 5, 1, 'sochi', 'slow', 1000, 41)",
        "WITH RECURSIVE n(v) AS (SELECT 0 UNION ALL SELECT v + 1 FROM n WHERE v < 40)"
        " INSERT INTO line SELECT 1, v, 1, 0, 'pass', '1', 1500 FROM n",
        "INSERT INTO deal VALUES (1, 1, 40, 'summary', 'carry', 2000)",
    )
    async with Store.session(path, now=2) as opened:
        (game,) = await opened.game_queries.games_of_guild(77)
        assert not game.friendly
        assert await opened.reviews.unreviewed(1, 0) == (1,)
        assert await opened.reviews.unreviewed(1, 2001) == ()
    assert [backup.name for backup in backups(tmp_path)] == ["bot.db.v1.2.backup"]


async def test_a_match_for_time_that_runs_keeps_its_end(tmp_path: Path) -> None:
    """It was reckoned from the start at every look before it was written down."""
    path = tmp_path / "bot.db"
    await run(path, *file_migrations()[:2])
    ends = ("time(60)", "time(90)", "deals(12)")
    stored = [json.dumps({"options": {"end_condition": end}}) for end in ends]
    with closing(sqlite3.connect(path)) as db:
        db.executemany(
            "INSERT INTO game (guild_id, channel_id, host_id, rules, clock, created_at, started_at)"
            " VALUES (77, 5, 1, ?, 'slow', 1000, 2000)",
            [(rules,) for rules in (*stored, "sochi")],
        )
        db.execute("INSERT INTO guild (guild_id, max_tables) VALUES (77, 4)")
        db.commit()
    async with Store.session(path, now=2) as opened:
        games = sorted(await opened.game_queries.games_of_guild(77), key=lambda game: game.game_id)
        assert [game.ends_at for game in games] == [5600, 7400, None, None]
        guild = await opened.preferences.guild(77)
        assert (guild.max_tables, guild.zone) == (4, "UTC")


async def test_tables_of_before_the_seeds_have_one_for_their_next_deck(tmp_path: Path) -> None:
    """A deck that lies on the table already has none; ended games never get any."""
    path = tmp_path / "bot.db"
    await run(path, *file_migrations()[:2])
    game = (
        "INSERT INTO game (guild_id, channel_id, host_id, rules, clock, created_at, status,"
        " ended_at, painted, painted_revision)"
        " VALUES (77, 5, 1, 'sochi', 'slow', 1000, '{}', {}, 3, 0)"
    )
    states = ("lobby", "playing", "playing", "paused", "over")
    line = "INSERT INTO line VALUES ({}, {}, {}, -1, '{}', 'table', 1)"
    closed = "INSERT INTO deal VALUES ({}, 1, 2, 'summary', 'carry', 2000)"
    do(
        path,
        *(game.format(state, 9 if state == "over" else "NULL") for state in states),
        *(line.format(number, 0, 1, "dealer 2") for number in (2, 3, 4, 5)),
        *(line.format(number, 1, 1, "deck ...") for number in (2, 3, 4, 5)),
        *(line.format(number, 2, 1, "pass") for number in (3, 4, 5)),
        *(closed.format(number) for number in (3, 4, 5)),
        line.format(3, 3, 2, "deck ..."),
        "UPDATE game SET version ="
        " (SELECT count(*) FROM line WHERE line.game_id = game.game_id), painted = 4",
    )
    async with Store.session(path, now=2) as opened:
        rooms = [await opened.game_queries.load(number) for number in range(1, 6)]
        found = [
            room and room.shuffle and (room.shuffle.deal, room.shuffle.words) for room in rooms
        ]
        assert found == [(1, ""), None, None, (2, ""), None]
        seeds = {room.shuffle.seed for room in rooms if room and room.shuffle}
        assert len(seeds) == 2
        assert list(await opened.game_queries.unpainted()) == [1, 4]


async def test_a_text_that_is_none_stops_no_step(tmp_path: Path, logged_errors: Errors) -> None:
    """A game that could not be read was frozen before there were chains; the others have theirs."""
    path = tmp_path / "bot.db"
    await run(path, *file_migrations()[:4])
    game = (
        "INSERT INTO game (guild_id, channel_id, host_id, rules, clock, created_at, version)"
        " VALUES (77, 5, 1, {}, 'slow', 1000, 1)"
    )
    line = "INSERT INTO line VALUES ({}, 0, 1, -1, 'dealer 2', 'table', 1)"
    rules = ("CAST(x'ff' AS TEXT)", "'sochi'")
    do(path, *map(game.format, rules), *map(line.format, (1, 2)))
    logged_errors.expect("game 1 is damaged and frozen: it cannot be read")
    async with Store.session(path, now=2) as opened:
        assert [game.game_id for game in await opened.game_queries.games_of_guild(77)] == [2]
        assert await opened.game_queries.faults(2) == ()


async def test_old_results_are_ranked_as_before(tmp_path: Path) -> None:
    """Whether a match was friendly, and one of two, was asked of other rows before."""
    ranked = next(step for step in file_migrations() if "of_two" in step.sql)
    path = tmp_path / "bot.db"
    await run(path, *(step for step in file_migrations() if step.number < ranked.number))
    game = (
        "INSERT INTO game (game_id, guild_id, channel_id, host_id, rules, clock, created_at,"
        " status, ended_at, friendly, seal)"
        " VALUES ({}, 77, 5, 1, 'sochi', 'slow', 1, 'over', 9, {}, 1)"
    )
    result = (
        "INSERT INTO result (game_id, seat, player, balance, place, guild_id, family, preset,"
        " season, with_robots, ended_at)"
        " VALUES ({}, {}, 5, 0, 1, 77, 'russian', 'sochi', '1', 0, 9)"
    )
    matches = ((1, 0, 3), (2, 1, 3), (3, 0, 2), (4, 1, 2))
    do(
        path,
        *(game.format(number, friendly) for number, friendly, _ in matches),
        *(result.format(number, seat) for number, _, seats in matches for seat in range(seats)),
    )
    await run(path, *file_migrations())
    found = look(path, "SELECT DISTINCT game_id, friendly, of_two FROM result ORDER BY 1")
    assert found == [(1, 0, 0), (2, 1, 0), (3, 0, 1), (4, 1, 1)]
