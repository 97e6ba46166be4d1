"""The playground keeps its tables between runs, and shows them."""

from contextlib import nullcontext

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.env import Env

from bot.cli.playground import PLAYERS, _create_world, repaint_open_tables
from tests.support.room import Room


async def test_tables_of_the_run_before_are_shown_again(channel_room: Room) -> None:
    """Their messages ended with the process that simulated Discord; only the file is left."""
    room = channel_room
    assert not await repaint_open_tables(room.bot, room.channel.id)
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    old = room.message()
    del room.env.backend.messages[room.channel.id][old.id]
    with room.env._bot_scope():
        assert await repaint_open_tables(room.bot, room.channel.id)
    await room.env.settle()
    assert room.message().id != old.id
    await room.press(ana, "hand", room.message())


@pytest.mark.parametrize("name", PLAYERS)
def test_the_first_of_the_people_manages_the_server(name: str) -> None:
    """Else nobody could try its settings, nor have the tables in their own language."""
    env = Env(discord.Client(intents=discord.Intents.none()))
    channel, people = _create_world(env)
    who = people[PLAYERS.index(name)]
    assert channel.guild is not None
    refused = pytest.raises(BackendError) if name != PLAYERS[0] else nullcontext()
    with refused:
        env.backend.require_permissions(channel.guild.id, who.id, channel.id, "manage_guild")
