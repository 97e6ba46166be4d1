"""Append lines as fast as possible and print each after its commit, until killed.

A second argument is the number of lines after which it kills itself.
"""

import asyncio
import os
import signal
import sys
from itertools import count
from pathlib import Path

from bot.store import Store
from tests.store.making import closing_of, line, new_game, room_of, saving

WRITTEN = count(1)


async def write(store: Store, game_id: int, most: int | None) -> None:
    room = await room_of(store, game_id)
    version = room.row.version
    while True:
        closes = version % 5 == 4
        closing = closing_of(version // 5) if closes else None
        await store.games.save(*saving(room, line(version, version // 5), closing=closing))
        os.write(1, b"%d %d\n" % (game_id, version))
        version += 1
        if next(WRITTEN) == most:
            os.kill(os.getpid(), signal.SIGKILL)


async def main(path: Path, most: int | None) -> None:
    async with Store.session(path, now=1) as store:
        games = [game.game_id for game in await store.game_queries.games_of_guild(77)]
        games += [await new_game(store) for _ in range(4 - len(games))]
        await asyncio.gather(*(write(store, game_id, most) for game_id in games))


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None))
