"""Work for many tables in the gaps (design section 5)."""

import asyncio

from bot.keepers.breath import one_by_one

ROOM = 17  # sixteen, and the one that is begun to see that there are so many


async def test_tables_that_wait_for_the_disk_do_not_pile_up() -> None:
    """What has piled up goes on at once when the disk is back, and whoever clicks waits for it."""
    under_way, most, loop = list[int](), 0, asyncio.get_running_loop()
    async for game_id in one_by_one(range(40), lambda: len(under_way)):
        under_way.append(game_id)
        most = max(most, len(under_way))
        loop.call_later(0.12, under_way.remove, game_id)
    assert most <= ROOM


async def test_tables_that_hang_hold_no_other_for_long() -> None:
    begun = [game_id async for game_id in one_by_one(range(3), lambda: 99)]
    assert begun == [0, 1, 2]
