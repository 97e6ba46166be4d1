"""From an empty channel to the first own card, counted in typed and pressed acts."""

from pathlib import Path

import discord
import pytest
import simcord

from bot.model.refusals import Refusal
from tests.support.room import Person, Room, evening, words_of

pytestmark = pytest.mark.slow  # whole evenings

IN = {"threads": True, "the channel": False}


@pytest.mark.parametrize("threads", IN.values(), ids=IN)
async def test_alone_against_robots(tmp_path: Path, threads: bool) -> None:
    """One act; a whole round of cards can be played from that one message."""
    async with evening(tmp_path, threads=threads) as room:
        ana = room.person("Ana")
        await room.command(ana, "table solo", room.channel, level="beginner", target=4)
        has_hand(room, ana)
        row = room.row()
        assert (row["clock"], room.seats()) == ("none", {0: ana.id, 1: None, 2: None})
        assert (room.place().id == room.channel.id) is not threads
        await room.play_until(lambda room: room.game().carry.number == 1)
        assert room.refreshed == 0
        link = f"<#{room.place().id}>"
        assert (link in words_of(ana.private)) is threads


@pytest.mark.parametrize("threads", IN.values(), ids=IN)
async def test_with_the_doors_open(tmp_path: Path, threads: bool) -> None:
    """Three acts: open, start, and robots for the free seats."""
    async with evening(tmp_path, threads=threads) as room:
        ana = room.person("Ana")
        await room.open_table(ana)
        await room.press(ana, "start", room.message())
        await room.press(ana, "start robots")
        has_hand(room, ana)
        if threads:
            lobby = room.public(room.channel)[0]
            assert f"<#{room.place().id}>" in words_of(lobby)


async def test_the_rules_one_types_come_first(room: Room) -> None:
    """The Balkan order is explained as "As Serbian", which a typed name seldom means."""
    ana = room.person("Ana")
    await room.open_table(ana)
    assert (await room.suggested(ana, "table solo", "rules", "ser"))[0] == "serbian"
    assert (await room.suggested(ana, "table solo", "rules"))[0] == "sochi"


def has_hand(room: Room, who: Person) -> None:
    assert room.game().deal is not None
    assert room.is_current_hand(who), words_of(who.private)


async def test_alone_where_the_bot_may_not_speak(room: Room) -> None:
    ana = room.person("Ana")
    me = simcord.UserHandle(room.env, room.env.backend.bot_user)
    mute = discord.PermissionOverwrite(send_messages=False)
    silent = room.guild.create_text_channel("silent", overwrites={me: mute})
    await room.command(ana, "table solo", silent)
    assert room.sentence(Refusal.CANNOT_POST_HERE) in words_of(ana.private)
    assert room.read("SELECT 1 FROM game") == []
