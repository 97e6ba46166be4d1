"""Short ways to make what the store takes."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from bot.store.rows import Closing, Final, Line, Posting, Score
from bot.terms import Status

GUILD = 77


async def new_game(store: Store, guild_id: int = GUILD, host_id: int = 1, at: int = 1000) -> int:
    return await store.create_game(
        guild_id=guild_id, channel_id=5, host_id=host_id, rules="sochi", clock="slow", at=at
    )


def line(version: int, deal: int = 0, text: str = "pass", at: int = 2000, by: str = "1") -> Line:
    return Line(version=version, deal=deal, seat=0, text=text, by=by, at=at)


def closing_of(deal: int) -> Closing:
    posting = Posting("pool", 0, None, 2, "made", 1, 2)
    whist = Posting("whists", 1, 0, 8, "whist", 2, 4)
    return Closing(f"summary {deal}", f"carry {deal}", (posting, whist))


def final_of(*scores: Score, season: str = "2030-1", robots: bool = False) -> Final:
    return Final(Status.OVER, "russian", "sochi", season, robots, scores)


async def finish(store: Store, *balances: tuple[int, int, int], **tags: str | bool | int) -> int:
    """A finished game of (user_id, balance, place), one line long."""
    game_id = await new_game(store, guild_id=int(tags.get("guild_id", GUILD)))
    await store.set_friendly(game_id, bool(tags.get("friendly", False)))
    scores = [Score(s, user, None, bal, place) for s, (user, bal, place) in enumerate(balances)]
    final = Final(
        Status.OVER,
        str(tags.get("family", "russian")),
        str(tags.get("preset", "sochi")),
        str(tags.get("season", "2030-1")),
        bool(tags.get("with_robots", False)),
        tuple(scores),
    )
    at = int(tags.get("at", 2000))
    await store.append(game_id, line(0, at=at), deadline=None, final=final)
    return game_id


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def backups(folder: Path) -> list[Path]:
    return list(folder.glob("*.backup"))


def look(path: Path, sql: str) -> list[tuple[object, ...]]:
    """Ask the file directly, behind the store's back."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def do(path: Path, *statements: str) -> None:
    """Change the file directly, behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
