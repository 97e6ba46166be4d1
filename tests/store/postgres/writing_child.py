"""Append to shared games and print each confirmed line, until the process is killed.

Arguments: the address, then the numbers of the games.
"""

import asyncio
import os
import sys

from bot.store import StaleVersion, StorageTrouble, Store
from tests.store.making import line, room_of, saving


async def write(store: Store, game_id: int) -> None:
    while True:
        try:
            room = await room_of(store, game_id)
            version = room.row.version
            await store.games.save(*saving(room, line(version, text=f"pass {os.getpid()}")))
        except (StaleVersion, StorageTrouble):
            await asyncio.sleep(0.001)
        else:
            os.write(1, b"%d %d %d\n" % (game_id, version, os.getpid()))


async def main(url: str, games: list[int]) -> None:
    store = await Store.connect(url)
    await asyncio.gather(*(write(store, game_id) for game_id in games))


asyncio.run(main(sys.argv[1], [int(word) for word in sys.argv[2:]]))
