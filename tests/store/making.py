"""Short ways to make the records that the store takes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.enums import Clock, Posting, Status
from bot.model.settings import GuildSettings
from bot.store import Store
from bot.store.records import (
    DealClosing,
    GameResults,
    LogEntry,
    LogLine,
    NewGame,
    SeatHolder,
    SeatScore,
    StoredVote,
    TableSnapshot,
)
from bot.store.writer import at_once

GUILD = 77


async def verify_rest(store: Store) -> None:
    """Verify what opening left for the background, if anything."""
    if store.file_check is not None:
        await store.file_check.verify(at_once)


SEED = bytes(range(32))  # of first decks


# for a test of what only a file has: pages, plans, locks
on_file = pytest.mark.parametrize("database", ["sqlite"], indirect=True)

MANY = 10**6  # tables: these tests make more than a server allows by default


async def new_game(
    store: Store,
    guild_id: int = GUILD,
    host_id: int = 1,
    at: int = 1000,
    friendly: bool = False,
    rules: str = "sochi",
) -> int:
    """Return a lobby without players."""
    await store.preferences.set_guild(
        GuildSettings(guild_id, max_tables=MANY, max_user_tables=MANY)
    )
    new = NewGame(guild_id, 5, host_id, rules, Clock.SLOW, friendly, at, None, (), SEED)
    return (await store.games.open_game(new)).game.game_id


async def room_of(store: Store, game_id: int) -> TableSnapshot:
    found = await store.game_queries.load(game_id)
    assert found is not None
    return found.snapshot


async def change(
    store: Store,
    game_id: int,
    *,
    sittings: tuple[SeatHolder, ...] | None = None,
    votes: tuple[StoredVote, ...] | None = None,
    **fields: object,
) -> int:
    """Save the table with these fields of its row, these sittings or votes.

    Return the new revision.
    """
    before = await room_of(store, game_id)
    revision = before.row.revision + 1
    row = before.row._replace(revision=revision, **fields)  # type: ignore[arg-type]
    people = before.sittings if sittings is None else sittings
    await store.games.save(
        before, TableSnapshot(row, people, before.votes if votes is None else votes, before.shuffle)
    )
    return revision


async def sit(
    store: Store, game_id: int, seat: int, user_id: int | None = None, robot: str | None = None
) -> int:
    """Seat a user or a robot, whoever sits there."""
    return await change(
        store, game_id, sittings=seated(await room_of(store, game_id), seat, user_id, robot)
    )


def seated(
    room: TableSnapshot, seat: int, user_id: int | None, robot: str | None = None
) -> tuple[SeatHolder, ...]:
    others = [sitting for sitting in room.sittings if sitting.seat != seat]
    since = room.row.version
    return (*others, SeatHolder(seat, user_id, robot, since, None, 0, False))


async def get_up(store: Store, game_id: int, seat: int) -> int:
    room = await room_of(store, game_id)
    others = tuple(sitting for sitting in room.sittings if sitting.seat != seat)
    return await change(store, game_id, sittings=others)


def saving(
    room: TableSnapshot,
    line: LogLine,
    *,
    deadline: int | None = None,
    wake: int | None = None,
    closing: DealClosing | None = None,
    final: GameResults | None = None,
) -> tuple[TableSnapshot, TableSnapshot, LogEntry]:
    """Return the argument of ``Games.save`` for the next line, on the state at ``line.version``."""
    before = room.row._replace(version=line.version)
    after = before._replace(version=line.version + 1, deadline=deadline, wake=wake or deadline)
    if final is not None:
        status = Status.OVER if final.scores else Status.VOID
        after = after._replace(status=status, ended_at=line.at, deadline=None, wake=None)
    entry = LogEntry(line, closing, final)
    return room._replace(row=before), room._replace(row=after), entry


async def append(
    store: Store,
    game_id: int,
    line: LogLine,
    *,
    deadline: int | None = None,
    wake: int | None = None,
    closing: DealClosing | None = None,
    final: GameResults | None = None,
) -> None:
    """Append the next line of a game that is read for it."""
    room = await room_of(store, game_id)
    how = saving(room, line, deadline=deadline, wake=wake, closing=closing, final=final)
    await store.games.save(*how)


def line(version: int, deal: int = 0, text: str = "pass", at: int = 2000, by: str = "1") -> LogLine:
    return LogLine(version=version, deal=deal, seat=0, text=text, by=by, at=at)


def closing_of(deal: int) -> DealClosing:
    posting = Posting("pool", 0, None, 2, "made", 1, 2)
    whist = Posting("whists", 1, 0, 8, "whist", 2, 4)
    return DealClosing(f"summary {deal}", f"carry {deal}", (posting, whist))


def final_of(*scores: SeatScore, season: str = "2030-1", robots: bool = False) -> GameResults:
    return GameResults("russian", "sochi", season, robots, scores)


async def finish(store: Store, *balances: tuple[int, int, int], **tags: str | bool | int) -> int:
    """Store a finished game of (user_id, balance, place), one line long."""
    guild_id, friendly = int(tags.get("guild_id", GUILD)), bool(tags.get("friendly", False))
    game_id = await new_game(store, guild_id=guild_id, friendly=friendly)
    scores = [SeatScore(s, user, None, bal, place) for s, (user, bal, place) in enumerate(balances)]
    final = GameResults(
        str(tags.get("family", "russian")),
        str(tags.get("preset", "sochi")),
        str(tags.get("season", "2030-1")),
        bool(tags.get("with_robots", False)),
        tuple(scores),
    )
    at = int(tags.get("at", 2000))
    await append(store, game_id, line(0, at=at), final=final)
    return game_id


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def backups(folder: Path) -> list[Path]:
    return list(folder.glob("*.backup"))


def look(path: Path, sql: str) -> list[tuple[object, ...]]:
    """Query the file directly, behind the store's back."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def do(path: Path, *statements: str) -> None:
    """Change the file directly, behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
