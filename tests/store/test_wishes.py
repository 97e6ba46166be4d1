"""Settings come back as they were kept, and as defaults before."""

from dataclasses import replace

from bot.store import Store
from bot.store.wishes import Guild, Person
from bot.terms import Faces, Summoning


async def test_a_server(store: Store) -> None:
    assert await store.wishes.guild(5) == Guild(5)
    wished = replace(Guild(5), locale="sr", max_tables=2, use_threads=False, zone="Asia/Tbilisi")
    wished = replace(wished, pictures=False, faces=Faces.GERMAN)
    await store.wishes.set_guild(wished)
    assert await store.wishes.guild(5) == wished
    await store.wishes.set_guild(replace(wished, clock="fast"))
    assert (await store.wishes.guild(5)).clock == "fast"


async def test_a_player(store: Store) -> None:
    assert await store.wishes.person(5) == Person(5)
    await store.wishes.set_person(Person(5, "ru"))
    assert await store.wishes.person(5) == Person(5, "ru")
    quiet = replace(Person(5, "ru"), quiet_from=23, quiet_until=7, zone="Asia/Tbilisi")
    wished = replace(quiet, summoning=Summoning.DIRECT, refused=True, spelled=True)
    wished = replace(wished, pictures=False, faces=Faces.CYRILLIC, offered=True)
    await store.wishes.set_person(wished)
    await store.wishes.set_name(5, "Ana")
    assert await store.wishes.person(5) == replace(wished, name="Ana")


async def test_the_bot_itself(store: Store) -> None:
    assert await store.wishes.setting("tiles") is None
    await store.wishes.set_setting("tiles", "1")
    await store.wishes.set_setting("tiles", "2")
    assert await store.wishes.setting("tiles") == "2"
    await store.wishes.set_setting("tiles", None)
    assert await store.wishes.setting("tiles") is None
    assert await store.wishes.last_alive() is None
    await store.wishes.touch_alive(1234)
    assert await store.wishes.last_alive() == 1234
