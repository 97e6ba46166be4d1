"""Settings come back as they were kept, and as defaults before."""

from dataclasses import replace

from bot.store import Store
from bot.store.rows import Guild, Person


async def test_a_server(store: Store) -> None:
    assert await store.guild(5) == Guild(5)
    wished = replace(Guild(5), locale="sr", max_tables=2, use_threads=False)
    await store.set_guild(wished)
    assert await store.guild(5) == wished
    await store.set_guild(replace(wished, clock="fast"))
    assert (await store.guild(5)).clock == "fast"


async def test_a_player(store: Store) -> None:
    assert await store.person(5) == Person(5)
    await store.set_person(Person(5, "ru"))
    assert await store.person(5) == Person(5, "ru")


async def test_the_bot_itself(store: Store) -> None:
    assert await store.setting("tiles") is None
    await store.set_setting("tiles", "1")
    await store.set_setting("tiles", "2")
    assert await store.setting("tiles") == "2"
    await store.set_setting("tiles", None)
    assert await store.setting("tiles") is None
    assert await store.last_alive() is None
    await store.touch_alive(1234)
    assert await store.last_alive() == 1234
