"""A server: its limits and settings, several tables in one channel, or none."""

import pytest

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


async def test_limits(room: Room) -> None:
    """Three tables a person, ten a server; both can be set."""
    marta = room.manager()
    for n in range(4):
        host = room.person(f"Host {n}")
        for _ in range(3):
            before = len(room.read("SELECT * FROM game"))
            await room.open_table(host)
            if before == 10:
                assert len(room.read("SELECT * FROM game")) == 10
                sentence = room.sentence(Refusal.TOO_MANY_TABLES_HERE, limit=10)
                assert sentence in words_of(host.private)
        if n == 0:
            await room.open_table(host)
            sentence = room.sentence(Refusal.TOO_MANY_TABLES_OF_YOURS, limit=3)
            assert sentence in words_of(host.private)
    await room.command(marta, "pref server")
    await room.press(marta, "server tables 15")
    await room.open_table(room.person("Late"))
    assert len(room.read("SELECT * FROM game")) == 11


async def test_only_a_manager_changes_the_server(room: Room, ana: Person) -> None:
    marta = room.manager()
    await room.open_table(ana)
    await room.command(ana, "pref server")
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    await room.command(ana, "pref me")
    assert {c.text.split()[0] for c in controls(ana.private)} == {"me"}
    for forged in ("tables 1", "page look"):
        await room.raw((ana, room.message(), f"pref:d:0:0:server {forged}"))
        assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    await room.command(marta, "pref server")
    shown = ("threads no", "preset rostov", "clock slow", "own_tables 1")
    for choice in (*shown, "page look", "min_games 1", "page tables"):
        await room.press(marta, f"server {choice}")
    assert "server clock fast" in {c.text for c in controls(marta.private)}
    await room.open_table(marta)
    assert room.row()["clock"] == "slow"
    assert room.game().rules.preset == "rostov"
    await room.press(marta, "robot")
    await room.press(marta, "robot")
    await room.start(marta)
    assert room.place().id == room.channel.id


async def test_two_managers_at_once(room: Room) -> None:
    """Each sets something else: both changes hold."""
    marta, milan = room.manager(), room.manager("Milan")
    said = [(marta, "tables 4"), (milan, "own_tables 1"), (marta, "min_games 1")]
    for who in (marta, milan):
        await room.command(who, "pref server")
    clicks = [(who, who.private, f"pref:d:0:0:server {what}") for who, what in said]
    await room.raw(*((who, seen, what) for who, seen, what in clicks if seen is not None))
    guild = await room.store.preferences.guild(room.guild.id)
    assert (guild.max_tables, guild.max_user_tables, guild.min_games) == (4, 1, 1)


async def test_two_settings_in_one_command(room: Room) -> None:
    """Both hold, or neither."""
    marta, loud = room.manager(), room.guild.create_role("Players", mentionable=True)
    await room.command(marta, "pref server", room.channel, zone="Europe/Atlantis", role=loud)
    guild = await room.store.preferences.guild(room.guild.id)
    assert (guild.zone, guild.role) == ("UTC", None)
    await room.command(marta, "pref server", room.channel, zone="Europe/Moscow", role=loud)
    guild = await room.store.preferences.guild(room.guild.id)
    assert (guild.zone, guild.role) == ("Europe/Moscow", loud.id)


async def test_a_match_to_a_time_of_day(room: Room, ana: Person) -> None:
    """The time is in the server's zone; every evening begins at midnight UTC, 3 in Moscow."""
    marta, moscow = room.manager(), room.now() - room.now() % 86_400 - 3 * 3600
    await room.command(ana, "pref server", zone="Europe/Moscow")
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    await room.command(marta, "pref server", zone="Europe/Atlantis")
    sentence = room.sentence(Refusal.VALUE_UNKNOWN, option="zone", value="Europe/Atlantis")
    assert sentence in words_of(marta.private)
    await room.command(marta, "pref server", zone="Europe/Samara")
    await room.press(marta, "server page look")
    await room.press(marta, "server zone Europe/Moscow")
    await room.seated(ana, robots=2, rules="rostov", clock="none")
    await room.set_rules(ana, end_condition="until(21:00)")
    ends = moscow + 21 * 3600
    assert f"<t:{ends}:t>" in words_of(room.message())
    await room.start(ana)
    assert room.row()["ends_at"] == ends
    await room.press(marta, "server zone UTC")
    await room.restart(kill=True)
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    assert f"<t:{ends}:t>" in words_of(room.message())
    await room.later(ends - room.now(), step=3600)
    await room.skip_out()
    assert room.game().carry.time_up
    assert room.game().carry.number == 3  # a full round


async def test_several_tables_in_one_channel(channel_room: Room) -> None:
    """A command asks which table is meant; buttons know.

    Two tables whose messages were deleted are found, their hands opened and messages posted again.
    """
    room = channel_room
    ana, boris = room.person("Ana"), room.person("Boris")
    for _ in range(2):
        await room.seated(ana, robots=2, clock="none", target=20)
        await room.start(ana)
    with room.nothing_changes():
        await room.command(ana, "bid", call="pass")
        assert room.sentence(Refusal.SEVERAL_TABLES_HERE) in words_of(ana.private)
        await room.command(boris, "hand")
        assert room.say("tables.none_own") in words_of(boris.private)
        assert controls(boris.private) == []
    for game in (1, 2):
        room.env.backend.delete_message(room.channel.id, room.row(game)["message_id"])
    for game in (1, 2):
        await room.command(ana, "hand")
        assert words_of(ana.private).count(room.say("tables.your_turn")) == 2
        await room.press(ana, f"table {game}", ana.private)
        assert room.is_current_hand(ana, game)
        assert controls(room.message(game))
    for game in (1, 2):
        room.table = game
        ana.private = None
        await room.skip_until(lambda room: room.game().carry.number == 1)


async def test_the_way_to_ones_lobby(room: Room, ana: Person) -> None:
    """Also from another channel, and if its message was deleted."""
    await room.seated(ana)
    room.env.backend.delete_message(room.channel.id, room.row()["message_id"])
    away = room.guild.create_text_channel("lobby")
    await room.command(ana, "hand", away)
    assert room.say("hand.place", place=f"<#{room.channel.id}>") in words_of(ana.private)
    await room.press(ana, "robot", room.message())
    await room.press(ana, "leave", ana.private)


async def test_commands_without_a_table(room: Room, ana: Person) -> None:
    for name, options in (
        ("hand", {}),
        ("bid", {"call": "pass"}),
        ("play", {"move": "KS"}),
        ("claim", {}),
        ("pref score", {}),
        ("pref last", {}),
        ("table join", {}),
        ("table leave", {}),
        ("table start", {}),
        ("table close", {}),
    ):
        await room.command(ana, name, **options)
        assert room.sentence(Refusal.NO_TABLE_HERE) in words_of(ana.private), name
    for name in ("leaderboard", "pref history", "pref me", "pref help"):
        await room.command(ana, name)
        assert room.sentence(Refusal.NO_TABLE_HERE) not in words_of(ana.private), name
