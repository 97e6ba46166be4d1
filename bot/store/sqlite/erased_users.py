"""The list of erased users beside a file of games, so that no restored copy brings them back.

A line is a salt and the salted hash of an id, so the list alone names nobody; whoever has an id can
test if it is on the list. The list is no part of the database, and no backup contains it.
"""

import hashlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bot.store.admin.user_data import ERASE_USER
from bot.store.database import Database

_SALT_BYTES: Final = 16
_USERS: Final = (  # 0 stands for a host who was erased
    "SELECT user_id FROM person UNION SELECT user_id FROM player UNION SELECT user_id FROM etude"
    " UNION SELECT user_id FROM sitting UNION SELECT kept_for FROM sitting"
    " UNION SELECT user_id FROM result UNION SELECT user_id FROM review_seat"
    " UNION SELECT user_id FROM play_sum WHERE user_id <> 0"
    " UNION SELECT user_id FROM vote UNION SELECT heir FROM vote UNION SELECT user_id FROM summons"
    " UNION SELECT judge_id FROM ruling WHERE judge_id <> 0"
    " UNION SELECT user_id FROM kibitz WHERE user_id <> 0"
    " UNION SELECT player_id FROM kibitz WHERE player_id <> 0"
    " UNION SELECT user_id FROM own_deal UNION SELECT user_id FROM daily_deal"
    " UNION SELECT user_id FROM league_member WHERE user_id IS NOT NULL"
    " UNION SELECT author_id FROM league_line WHERE author_id <> 0"
    " UNION SELECT user_id FROM report UNION SELECT judge_id FROM ruling WHERE judge_id <> 0"
    " UNION SELECT host_id FROM game WHERE host_id > 0"
)
_END_OPEN_TABLES: Final = (
    "UPDATE game SET status = 'void', ended_at = ?2, deadline = NULL, wake = NULL,"
    " revision = revision + 1 WHERE ended_at IS NULL AND (host_id = ?1 OR game_id IN"
    " (SELECT game_id FROM sitting WHERE ?1 IN (user_id, kept_for) AND until IS NULL))"
)


def list_path(database: Path) -> Path:
    """Return the place of the list beside a database."""
    return database.with_name(f"{database.name}.erased")


def record_erased(database: Path, user_id: int) -> None:
    """Add a user to the list, and sync it; blocks.  OSError."""
    salt = secrets.token_bytes(_SALT_BYTES)
    descriptor = os.open(list_path(database), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, f"{salt.hex()} {_hash(salt, user_id)}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


async def erase_again(copy: Database, database: Path, now: int) -> int:
    """Erase the users of the list from a copy of the database; return how many there were.

    The copy may be of a time when they sat at a table: such a table is closed without a result.
    """
    users = [int(row[0]) for row in await copy.fetch(_USERS) if row[0] is not None]
    found = list(_listed(users, list_path(database)))
    for user_id in found:
        await copy.fetch(_END_OPEN_TABLES, (user_id, now))
        for statement in ERASE_USER:
            await copy.fetch(statement, (user_id,))
    return len(found)


def _listed(users: Iterable[int], path: Path) -> Iterable[int]:
    """Yield the users that are on the list; an unfinished last line names nobody."""
    if not path.exists():
        return
    lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
    entries = [(bytes.fromhex(line[0]), line[1]) for line in lines if len(line) == 2]
    for user_id in users:
        if any(_hash(salt, user_id) == kept for salt, kept in entries):
            yield user_id


def _hash(salt: bytes, user_id: int) -> str:
    return hashlib.blake2b(str(user_id).encode(), key=salt, digest_size=16).hexdigest()
