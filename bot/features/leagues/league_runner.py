"""Runs the leagues of this process: draws, opens and scores what is due, and posts the news.

All state is in the store.  A step is one line of a league's log, written at the version that was
read: after a kill, or a step of another process, the next look finds what is left to do.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

import discord

from bot.background.table_tasks import WakeTimer
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.features.leagues import course
from bot.features.leagues.league_log import LeagueEvent, Leave, Open, line_text
from bot.features.leagues.league_pages import LoadedLeague, load_league
from bot.features.leagues.league_screens import news_screen
from bot.features.leagues.match_results import result_of_table, results_after_rulings
from bot.model.refusals import Refused
from bot.store import StorageTrouble
from bot.store.queries.leagues import StoredLine
from bot.store.records import LeagueTable
from bot.workers import TooSlow

log = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 30  # between two looks at tables that are being played
_ABSENT_SECONDS: Final = 600  # between two looks for the channel of a league
_DRAW_SECONDS: Final = 20.0
_MOST_STEPS: Final = 500  # of one league in a row


def start_leagues(
    services: Services, client: discord.Client
) -> Callable[[], Coroutine[None, None, None]]:
    """Run the leagues of all servers of this process; return what stops that."""
    runner = LeagueRunner(services, client)
    services.on_league_change.append(runner.rearm)
    services.ruling_writer.listeners.append(lambda *_: runner.rearm())
    runner.rearm()
    return runner.stop


class LeagueRunner:
    """One task per league while something is due."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._client = services, client
        tables = services.tables.services
        self._timer = WakeTimer(
            services.store.leagues, tables.owned, tables.now, self._ring, self._is_unavailable
        )
        self._running: dict[int, asyncio.Task[None]] = {}

    def rearm(self) -> None:
        """Look again: something may be due."""
        self._timer.rearm()

    async def stop(self) -> None:
        """Finish the steps under way; the next start goes on."""
        await self._timer.stop()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def _is_unavailable(self, guild_id: int) -> bool:
        guild = self._client.get_guild(guild_id)
        return guild is None or guild.unavailable

    def _ring(self, league_id: int) -> None:
        if league_id not in self._running:
            self._running[league_id] = asyncio.create_task(self._run(league_id))

    async def _run(self, league_id: int) -> None:
        try:
            await self._advance(league_id)
        except StorageTrouble as trouble:  # it stays due, and the timer rings again
            log.warning("league %s waits for the storage: %s", league_id, trouble)
        except TooSlow:
            log.warning("the draw of league %s is tried again", league_id)
        except Exception as error:
            log.error("league %s failed: %s", league_id, type(error).__name__)
        finally:
            del self._running[league_id]
            self._timer.rearm()

    async def _advance(self, league_id: int) -> None:
        """Take one step after the other while one is due, then sleep until the next."""
        for _ in range(_MOST_STEPS):
            league = await load_league(self._services, league_id)
            if league is None:
                return
            events, until = await self._next_events(league)
            if events:
                await self._append(league, events)
            elif until is not None and until <= 0:
                continue  # a table was opened
            else:
                await self._post_news(league)
                if await self._services.store.leagues.rest(league.row, len(league.lines), until):
                    return

    async def _next_events(
        self, league: LoadedLeague
    ) -> tuple[tuple[LeagueEvent, ...], int | None]:
        """Return the lines that are due, or none and when to look again: 0 at once, None never."""
        state, now = league.state, self._services.tables.services.now()
        gone = [one for one in state.active if one not in league.users]
        if gone and not state.is_over:  # erased by their own wish
            return tuple(map(Leave, gone)), None
        ruled = await results_after_rulings(self._services, league)
        if ruled:
            return ruled, None
        times = list[int]()
        for step in course.next_steps(state, now, league.zone):
            match step:
                case course.Wait(until):
                    return (), until
                case course.DrawTables(number):
                    work = self._services.workers.run(_DRAW_SECONDS, course.draw, state, number)
                    return await work, None
                case course.OpenTable():
                    if await self._has_channel(league):
                        await self._open(league, step)
                        return (), 0
                    return (), now + _ABSENT_SECONDS  # until a manager moves the league
                case course.WatchTable():
                    members = state.tables[step.round, step.table].members
                    found = await result_of_table(self._services, step, members, league.users, now)
                    if found is not None:
                        return (found,), None
                    times.append(step.until)
                case event:
                    return (event,), None
        return (), min([*times, now + _LOOK_SECONDS])

    async def _has_channel(self, league: LoadedLeague) -> bool:
        """Return False for a channel that was deleted, or a thread the bot may not see."""
        guild = self._client.get_guild(league.row.guild_id)
        if guild is None or guild.get_channel_or_thread(league.channel_id) is not None:
            return True
        try:  # a thread at rest is not listed
            await self._client.fetch_channel(league.channel_id)
        except (discord.NotFound, discord.Forbidden):
            return False
        except REQUEST_ERRORS:
            return True
        return True

    async def _append(self, league: LoadedLeague, events: tuple[LeagueEvent, ...]) -> None:
        now = self._services.tables.services.now()
        lines = [
            StoredLine(version, now, 0, line_text(event))
            for version, event in enumerate(events, start=len(league.lines))
        ]
        await self._services.store.leagues.append(league.row.league_id, lines)

    async def _open(self, league: LoadedLeague, step: course.OpenTable) -> None:
        """Open a table with its members seated; the first of them deals first."""
        services, state = self._services, league.state
        members = state.tables[step.round, step.table].members
        text = line_text(Open(step.round, step.table, 0)).removesuffix(" 0")
        now = services.tables.services.now()
        turn = LeagueTable(league.row.league_id, len(league.lines), now, text)
        try:
            table = await services.tables.open_league(
                turn,
                guild_id=league.row.guild_id,
                channel_id=league.channel_id,
                rules=league.rules_of(step.round, len(members)),
                members=[league.users[one] for one in members if one in league.users],
                starts_at=step.starts_at,
            )
        except Refused:  # the league has gone on meanwhile: look again
            return
        services.tables.services.on_change(table.id)
        services.server_events.poke(league.row.guild_id)

    async def _post_news(self, league: LoadedLeague) -> None:
        """Post what has happened since the last post; what fails for now is posted later."""
        row, services = league.row, self._services
        guild = self._client.get_guild(row.guild_id)
        if len(league.lines) <= row.posted or guild is None:
            return
        preferred = str(guild.preferred_locale)
        words = await services.preferences.words_for_server(row.guild_id, preferred)
        screen = news_screen(league.page_data(), row.posted, words)
        if screen is not None:
            nonce = nonce_of(f"league {row.league_id} {len(league.lines)}")
            post = ServerPost(row.guild_id, league.channel_id, screen, words, nonce)
            try:
                await post_in_channel(services, self._client, post)
            except TooSlow:
                return
            except REQUEST_ERRORS as error:
                if failure_of(error) is RequestFailure.BUSY:
                    return
                log.warning("the news of league %s were not posted: %s", row.league_id, error)
        await services.store.leagues.set_posted(row.league_id, len(league.lines))
