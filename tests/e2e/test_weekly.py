"""Weekly tables open by themselves, once each; a role is told of open tables, not too often."""

import discord
import pytest
import simcord

from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.store.queries.weekly_schedule import MOST_WEEKLY_TABLES
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow  # whole evenings

HOUR = 3600


@pytest.fixture
async def marta(room: Room) -> Person:
    """A manager of a server in Moscow; the evening begins there on a Thursday at 3:00."""
    guild = await room.store.preferences.guild(room.guild.id)
    await room.store.preferences.set_guild(replace(guild, zone="Europe/Moscow"))
    return room.manager()


async def arranged(room: Room, who: Person, time: str = "04:00", **options: object) -> None:
    await room.command(who, "table weekly", room.channel, day=3, time=time, **options)


def opened(room: Room) -> int:
    return len(room.read("SELECT 1 FROM game"))


def weekly(room: Room) -> list[tuple[int, str]]:
    """Return how many hours ahead they open, and the obstacles."""
    rows = room.read("SELECT opens_at, missed FROM weekly")
    return [(round((row["opens_at"] - room.now()) / HOUR), row["missed"]) for row in rows]


async def test_it_opens_by_itself_once(room: Room, marta: Person) -> None:
    ana = room.person("Ana")
    with room.nothing_changes():
        await arranged(room, ana)
        assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    await arranged(room, marta, rules="rostov", clock="none")
    assert weekly(room) == [(1, "")]
    await room.later(HOUR - 10)
    assert opened(room) == 0
    await room.later(20)
    await room.restart(kill=True)
    await room.later(HOUR / 2 - 60)
    assert opened(room) == 1
    assert weekly(room) == [(168, "")]
    lobby = room.message()
    assert "Rostov" in words_of(lobby)
    await room.press(ana, "join", lobby)
    assert room.row()["host_id"] == ana.id
    await room.press(ana, "start", room.message())
    await room.press(ana, "start robots")
    assert room.status() == "playing"


@pytest.mark.parametrize(
    "said", [{"day": 3}, {"time": "04:00"}, {"rules": "rostov"}], ids=lambda said: next(iter(said))
)
async def test_a_day_without_a_time(room: Room, marta: Person, said: dict[str, object]) -> None:
    """The answer names the missing time; the list alone would look as if it had been added."""
    with room.nothing_changes():
        await room.command(marta, "table weekly", room.channel, **said)
    assert room.sentence(Refusal.WEEKLY_UNFINISHED) in words_of(marta.private)
    assert weekly(room) == []


@pytest.mark.parametrize(("down", "missed"), [(110, ""), (130, "late")])
async def test_a_bot_that_was_away(room: Room, marta: Person, down: int, missed: str) -> None:
    await arranged(room, marta)
    hour = room.read("SELECT opens_at FROM weekly")[0][0]
    await room.restart(kill=True, down=down * 60)
    await room.later(5)
    assert opened(room) == (not missed)
    assert weekly(room)[0][1] == missed
    late = room.say("alert.late", when=f"<t:{hour}:t>")
    assert [one.content for one in room.public(room.channel)].count(late) == (not missed)
    await room.command(marta, "table weekly", room.channel)
    told = room.say("weekly.missed.late") in words_of(marta.private)
    assert told == bool(missed)


@pytest.mark.slow
async def test_what_is_in_the_way(room: Room, marta: Person) -> None:
    """The list names it: a channel that was deleted, a server whose tables are used up."""
    gone = room.guild.create_text_channel("gone")
    await room.command(marta, "table weekly", gone, day=3, time="3:30")
    await arranged(room, marta)
    await room.store.preferences.set_guild(
        replace(await room.store.preferences.guild(room.guild.id), max_tables=0)
    )
    room.env.backend.delete_channel(gone.id)
    await room.later(HOUR + 60)
    assert opened(room) == 0
    assert [missed for _, missed in weekly(room)] == ["gone", "full"]
    await room.command(marta, "table weekly", room.channel)
    for missed in ("gone", "full"):
        assert room.say(f"weekly.missed.{missed}") in words_of(marta.private)
    await room.press(marta, "weekly remove 1")
    assert len(weekly(room)) == 1
    assert marta.private is not None
    with room.nothing_changes():
        await room.raw((marta, marta.private, "pref:d:0:0:weekly remove 1"))
    assert room.sentence(Refusal.WEEKLY_GONE) in words_of(marta.private)


