"""A file as it is after years: as many finished matches as one likes, four in five of one server.

Without lines and texts of the deals for questions that read none of them; ``whole`` with those of a
few matches that robots have played, over and over, for what depends on the size of the file.  Their
links are then those of the match they were played in, so no such log can be read.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.engine.actions import Dealer, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.game import to_act
from bot.engine.view import build_view
from bot.model.enums import Clock
from bot.presets import load_presets
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.store import Store
from bot.store.integrity.checksums import recompute_checksums
from bot.store.sqlite.connection import SqliteDatabase, register_checksum
from bot.store.sqlite.lock_file import closed_state, lock_database_file
from bot.tables import TableRegistry, TableServices, changes, moves
from bot.tables.moves import season_of

NOW: Final = 1_700_000_000
GUILD, OTHER = 1, 2
FIRST_USER: Final = 10
_PEOPLE: Final = 400
_DEALS: Final = 12
_PLAYED: Final = 4  # matches that are copied
_GAME: Final = (
    "INSERT INTO game (game_id, guild_id, channel_id, host_id, rules, clock, created_at, status,"
    " ended_at, friendly, version, painted, painted_revision, message_id, seal)"
    " VALUES (?1, ?2, 5, 1, ?7, 'slow', ?3, 'over', ?4, ?5, ?6, ?6, 0, ?1, 0)"
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
_COPIES: Final = (
    'INSERT INTO line SELECT ?1, version, deal, seat, text, "by", at, link FROM played.line'
    " WHERE game_id = ?2 ORDER BY version",
    "INSERT INTO deal SELECT ?1, deal, last_version, summary, carry, ?3 FROM played.deal"
    " WHERE game_id = ?2 ORDER BY deal",
    "INSERT INTO posting SELECT ?1, deal, position, account, seat, against, amount, why, count,"
    " unit, version FROM played.posting WHERE game_id = ?2 ORDER BY deal, position",
    "INSERT INTO shuffle SELECT ?1, deal, seed, words, NULL FROM played.shuffle WHERE game_id = ?2",
)


class Server(NamedTuple):
    """The server of most matches: its id, and how many people play there."""

    guild: int
    people: int


async def aged(
    path: Path, matches: int, *, whole: bool, guild: int = GUILD, people: int = _PEOPLE
) -> None:
    """A file with so many finished matches, two in five of them with a robot; left in order."""
    async with Store.session(path, NOW):
        pass
    played = path.with_name("played.db")
    counts = await _played(played) if whole else {}
    async with SqliteDatabase.session(path) as db:
        await register_checksum(db)
        await db.fetch("ATTACH ? AS played", (str(played) if whole else ":memory:",))
        chance = Random(7)
        await db.begin()
        for game_id in range(1, matches + 1):
            await _match(db, game_id, chance, counts, Server(guild, people))
            if not game_id % 1000:
                await db.commit()
                await db.begin()
        await recompute_checksums(db, frozenset())
        await db.commit()
    with lock_database_file(path) as lock:
        lock.write(lock.read()._replace(left=closed_state(path)))


async def _match(
    db: SqliteDatabase,
    game_id: int,
    chance: Random,
    counts: dict[int, tuple[int, int]],
    server: Server,
) -> None:
    guild = server.guild if chance.random() < 0.8 else OTHER
    at = NOW - 600 * game_id
    members = range(FIRST_USER, FIRST_USER + server.people)
    people: list[int | None] = list(chance.sample(members, 3))
    if with_robots := chance.random() < 0.4:
        people[2] = None
    family, preset = chance.choice([("russian", "sochi"), ("balkan", "guide")])
    friendly = int(chance.random() < 0.1)
    course = 1 + game_id % _PLAYED
    version, dealt = counts.get(course, (0, _DEALS))
    rules = f'"preset":"{preset}"}}'  # what the totals read of them
    await db.fetch(_GAME, (game_id, guild, at, at, friendly, version, rules))
    seats = [
        (seat, user, user, None if user else "club") for seat, user in enumerate(people)
    ]  # their number is that of the person: nobody asks here
    await db.execute_many(_PLAYER, [(game_id, user, user) for user in people if user])
    tags = (guild, family, preset, season_of(at), int(with_robots), at, friendly)
    first, second = chance.randint(-90, 90), chance.randint(-90, 90)
    balances = (first, second, -first - second)
    scores = [
        (game_id, *seat, balance, 1 + seat[0], *tags)
        for seat, balance in zip(seats, balances, strict=True)
    ]
    await db.execute_many(_RESULT, scores)
    deals = range(1, dealt + 1)
    if counts:
        for copy in _COPIES:
            await db.fetch(copy, (game_id, course, at)[: 2 + ("?3" in copy)])
    else:
        await db.execute_many(_DEAL, [(game_id, deal, deal, at) for deal in deals])
    await db.execute_many(_REVIEW, [(game_id, deal) for deal in deals])
    reviewed = [(game_id, deal, *seat, family) for deal in deals for seat in seats]
    await db.execute_many(_SEAT, reviewed)


async def _played(path: Path) -> dict[int, tuple[int, int]]:
    """A file with a few matches of plain robots; of each how many lines and deals it has."""
    async with Store.session(path, NOW) as store:
        services = TableServices(
            store, load_presets(), lambda: NOW, lambda _: None, levels=("beginner",)
        )
        tables, chance = TableRegistry(services), Random(5)
        for number in range(_PLAYED):
            await _play(tables, ("sochi", "croatian")[number % 2], chance)
    with closing(sqlite3.connect(path)) as db:
        counted = "SELECT game_id, version, (SELECT count(*) FROM deal WHERE deal.game_id ="
        found = db.execute(f"{counted} game.game_id) FROM game").fetchall()
    return {game_id: (lines, deals) for game_id, lines, deals in found}


async def _play(tables: TableRegistry, preset: str, chance: Random) -> None:
    rules = tables.services.presets.rules(preset)
    table = await tables.open(
        guild_id=GUILD, channel_id=5, host_id=11, rules=rules, clock=Clock.NORMAL
    )
    for user in (12, 13):
        await table.change(changes.join, user)
    await table.change(moves.start_match, 11, Dealer(0))
    while (game := table.game) is not None and (seat := to_act(game)) is not None:
        if seat == TABLE_SEAT:
            deck = Deck(tuple(chance.sample(PACK, 32)))
            await table.act_for(seat, table.version, deck, "table")
        else:
            action = PLAIN_ROBOT.choose(build_view(game, seat), chance)
            await table.act_for(seat, table.version, action, "table")
