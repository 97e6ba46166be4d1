"""A server with many matches: how long its questions take, how they are answered, and the start.

``python -m tests.tools.bench.past 100000`` for another number of matches than 20,000; four in five
are of one server.  Text and lines of the deals are left out: none of these questions reads them.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, TypedDict

import aiosqlite

from bot.store import Store
from bot.store.seals import know_seals, seal_all

NOW: Final = 1_700_000_000
GUILD, OTHER = 1, 2
_PEOPLE: Final = 400
_DEALS: Final = 12
_TIMES: Final = 7
_GAME: Final = (
    "INSERT INTO game (game_id, guild_id, channel_id, host_id, rules, clock, created_at, status,"
    " ended_at, friendly, version, painted, painted_revision)"
    " VALUES (?, ?, 5, 1, 'sochi', 'slow', ?, 'over', ?, ?, 0, 0, 0)"
)
_PLAYER: Final = "INSERT INTO player (game_id, number, user_id) VALUES (?, ?, ?)"
_RESULT: Final = (
    "INSERT INTO result (game_id, seat, user_id, player, robot, balance, place, guild_id, family,"
    " preset, season, with_robots, ended_at, friendly)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_DEAL: Final = "INSERT INTO deal VALUES (?, ?, ?, 'summary', 'carry', ?)"
_REVIEW: Final = "INSERT INTO review (game_id, deal, kind) VALUES (?, ?, 'contract')"
_SEAT: Final = (
    "INSERT INTO review_seat (game_id, deal, seat, user_id, player, robot, family, declared,"
    " fulfilled, worth, made, decisions, tricks_given, par, given, received, agreed, earned)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1, 6, 6, 9, 0, 4, 0, 0, 0, 4)"
)


class _Filters(TypedDict):
    family: str | None
    preset: str | None
    season: str | None
    with_robots: bool
    of_two: bool
    min_games: int


_FILTERS: Final = _Filters(
    family=None, preset=None, season=None, with_robots=False, of_two=False, min_games=3
)


async def filled(path: Path, matches: int) -> None:
    """A file with so many finished matches, two in five of them with a robot."""
    async with Store.session(path, NOW):
        pass
    async with aiosqlite.connect(path) as db:
        await know_seals(db)
        chance = Random(7)
        for game_id in range(1, matches + 1):
            await _match(db, game_id, chance)
        await seal_all(db, frozenset())
        await db.commit()


async def _match(db: aiosqlite.Connection, game_id: int, chance: Random) -> None:
    guild = GUILD if chance.random() < 0.8 else OTHER
    at = NOW - 600 * game_id
    people: list[int | None] = list(chance.sample(range(10, 10 + _PEOPLE), 3))
    if with_robots := chance.random() < 0.4:
        people[2] = None
    family, preset = chance.choice([("russian", "sochi"), ("balkan", "guide")])
    friendly = int(chance.random() < 0.1)
    await db.execute_fetchall(_GAME, (game_id, guild, at, at, friendly))
    seats = [
        (seat, user, user, None if user else "club") for seat, user in enumerate(people)
    ]  # their number is that of the person: nobody asks here
    await db.executemany(_PLAYER, [(game_id, user, user) for user in people if user])
    tags = (guild, family, preset, f"2023-{game_id % 4}", int(with_robots), at, friendly)
    scores = [(game_id, *seat, chance.randint(-90, 90), 1 + seat[0], *tags) for seat in seats]
    await db.executemany(_RESULT, scores)
    deals = range(1, _DEALS + 1)
    await db.executemany(_DEAL, [(game_id, deal, deal, at) for deal in deals])
    await db.executemany(_REVIEW, [(game_id, deal) for deal in deals])
    reviewed = [(game_id, deal, *seat, family) for deal in deals for seat in seats]
    await db.executemany(_SEAT, reviewed)


def questions(store: Store) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
    """What the pages of a server ask, by name."""
    past, tallies = store.standings, store.tallies
    yield "leaderboard", lambda: past.leaderboard(GUILD, **_FILTERS, limit=10)
    yield "own row", lambda: past.standing_of(GUILD, 11, **_FILTERS)
    yield "seasons", lambda: past.seasons(GUILD)
    yield "history, first page", lambda: past.history(GUILD, None, 11)
    yield "history, page 40", lambda: past.history(GUILD, None, 11, 390)
    yield "matches of a person", lambda: tallies.matches(GUILD, 11)
    yield "deals of a person", lambda: tallies.of_player(GUILD, 11)
    yield "taken back", lambda: tallies.taken_back(GUILD, 11)
    yield "robots of a server", lambda: tallies.of_robots(GUILD)
    yield "deals without review", lambda: store.reviews.games_unreviewed(NOW - 600)
    yield "behind their message", lambda: store.lists.unpainted(NOW - 600)


async def _took(ask: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    await ask()
    return (time.perf_counter() - began) * 1000


async def _beside(store: Store, ask: Callable[[], Awaitable[object]]) -> float:
    """How long a commit takes that is made during the question."""
    task = asyncio.create_task(_took(ask))
    await asyncio.sleep(0.002)
    took = await _took(lambda: store.wishes.touch_alive(NOW))
    await task
    return took


async def _measure(path: Path, matches: int, say: Callable[[str], None]) -> None:
    await filled(path, matches)
    for how in ("not left in order", "as it was left"):
        began = time.perf_counter()
        await (await Store.open(path, NOW)).close()
        say(f"{how:26}{time.perf_counter() - began:8.2f} s to open and close")
    async with Store.session(path, NOW) as store:
        for name, ask in questions(store):
            first = await _took(ask)
            times = median([await _took(ask) for _ in range(_TIMES)])
            say(
                f"{name:26}{times:8.2f} ms; the first {first:.0f};"
                f" a commit beside it {await _beside(store, ask):.1f}"
            )
    say(f"SQLite {sqlite3.sqlite_version}")


def main(matches: int = 20_000) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder) / "bench.db", matches, print))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