async def test_a_server_that_is_not_there_yet(room: Room, marta: Person) -> None:
    """Its channels are not known: nothing is skipped, and it opens once they are."""
    await arranged(room, marta)
    known = room.bot.get_guild(room.guild.id)
    assert known is not None
    known.unavailable = True
    await room.later(HOUR + 60)
    assert (opened(room), weekly(room)[0][1]) == (0, "")
    known.unavailable = False
    with room.env._bot_scope():
        await room.bot.parts.events.on_guild_available(known)
    await room.later(5)
    assert opened(room) == 1


@pytest.mark.slow
async def test_other_clocks_are_other_moments(room: Room, marta: Person) -> None:
    await arranged(room, marta)
    await room.command(marta, "pref server", room.channel, zone="UTC")
    assert weekly(room) == [(4, "")]
    await arranged(room, marta, time="at 9")
    assert room.sentence(Refusal.TIME_UNREADABLE, text="at 9") in words_of(marta.private)
    for _ in range(MOST_WEEKLY_TABLES):
        await arranged(room, marta)
    assert room.sentence(Refusal.TOO_MANY_WEEKLY, limit=MOST_WEEKLY_TABLES) in words_of(
        marta.private
    )
    assert len(weekly(room)) == MOST_WEEKLY_TABLES
    guest = room.person("Guest")
    await room.command(guest, "table weekly", room.channel)
    assert not [one for one in controls(guest.private) if "remove" in one.text]


@pytest.mark.slow
async def test_a_role_is_told(room: Room, marta: Person) -> None:
    """Once in half an hour for all hosts; a role that cannot be mentioned is refused."""
    ana = room.person("Ana")
    loud = room.guild.create_role("Players", mentionable=True)
    mute = room.guild.create_role("Mute")
    me = simcord.UserHandle(room.env, room.env.backend.bot_user)
    humble = discord.PermissionOverwrite(mention_everyone=False)
    quiet = room.guild.create_text_channel("quiet", overwrites={me: humble})
    await room.command(marta, "pref server", quiet, role=mute)
    assert room.sentence(Refusal.ROLE_SILENT, role="Mute") in words_of(marta.private)
    await room.command(marta, "pref server", room.channel, role=loud)
    for _ in range(2):
        await room.open_table(ana)
    told = room.say("alert.opened", mention=f"<@&{loud.id}>", game="Sochi to 10")
    assert room.public_words(room.channel).count(told) == 1
    await arranged(room, marta)
    await room.later(HOUR + 10)
    assert room.public_words(room.channel).count(told) == 1  # the first went with its table
    await room.command(marta, "pref server", room.channel)
    await room.press(marta, "server role 0")
    await room.later(HOUR)
    await room.open_table(ana)
    assert told not in room.public_words(room.channel)


async def test_a_weekly_table_that_nobody_used_leaves_nothing(room: Room, marta: Person) -> None:
    """Not even after the bot opened it late and was killed in between."""
    loud = room.guild.create_role("Players", mentionable=True)
    await room.command(marta, "pref server", room.channel, role=loud)
    await arranged(room, marta)
    await room.restart(kill=True, down=HOUR + 20 * 60)
    await room.later(10)
    assert len(room.public(room.channel)) == 3  # the lobby, the delay, the role
    await room.restart(kill=True)
    await room.later(HOUR)
    assert room.status() == "void"
    assert room.public(room.channel) == []


async def test_a_weekly_table_needs_a_channel_that_stays(room: Room, marta: Person) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none")
    await room.start(people[0])
    assert room.place().id != room.channel.id
    await room.command(marta, "table weekly", room.place(), day=3, time="4:00")
    told = room.sentence(Refusal.WEEKLY_IN_THREAD, channel=f"<#{room.channel.id}>")
    assert told in words_of(marta.private)
    assert weekly(room) == []
