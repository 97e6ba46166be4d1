"""The caches about people equal the store, also while somebody is erased."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.discord_ui.delivery import MessageReader
from bot.discord_ui.people import NameCache, PreferenceCache
from bot.model.settings import GuildSettings, UserSettings
from bot.model.values import replace
from bot.render.words import load_catalogue
from bot.store.queries.preferences import Preferences
from tests.tables.conftest import ANA, House

HERE: Final = 1  # a server


class Slow:
    """Holds back an answer of the store until it is released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wishes: Preferences, what: str) -> None:
        self._ask: Callable[..., Awaitable[Any]] = getattr(wishes, what)
        self._asked, self._arrives = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(wishes, what, self._answer)

    async def _answer(self, *values: object) -> object:
        found = await self._ask(*values)
        self._asked.set()
        await self._arrives.wait()
        return found

    async def meanwhile(self, reading: Awaitable[object], forget: Callable[[], None]) -> None:
        """Erase somebody between the answer of the store and its reader."""
        task = asyncio.ensure_future(reading)
        await self._asked.wait()
        forget()
        self._arrives.set()
        await task


async def test_a_name_read_before_an_erasure(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    names, wishes = NameCache(house.store), house.store.preferences
    await wishes.set_name(ANA, "Ana")
    slow = Slow(monkeypatch, wishes, "person")
    await slow.meanwhile(names.name_of(ANA), lambda: names.forget(ANA))
    await house.store.privacy.erase(ANA)
    assert await names.name_of(ANA) == "0011"


async def test_a_name_cached_before_an_erasure(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process erased them: the cache alone does not count, their next click stores it."""
    names, wishes = NameCache(house.store), house.store.preferences
    ana = cast("discord.User", SimpleNamespace(id=ANA, display_name="Ana"))
    slow = Slow(monkeypatch, wishes, "set_name")
    await slow.meanwhile(names.remember(ana), lambda: names.forget(ANA))
    await house.store.privacy.erase(ANA)
    assert await names.name_of(ANA) == "0011"
    await names.remember(ana)
    assert (await wishes.person(ANA)).name == "Ana"


async def test_a_wish_that_was_read_before_it_was_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages, wishes = (
        PreferenceCache(house.store, load_catalogue(), "en"),
        house.store.preferences,
    )
    await wishes.set_person(replace(UserSettings(ANA), locale="ru"))
    await wishes.set_guild(GuildSettings(HERE, "ru"))
    person = Slow(monkeypatch, wishes, "person")
    await person.meanwhile(languages.person(ANA), lambda: languages.forget(ANA))
    guild = Slow(monkeypatch, wishes, "guild")
    await guild.meanwhile(languages.server(HERE), lambda: languages.forget_server(HERE))
    await house.store.privacy.erase(ANA)
    await house.store.retention.anonymise_guild(HERE)
    assert (await languages.person(ANA)).locale is None
    assert (await languages.server(HERE)).locale is None


async def test_words_follow_every_change_of_settings(house: House) -> None:
    wishes, languages = house.store.preferences, load_catalogue()
    cache, reader = PreferenceCache(house.store, languages, "en"), MessageReader(ANA, HERE, 5, "de")

    async def shown() -> tuple[str, str]:
        ours = await cache.words_for_server(HERE, "de")
        return (await cache.words_for_reader(reader)).locale, ours.locale

    assert await shown() == ("de", "de")
    await cache.change_server(HERE, lambda guild: replace(guild, locale="ru"))
    assert await shown() == ("ru", "ru")
    await cache.save_person(replace(UserSettings(ANA), locale="hr"))
    assert await shown() == ("hr", "ru")
    await wishes.set_person(UserSettings(ANA))
    await wishes.set_guild(GuildSettings(HERE, "sr"))  # another process changed both
    cache.forget(ANA)
    cache.forget_server(HERE)
    assert await shown() == ("sr", "sr")


async def test_words_chosen_by_settings_that_change_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes, reader = house.store.preferences, MessageReader(ANA, HERE, 5, "de")
    cache = PreferenceCache(house.store, load_catalogue(), "en")
    await wishes.set_person(replace(UserSettings(ANA), locale="ru"))
    slow = Slow(monkeypatch, wishes, "person")
    await slow.meanwhile(cache.words_for_reader(reader), lambda: cache.forget(ANA))
    await wishes.set_person(replace(UserSettings(ANA), locale="hr"))
    assert (await cache.words_for_reader(reader)).locale == "hr"
