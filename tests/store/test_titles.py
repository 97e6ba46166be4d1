"""Titles in the store: recorded once, forfeited by hiding or being erased, none during a match."""

from bot.model.enums import Status
from bot.model.settings import GuildSettings, UserSettings
from bot.store import Store
from bot.store.queries.leaderboards import Title
from tests.store.making import GUILD, change, finish, new_game, sit

FIRST, SECOND = 71, 72


async def test_titles_are_recorded_and_forfeited(store: Store) -> None:
    await finish(store, (1, 10, 1), (2, 0, 2), (3, -10, 3))
    for title in (Title(1, FIRST), Title(1, FIRST), Title(2, FIRST), Title(3, SECOND)):
        await store.titles.put(GUILD, title)
    assert len(await store.titles.of_guild(GUILD)) == 3
    assert await store.titles.of_guild(GUILD + 1) == frozenset()
    assert await store.titles.forfeited(GUILD) == frozenset()
    await store.preferences.set_person(UserSettings(2, ranked=False))
    await store.privacy.erase(3)
    assert await store.titles.forfeited(GUILD) == {Title(2, FIRST), Title(3, SECOND)}
    await store.titles.delete(GUILD, Title(2, FIRST))
    assert await store.titles.of_guild(GUILD) == {Title(1, FIRST), Title(3, SECOND)}


async def test_servers_with_titles(store: Store) -> None:
    """With a role to give, or one that was given and is to be taken."""
    for number in (1, 2, 3):
        await store.preferences.set_guild(GuildSettings(number))
    await store.preferences.set_guild(GuildSettings(1, champion_title=FIRST))
    await store.titles.put(3, Title(9, FIRST))
    found = await store.preferences.guilds_with_titles()
    assert [guild.guild_id for guild in found] == [1, 3]
    while (await store.retention.anonymise_guild(3)).games:
        pass
    assert await store.titles.of_guild(3) == frozenset()


async def test_who_plays(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    assert not await store.titles.is_playing(1)
    await change(store, game_id, status=Status.PLAYING)
    assert await store.titles.is_playing(1)
    assert not await store.titles.is_playing(2)
    await change(store, game_id, status=Status.VOID, ended_at=3000)
    assert not await store.titles.is_playing(1)
