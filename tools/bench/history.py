"""A server with many matches: how long its questions take, how they are answered, and the start.

``python -m tools.bench.history 100000`` for another number of matches than 20,000, ``--plans``
for how each question is answered, ``--whole`` for a file with all lines and its start.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import aiosqlite

from bot.background.table_tasks import when_idle
from bot.features.rankings.rating_book import book_of, read_ratings
from bot.features.recaps import recap
from bot.features.recaps.recap import bounds_of
from bot.model.enums import ALL_SHARDS
from bot.model.leaderboards import LeaderboardFilter
from bot.presets import load_presets
from bot.store import Store
from bot.store.queries.leaderboards import RatedScope
from bot.store.queries.recaps import RecapScope
from bot.store.sqlite.lock_file import lock_database_file, mark_file, sound_mark
from tests.support.stored import driver_of
from tools.bench.aged_file import GUILD, NOW, aged

_TIMES: Final = 7


_ALL: Final = LeaderboardFilter()


def questions(store: Store) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
    """Yield the queries behind a server's pages, by name."""
    past, tallies = store.leaderboards, store.statistics
    yield "leaderboard", lambda: past.leaderboard(GUILD, _ALL, min_games=3, limit=5, user_id=11)
    yield "seasons", lambda: past.seasons(GUILD)
    yield "history, first page", lambda: past.history(GUILD, 11)
    yield "history, page 40", lambda: past.history(GUILD, 11, 390)
    yield "matches of a person", lambda: tallies.matches(GUILD, 11)
    yield "course of a person", lambda: tallies.totals_over_time(GUILD, 11, 24)
    yield "contracts of a person", lambda: tallies.contracts(GUILD, 11)
    yield "taken back", lambda: tallies.taken_back(GUILD, 11)
    yield "robots of a server", lambda: tallies.of_robots(GUILD)
    book, scope = book_of(store, load_presets()), RatedScope("russian")
    yield "rating", lambda: book.ratings(GUILD, scope)
    yield "two members", lambda: store.rated_matches.encounters(GUILD, 11, 12)
    yield "play of all members", lambda: tallies.play_totals(GUILD)
    yield "calls of a person", lambda: tallies.calls(GUILD, 11)
    recaps = recap.recap_book_of(store)
    for period in ("2023-Q3", "2023"):
        time_of = RecapScope(GUILD, *bounds_of(period))
        own = time_of._replace(user_id=11)
        yield f"recap {period} of a person", partial(recaps.records, own, NOW)
        yield f"recap {period} of all", partial(recaps.records, time_of, NOW)
    yield "deals without review", lambda: store.reviews.games_unreviewed(NOW - 600)
    yield "behind their message", lambda: store.game_queries.unpainted(NOW - 600)


def _ranking(store: Store) -> Callable[[], Awaitable[object]]:
    return lambda: store.leaderboards.leaderboard(GUILD, _ALL, min_games=3, limit=10)


async def _gone_over(store: Store) -> str:
    """As after a start; how long it took, and what others may have waited for its longest piece."""
    pieces, bygone = list[float](), store.history_check
    began, worked = time.perf_counter(), time.process_time()
    async for part in when_idle(await bygone.slices()):
        pieces.append((await _took(partial(bygone.verify_slice, part, ALL_SHARDS)))[0])
    async for guild in when_idle(await bygone.servers(ALL_SHARDS)):
        pieces.append((await _took(partial(bygone.finish_server, guild)))[0])
    took, busy = time.perf_counter() - began, time.process_time() - worked
    return (
        f"{'all gone over':26}{took:8.2f} s in {len(pieces)} pieces, {busy:.2f} of the processor,"
        f" the longest piece {max(pieces):.0f} ms"
    )


async def _counted(store: Store) -> str:
    """Return what the background takes for ratings and recaps after a start."""
    began, worked = time.perf_counter(), time.process_time()
    await read_ratings(store, ALL_SHARDS)
    await recap.recap_book_of(store).count_all(NOW)
    took, busy = time.perf_counter() - began, time.process_time() - worked
    return f"{'ratings and recaps':26}{took:8.2f} s in the background ({busy:.2f} of the processor)"


