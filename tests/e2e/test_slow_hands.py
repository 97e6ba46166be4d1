"""A hand that Discord takes long to show delays no other hand, nor the public message."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from aiohttp import web

from bot.engine.cards import TABLE_SEAT
from bot.engine.game import to_act
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.players import Players, Table, places
from tools.siege.shapes import stamps

pytestmark = [pytest.mark.slow, pytest.mark.process]


@dataclass
class Late(SimulatedDiscord):
    """A Discord that takes ten seconds for requests with ``late`` in their path."""

    late: str = "nothing is"

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        answer = await super()._rest(request)
        if self.late in request.path:
            await asyncio.sleep(10)
        return answer


async def shows(click: Click, game: int, version: int, within: float) -> bool:
    async with asyncio.timeout(within):
        while not any(stamps(message).get(game, -1) >= version for message in click.shown):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return True


async def asked(people: Players, table: Table) -> str:
    """Return the player who is asked, once somebody is."""
    while (seat := to_act(people.book.game(table.game))) in (TABLE_SEAT, None):
        await people.step(table)
    return str(table.users[seat or 0])


async def moved(people: Players, table: Table, watching: Sequence[Click], within: float) -> Click:
    """Return the click of one move, which every screen has shown in time."""
    version = people.book.game(table.game).version
    await people.step(table)
    for click in watching:
        assert await shows(click, table.game, version + 1, within)
    return table.acts[-1].clicks[0]


async def test_the_others_see_every_move(tmp_path: Path) -> None:
    world = Late()
    async with running_bot(BotProcess(world, tmp_path)) as fort:
        people = Players(fort, Random(1))
        await fort.start()
        table = await people.open(places(1)[0], "sochi")
        first = await asked(people, table)
        hands = {
            str(user): await people.deed(str(user), table.place, table.game, "hand")
            for user in table.users
        }
        assert await fort.shown(12) is not None  # and the hands stand below the new board
        slow, other = [user for user in hands if user != first]
        number = next(key for key, click in world.clicks.items() if click is hands[slow])
        world.late = f"token-{number}"
        hands[first] = await moved(people, table, [hands[other]], within=2.5)
        assert await fort.shown(12) is not None  # the channel takes few edits a second
        second = await asked(people, table)
        watching = [hands[user] for user in (first, other) if user != second]
        await moved(people, table, watching, within=6)
