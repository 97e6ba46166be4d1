"""Channels for tables: the permissions the bot needs there, and channels that are lost."""

import discord
import pytest
import simcord

from bot.discord_ui import channels
from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.room import Room, words_of

pytestmark = pytest.mark.slow  # whole evenings

DAY = 24 * 3600


def channel_where(room: Room, name: str, **rights: bool) -> simcord.ChannelHandle:
    """Return a channel where the bot has that permission, or not."""
    me = simcord.UserHandle(room.env, room.env.backend.bot_user)
    return room.guild.create_text_channel(
        name, overwrites={me: discord.PermissionOverwrite(**rights)}
    )


async def test_a_table_is_opened_only_where_the_bot_may_speak(room: Room) -> None:
    """Each sentence names the missing permission, and no table is left behind."""
    ana = room.person("Ana")
    mute = channel_where(room, "mute", send_messages=False)
    blind = channel_where(room, "blind", view_channel=False)
    for place, why in ((mute, Refusal.BOT_CANNOT_SEND), (blind, Refusal.BOT_CANNOT_VIEW)):
        await room.command(ana, "table open", place)
        assert room.sentence(why) in words_of(ana.private)
    assert room.read("SELECT * FROM game") == []


async def test_a_game_starts_only_where_the_bot_may_speak(room: Room) -> None:
    """The permission was removed meanwhile; once it is given back, the same button starts."""
    ana = room.person("Ana")
    await room.seated(ana, robots=2)
    model = room.env.backend.channels[room.channel.id]
    closed = channel_where(room, "closed", send_messages=False)
    before, model.overwrites = model.overwrites, room.env.backend.channels[closed.id].overwrites
    with room.nothing_changes():
        await room.press(ana, "start")
    assert room.sentence(Refusal.BOT_CANNOT_SEND) in words_of(ana.private)
    model.overwrites = before
    await room.start(ana)


async def test_a_deleted_channel(channel_room: Room) -> None:
    """The match pauses, a lobby closes; a new process leaves it so."""
    room = channel_room
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, robots=1, clock="none", target=40)
    await room.start(ana)
    await room.skip_to(Stage.AUCTION)
    await room.open_table(vera)
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    until = room.row(1)["deadline"]
    assert until == room.now() + DAY
    await room.restart(kill=True)
    assert (room.status(1), room.status(2)) == ("paused", "void")
    assert room.row(1)["deadline"] == until


async def test_the_bot_is_removed_from_the_server_and_asked_back(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=40)
    await room.start(ana)
    await room.hand(ana)
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    for _ in range(2):  # the event arrives twice
        with room.env._bot_scope():
            await room.bot.parts.events.on_guild_remove(guild)
        await room.env.settle()
    assert room.status() == "paused"
    until = room.row()["deadline"]
    assert room.say("board.lost", when=f"<t:{until}:R>") in words_of(ana.private)
    room.bot.dispatch("guild_join", guild)
    await room.env.settle()
    assert room.say("board.lost", when=f"<t:{until}:R>") in words_of(room.message())
    await room.press(ana, "resume", room.message())
    assert room.status() == "playing"
    await room.play_on()


async def test_so_many_places_rest_and_no_more(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that ends there may be shown once more when it is back; not all of them, for ever."""
    monkeypatch.setattr(channels, "_MAX_BACKED_OFF", 2)
    resting = room.bot.parts.painter.services.channels
    for name in ("Ana", "Boris", "Vera"):
        await room.open_table(room.person(name))
    for game_id in (1, 2, 3):
        resting.back_off(await room.bot.parts.tables.get(game_id), TimeoutError())
    assert resting.backed_off_in(room.guild.id) == [2, 3]