async def _all_checked(store: Store) -> str:
    """Return how long the background takes for what the opening of a copy left."""
    assert store.file_check is not None
    began, worked = time.perf_counter(), time.process_time()
    await store.file_check.verify(when_idle)
    took, busy = time.perf_counter() - began, time.process_time() - worked
    return f"{'the rest of it':26}{took:8.2f} s in the background ({busy:.2f} of the processor)"


async def _took(ask: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Milliseconds by the clock, and of them those the processor worked."""
    began, worked = time.perf_counter(), time.process_time()
    await ask()
    return (time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000


async def _beside(store: Store, ask: Callable[[], Awaitable[object]]) -> float:
    """Return the milliseconds of a commit made during the query."""
    task = asyncio.create_task(_took(ask))
    await asyncio.sleep(0.002)
    took, _ = await _took(lambda: store.preferences.touch_alive(NOW))
    await task
    return took


def _note(
    asked: list[tuple[aiosqlite.Connection, str]], db: aiosqlite.Connection, sql: str
) -> None:
    asked.append((db, sql))


async def _plans(store: Store, ask: Callable[[], Awaitable[object]]) -> list[str]:
    """Return SQLite's query plans of all statements that the query runs."""
    asked: list[tuple[aiosqlite.Connection, str]] = []
    connections = (driver_of(store.leaderboards), driver_of(store.game_queries))
    for db in connections:
        await db.set_trace_callback(partial(_note, asked, db))
    await ask()
    for db in connections:
        await db.set_trace_callback(None)  # type: ignore[arg-type]  # as sqlite3 has it
    rows = [await db.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}") for db, sql in asked]
    return [str(row[3]) for plan in rows for row in plan]


async def _opened(path: Path, how: str, say: Callable[[str], None]) -> None:
    began, worked = time.perf_counter(), time.process_time()
    store = await Store.open(path, NOW)
    took, busy = time.perf_counter() - began, time.process_time() - worked
    await store.close()
    say(f"{how:26}{took:8.2f} s to open ({busy:.2f} of the processor)")


async def _measure(path: Path, chosen: argparse.Namespace, say: Callable[[str], None]) -> None:
    await _opened(path, "as it was left", say)
    if not chosen.whole:
        with lock_database_file(path) as lock:
            mark_file(lock, sound_mark(NOW))
        await _opened(path, "after a crash", say)
        path.with_name(f"{path.name}.lock").write_text("")
        await _opened(path, "a copy", say)
        async with Store.session(path, NOW) as store:
            say(await _all_checked(store))
    async with Store.session(path, NOW) as store:
        say(f"{'first ranking at once':26}{(await _took(_ranking(store)))[0]:8.2f} ms")
    async with Store.session(path, NOW) as store:
        say(await _gone_over(store))
        if not chosen.at_once:
            say(await _counted(store))
        for name, ask in questions(store):
            first, start = await _took(ask)
            times = [await _took(ask) for _ in range(_TIMES)]
            clock, busy = (median(column) for column in zip(*times, strict=True))
            say(
                f"{name:26}{clock:8.2f} ms, {busy:.2f} of the processor;"
                f" the first {first:.0f} ({start:.0f});"
                f" a commit beside it {await _beside(store, ask):.1f}"
            )
            for step in await _plans(store, ask) if chosen.plans else ():
                say(f"    {step}")
    say(f"SQLite {sqlite3.sqlite_version}")


def main(*arguments: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.history")
    parser.add_argument("matches", type=int, nargs="?", default=20_000)
    parser.add_argument("--plans", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--at-once", action="store_true", help="before ratings and recaps are read")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        asyncio.run(aged(path, chosen.matches, whole=chosen.whole))
        print(f"{chosen.matches} matches, {path.stat().st_size / 10**6:.0f} MB")
        asyncio.run(_measure(path, chosen, print))


if __name__ == "__main__":
    main(*sys.argv[1:])
