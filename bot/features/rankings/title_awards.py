"""Titles as roles: who has earned which, and the round that gives and takes them once a day.

A round first takes away, then gives.  Before each request it looks if a match of that member runs:
then the title waits for the next round.  Titles of people who hide or were erased are taken within
the hour.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import ceil
from typing import Final

import discord

from bot.discord_ui import channels
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.discord_ui.start_times import zone_of
from bot.features.rankings.rating import Rating
from bot.features.rankings.rating_book import book_of
from bot.model.periods import season_before
from bot.model.refusals import Refusal
from bot.model.settings import GuildSettings
from bot.model.values import Record, replace
from bot.presets import DEFAULT_PRESET
from bot.render.server.settings_screens import titles_notice_screen
from bot.render.words import Words
from bot.store.queries.leaderboards import RatedScope, Title
from bot.workers import TooSlow

log = logging.getLogger(__name__)

FEWEST_RANKED: Final = 4  # members with a rating that is not provisional; below that no band
_QUIET_HOUR: Final = 5  # no round earlier, on the server's clock


# Who has earned a title.


def earned_titles(
    guild: GuildSettings, standings: Sequence[Rating], last_season: Sequence[Rating]
) -> frozenset[Title]:
    """Return the titles of a server by its rating and by that of the last season.

    ``standings`` are the listed members, the best first.  The first quarter of those whose rating
    is not provisional has the first title, the next quarter the second.
    """
    known = [rating.user_id for rating in standings if not rating.is_provisional]
    size = ceil(len(known) / 4) if len(known) >= FEWEST_RANKED else 0
    holders = (
        (guild.first_title, known[:size]),
        (guild.second_title, known[size : 2 * size]),
        (guild.champion_title, [rating.user_id for rating in last_season[:1]]),
    )
    return frozenset(Title(user, role) for role, users in holders if role for user in users)


async def read_earned_titles(services: Services, guild: GuildSettings) -> frozenset[Title]:
    """Return the titles of a server by its ratings now.  Raises StorageTrouble."""
    preset = guild.preset if guild.preset in services.presets.names() else DEFAULT_PRESET
    scope = RatedScope(services.presets.family_key(preset or DEFAULT_PRESET))
    season = scope._replace(season=season_before(services.tables.services.now()))
    hidden = await services.store.preferences.unranked_users()
    book, fewest = book_of(services.store, services.presets), max(1, guild.min_games)
    listed = [
        (await book.ratings(guild.guild_id, one)).standings(
            fewest, lambda rating: rating.user_id not in hidden
        )
        for one in (scope, season)
    ]
    return earned_titles(guild, *listed)


# The round of a server.


async def award_titles(services: Services, client: discord.Client) -> None:
    """Give and take what is due on all servers of this process.  Raises StorageTrouble."""
    owned = services.tables.services.owned
    for guild in await services.store.preferences.guilds_with_titles():
        server = client.get_guild(guild.guild_id)
        if server is None or server.unavailable or not owned.covers(guild.guild_id):
            continue
        preferred = str(server.preferred_locale)
        words = await services.preferences.words_for_server(server.id, preferred)
        try:
            await _Round(services, client, server, guild, words).run()
        except REQUEST_ERRORS as error:  # within the next hour
            log.warning("the titles on server %s wait: %s", server.id, failure_of(error).name)


def is_round_due(guild: GuildSettings, now: int) -> bool:
    """Return True from early morning on, by the server's clock, until that day's round is over."""
    moment = _local_time(guild, now)
    return guild.titles_day < moment.toordinal() and moment.hour >= _QUIET_HOUR


def _local_time(guild: GuildSettings, now: int) -> datetime:
    return datetime.fromtimestamp(now, UTC).astimezone(zone_of(guild.zone))


class _Round(Record):
    """One look at the titles of a server."""

    services: Services
    client: discord.Client
    server: discord.Guild
    guild: GuildSettings
    words: Words

    async def run(self) -> None:
        """Bring the roles to what is earned.  Raises one of ``REQUEST_ERRORS``, StorageTrouble."""
        store, now = self.services.store.titles, self.services.tables.services.now()
        held, is_due = await store.of_guild(self.server.id), is_round_due(self.guild, now)
        wanted = held - await store.forfeited(self.server.id)
        if not is_due and wanted == held:
            return
        chosen = self.guild.title_roles
        obstacles = {
            role: channels.title_obstacle(self.server, role)
            for role in chosen | {title.role_id for title in held}
        }
        trouble = next((obstacles[role] for role in sorted(chosen) if obstacles[role]), None)
        if trouble is not None:
            await self._tell(trouble)
        if Refusal.TITLE_PERMISSION in obstacles.values():
            return
        if is_due:
            wanted = await read_earned_titles(self.services, self.guild)
        gone = {one for one in held if obstacles[one.role_id] is Refusal.TITLE_ROLE_GONE}
        try:
            await self._take(held - wanted | gone, obstacles)
            await self._give(wanted, obstacles)
        except discord.Forbidden:  # where moderators need a second factor, for example
            trouble = Refusal.TITLE_PERMISSION
            await self._tell(trouble)
        if is_due:
            await self._record(trouble or "", _local_time(self.guild, now).toordinal())

    async def _take(
        self, titles: Collection[Title], obstacles: Mapping[int, Refusal | None]
    ) -> None:
        store = self.services.store.titles
        for title in sorted(titles):
            obstacle = obstacles[title.role_id]
            if obstacle is Refusal.TITLE_ROLE_GONE:
                await store.delete(self.server.id, title)
            elif obstacle is None and not await store.is_playing(title.user_id):
                await self._take_one(title)

    async def _give(
        self, titles: Collection[Title], obstacles: Mapping[int, Refusal | None]
    ) -> None:
        store = self.services.store.titles
        for title in sorted(titles):
            if obstacles[title.role_id] is None and not await store.is_playing(title.user_id):
                await self._give_one(title)

    async def _take_one(self, title: Title) -> None:
        """Take a role that the bot has given, and forget it; who has left is only forgotten."""
        limiter = self.services.rate_limiter
        member = await channels.fetch_member(self.server, title.user_id, limiter)
        if member is not None and member.get_role(title.role_id) is not None:
            await channels.take_role(member, title.role_id, self._reason, limiter)
        await self.services.store.titles.delete(self.server.id, title)

    async def _give_one(self, title: Title) -> None:
        """Record a title and give its role; a role that somebody else gave is left as it is."""
        limiter, store = self.services.rate_limiter, self.services.store.titles
        member = await channels.fetch_member(self.server, title.user_id, limiter)
        if member is None:
            await store.delete(self.server.id, title)
        elif member.get_role(title.role_id) is None:
            await store.put(self.server.id, title)
            await channels.give_role(member, title.role_id, self._reason, limiter)

    @property
    def _reason(self) -> str:
        return self.words.say("titles.reason")

    async def _tell(self, trouble: Refusal) -> None:
        """Say once what stands in the way, to the moderators where the server has a place."""
        if trouble == self.guild.titles_trouble:
            return
        log.warning("the titles on server %s cannot be given: %s", self.server.id, trouble)
        await self._record(trouble, self.guild.titles_day)
        channel = self.server.public_updates_channel or self.server.system_channel
        if channel is None:
            return
        nonce = nonce_of(f"titles {self.server.id} {self.guild.titles_day} {trouble}")
        screen = titles_notice_screen(trouble, self.words)
        with suppress(TooSlow, *REQUEST_ERRORS):  # the page of the settings says it too
            post = ServerPost(self.server.id, channel.id, screen, self.words, nonce)
            await post_in_channel(self.services, self.client, post)

    async def _record(self, trouble: str, day: int) -> None:
        """Store the last round, unless a manager has chosen other roles meanwhile."""

        def changed(now: GuildSettings) -> GuildSettings:
            if now.title_roles != self.guild.title_roles:
                return now
            return replace(now, titles_trouble=trouble, titles_day=day)

        await self.services.preferences.change_server(self.server.id, changed)
