"""Settings read back as stored, and as defaults before."""

from bot.model.enums import CardFaces, Clock, NotifyWhen
from bot.model.settings import GuildSettings, UserSettings, columns_of
from bot.model.values import replace
from bot.store import Store


async def test_a_server(store: Store) -> None:
    assert await store.preferences.guild(5) == GuildSettings(5)
    wished = replace(
        GuildSettings(5), locale="sr", max_tables=2, use_threads=False, zone="Asia/Tbilisi"
    )
    wished = replace(wished, pictures=False, faces=CardFaces.GERMAN)
    await store.preferences.set_guild(wished)
    assert await store.preferences.guild(5) == wished
    await store.preferences.set_guild(replace(wished, clock=Clock.FAST))
    assert (await store.preferences.guild(5)).clock is Clock.FAST


async def test_a_player(store: Store) -> None:
    assert await store.preferences.person(5) == UserSettings(5)
    await store.preferences.set_person(UserSettings(5, "ru"))
    assert await store.preferences.person(5) == UserSettings(5, "ru")
    quiet = replace(UserSettings(5, "ru"), quiet_from=23, quiet_until=7, zone="Asia/Tbilisi")
    wished = replace(quiet, summoning=NotifyWhen.DIRECT, refused=True, spelled=True)
    wished = replace(wished, pictures=False, faces=CardFaces.CYRILLIC, offered=True)
    await store.preferences.set_person(wished)
    await store.preferences.set_name(5, "Ana")
    assert await store.preferences.person(5) == replace(wished, name="Ana")


async def test_rows_of_before_a_column_read_as_the_defaults(store: Store) -> None:
    """A new column gives its default to existing rows."""
    async with store.preferences._connection() as db:
        await db.fetch("INSERT INTO guild (guild_id) VALUES (?)", (5,))
        await db.fetch("INSERT INTO person (user_id) VALUES (?)", (5,))
    guild, person = await store.preferences.guild(5), await store.preferences.person(5)
    for found, defaults in ((guild, GuildSettings(5)), (person, UserSettings(5))):
        unequal = [
            name
            for name in columns_of(type(defaults))
            if getattr(found, name) != getattr(defaults, name)
        ]
        assert not unequal, f"give these columns the default of bot/model/settings.py: {unequal}"


async def test_the_bot_itself(store: Store) -> None:
    assert await store.preferences.bot_fact("tiles") is None
    await store.preferences.set_bot_fact("tiles", "1")
    await store.preferences.set_bot_fact("tiles", "2")
    assert await store.preferences.bot_fact("tiles") == "2"
    await store.preferences.set_bot_fact("tiles", None)
    assert await store.preferences.bot_fact("tiles") is None
    assert await store.preferences.last_alive() is None
    await store.preferences.touch_alive(1234)
    assert await store.preferences.last_alive() == 1234


async def test_connections_of_a_day_are_counted_from_the_first(store: Store) -> None:
    times = (1000, 1001, 1000 + 86399, 1000 + 86400)
    assert [await store.preferences.count_connection(at) for at in times] == [1, 2, 3, 1]
