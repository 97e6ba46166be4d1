"""`/pref privacy`: users read, export and erase their stored data."""

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.cli.verify import verify_games
from bot.model.refusals import Refusal
from bot.model.settings import GuildSettings
from tests.support.room import Message, Person, Room, controls, words_of

pytestmark = pytest.mark.slow


@pytest.fixture
async def ana(room: Room) -> Person:
    """Finish a match with Boris and a robot; both have cut the first deck."""
    people = [room.person(name) for name in ("Ana", "Boris")]
    await room.seated(*people, robots=1, clock="none", target=1)
    await room.cut(people[0], "hers")
    await room.cut(people[1], "his")
    await room.start(people[0])
    await room.skip_out()
    return people[0]


def file_of(room: Room, message: Message | None) -> str:
    """Return the one file on a message."""
    assert message is not None
    (attached,) = message.attachments
    content = room.env.backend.cdn.get(attached.url)
    assert content is not None
    return content.decode()


def check_page(room: Room, who: Person) -> None:
    """Check the page's numbers before anything is deleted."""
    page = words_of(who.private)
    assert room.say("privacy.name", name=who.called) in page
    words = room.bot.parts.catalogue.words("en")
    assert words.say_plural("privacy.games", 1) in page
    assert words.say_plural("privacy.results", 1) in page
    assert words.say_plural("privacy.cuts", 1) in page


async def test_the_file_is_complete_and_tells_nothing_of_others(room: Room, ana: Person) -> None:
    boris = room.people[1]
    await room.command(ana, "pref privacy")
    check_page(room, ana)
    await room.press(ana, "privacy export")
    assert room.say("privacy.exported") in words_of(ana.private)
    text = file_of(room, ana.private)
    said: dict[str, Any] = json.loads(text)
    (game,) = said["games"]
    assert [act["text"] for act in game["acts"]] == own_moves(room, ana) != []
    assert game["cuts"] == [{"deal": 1, "word": "hers"}]
    assert said["user_id"] == str(ana.id)
    for (seed,) in room.read("SELECT seed FROM shuffle"):
        assert seed not in text
    for foreign in (str(boris.id), "Boris", 'his"', "deck "):
        assert foreign not in text
    numbers = room.read("SELECT number FROM player WHERE user_id <> ?", ana.id)
    assert all(str(row["number"]) not in text for row in numbers)


def own_moves(room: Room, who: Person) -> list[str]:
    sql = (
        'SELECT text FROM line JOIN player ON "by" = CAST(number AS TEXT)'
        " AND player.game_id = line.game_id WHERE user_id = ? ORDER BY version"
    )
    return [row["text"] for row in room.read(sql, who.id)]


def tables_with(room: Room, user_id: int) -> list[str]:
    """Return the places in the file where a number stands."""
    with closing(sqlite3.connect(room.path)) as db:
        tables = [row[0] for row in db.execute("SELECT name FROM pragma_table_list")]
        return [
            table
            for table in tables
            if not table.startswith("sqlite_")
            and any(
                str(user_id) in map(str, row)
                for row in db.execute(f"SELECT * FROM {table}")  # noqa: S608
            )
        ]


async def test_who_is_forgotten_is_a_former_player(room: Room, ana: Person) -> None:
    boris = room.people[1]
    room.check()
    room.witness.kept.clear()  # nobody can tell any more who saw which cards
    await room.command(ana, "pref privacy")
    await room.press(ana, "privacy forget")
    assert tables_with(room, ana.id)  # the first press deletes nothing
    await room.press(ana, "privacy forget yes")
    assert room.say("privacy.forgotten") in words_of(ana.private)
    assert tables_with(room, ana.id) == []
    await room.command(boris, "pref score")
    former = room.say("player.forgotten")
    assert former in words_of(boris.private)
    assert "Ana" not in words_of(boris.private)
    await room.command(boris, "pref history")
    assert former in words_of(boris.private)
    await room.command(ana, "pref privacy")
    assert room.say("privacy.nothing") in words_of(ana.private)
    differences: list[object] = []
    assert await verify_games(room.path, differences.append, lambda *_: None) == 1
    assert differences == []


async def test_settings_alone_are_shown_and_can_be_deleted(room: Room) -> None:
    """A person who never played may have chosen settings: the page must not say "nothing"."""
    vera = room.person("Vera")
    await room.command(vera, "pref me")
    await room.press(vera, "me cards names", vera.private)
    await room.command(vera, "pref privacy")
    assert room.say("privacy.settings") in words_of(vera.private)
    assert room.say("privacy.nothing") not in words_of(vera.private)
    await room.press(vera, "privacy forget")
    await room.press(vera, "privacy forget yes")
    await room.command(vera, "pref privacy")
    assert room.say("privacy.nothing") in words_of(vera.private)


async def test_who_sits_is_told_where(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris)
    await room.command(boris, "pref privacy")
    await room.press(boris, "privacy forget")
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}"
    sentence = room.sentence(Refusal.STILL_SEATED, tables=f"[#{room.table}]({place})")
    assert sentence in words_of(boris.private)
    assert [one.text for one in controls(boris.private)] == ["privacy"]
    await room.press(boris, "privacy")
    await room.press(boris, "leave", room.message())
    await room.command(boris, "pref privacy")
    await room.press(boris, "privacy forget")
    page = boris.private
    await room.press(boris, "join", room.message())
    await room.press(boris, "privacy forget yes", page)  # they sat down between the two presses
    assert sentence in words_of(boris.private)
    assert tables_with(room, boris.id)


async def test_a_server_that_removes_the_bot_is_missed_from_then_on(room: Room) -> None:
    """The bot gets the event, or finds out at its next start."""
    ana, other = room.person("Ana"), room.env.create_guild("Elsewhere")
    await room.open_table(ana)
    await room.bot.parts.store.preferences.set_guild(GuildSettings(other.id))
    await room.bot.parts.store.preferences.set_guild(
        GuildSettings(77)
    )  # it left this one while the bot was down
    room.env.backend.remove_guild(other.id)
    await room.later(1)
    assert await room.store.retention.missing_servers(room.now()) == (other.id,)
    await room.restart()
    assert await room.store.retention.missing_servers(room.now()) == (77, other.id)
    await room.press(ana, "leave", room.message())
