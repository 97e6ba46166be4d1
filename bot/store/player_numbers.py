"""Player numbers: a random number per person and game, which reveals nothing elsewhere.

Log, seats and scores keep the number forever; only the table ``player`` maps it to a user.
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Final

INSERT_PLAYER: Final = "INSERT INTO player (game_id, user_id, number) VALUES (?, ?, ?)"
# "by" of a line in the records: the user id while it is known, else the player number
LINE_AUTHOR: Final = (
    "coalesce((SELECT CAST(user_id AS TEXT) FROM player"
    ' WHERE player.game_id = line.game_id AND number = CASE WHEN "by" IN'
    " ('table', 'robot', 'clock') THEN 0 ELSE CAST(\"by\" AS BIGINT) END), \"by\")"
)
_MOST: Final = 10**12


def assign_numbers(users: Iterable[int | None], known: Mapping[int, int]) -> dict[int, int]:
    """Return a new number for each user who has none in this game yet."""
    taken = set(known.values())
    fresh: dict[int, int] = {}
    for user in users:
        if user is None or user in known or user in fresh:
            continue
        while (number := 1 + secrets.randbelow(_MOST)) in taken:
            pass
        taken.add(number)
        fresh[user] = number
    return fresh
