"""Leagues of a server: rounds of tables that are drawn, opened and scored by themselves.

pairings.py            draws of tables of three and four
formats.py             the Serbian league, the Russian tournament and others: points of a match
league_log.py          lines that are only added, and the state they lead to
standings.py           places, ties, yellow cards
course.py              what is due at a moment
league_screens.py      standing, also as a picture, rounds, log, and the posts for everybody
league_handlers.py     making, entering and correcting a league
league_runner.py       loads a league, does what is due, reads tables' results, posts the news
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from bot.background.table_tasks import WakeTimer
from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.registry import handled_in
from bot.features.feature import Feature
from bot.features.leagues.formats import LeagueFormat
from bot.store import StorageTrouble
from bot.ui_commands.server_commands import (
    EnterLeague,
    LeaveLeague,
    ManageLeague,
    ShowLeague,
    ShowLeagues,
    ShowRound,
)
from bot.workers import TooSlow

__all__ = ["LEAGUES"]

log = logging.getLogger(__name__)

handled_in(
    "bot.features.leagues.league_handlers",
    *(ShowLeagues, ShowLeague, ShowRound, EnterLeague, LeaveLeague, ManageLeague),
)


_Choices = list[app_commands.Choice[str]]
_FORMATS: Final = [
    app_commands.Choice(name=localized(name, f"league.format.{kind}"), value=kind.value)
    for name, kind in (
        ("Serbian league", LeagueFormat.SERBIAN),
        ("Russian tournament", LeagueFormat.RUSSIAN),
        ("Swiss", LeagueFormat.SWISS),
        ("Round robin", LeagueFormat.ROUND_ROBIN),
        ("Knock-out", LeagueFormat.KNOCK_OUT),
    )
]


class LeagueCog(commands.Cog):
    """/pref league: the leagues of a server, and for managers a new one."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("league", "command.league"),
        description=localized("Leagues and tournaments of this server", "command.league.help"),
    )
    @app_commands.rename(
        name=localized("name", "command.league.name"),
        kind=localized("format", "command.league.kind"),
        start=localized("start", "command.league.start"),
        every=localized("every", "command.league.every"),
        rounds=localized("rounds", "command.league.rounds"),
        deals=localized("deals", "command.league.deals"),
        preset=localized("rules", "command.open.preset"),
        target=localized("target", "command.open.target"),
    )
    @app_commands.describe(
        name=localized("With a start: a new league in this channel", "command.league.name.help"),
        kind=localized("How tables are drawn and scored", "command.league.kind.help"),
        start=localized("First round: Friday 21:00", "command.league.start.help"),
        every=localized("Days between rounds; 0: one evening", "command.league.every.help"),
        rounds=localized("Rounds of a Swiss, before its final", "command.league.rounds.help"),
        deals=localized("Deals of a match, where the rules count", "command.league.deals.help"),
        preset=localized(
            "Which rules: those of the server if nothing is chosen", "command.solo.preset.help"
        ),
        target=localized(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
    )
    @app_commands.choices(kind=_FORMATS)
    async def league(
        self,
        interaction: Interaction,
        name: str | None = None,
        kind: str | None = None,
        start: str | None = None,
        every: app_commands.Range[int, 0, 60] | None = None,
        rounds: app_commands.Range[int, 1, 30] | None = None,
        deals: app_commands.Range[int, 6, 18] | None = None,
        preset: str | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
    ) -> None:
        from bot.features.leagues.league_handlers import NewLeague, create_league

        form = LeagueFormat(kind or LeagueFormat.SWISS)
        new = NewLeague(name, form, start, every, rounds, deals, preset, target)
        await self.handler.run_typed(interaction, lambda context: create_league(context, new))

    @league.autocomplete("preset")
    async def league_presets(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_presets(interaction, typed)


def start_leagues(
    services: Services, client: discord.Client
) -> Callable[[], Coroutine[None, None, None]]:
    """Run the leagues of all servers of this process; return what stops that."""
    timer = LeagueTimer(services, client)
    services.on_league_change.append(timer.rearm)
    services.ruling_writer.listeners.append(lambda *_: timer.rearm())
    timer.rearm()
    return timer.stop


class LeagueTimer:
    """One task per league while something is due; the runner is imported with the first."""

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
            from bot.features.leagues.league_runner import LeagueRunner

            await LeagueRunner(self._services, self._client).advance(league_id)
        except StorageTrouble as trouble:  # it stays due, and the timer rings again
            log.warning("league %s waits for the storage: %s", league_id, trouble)
        except TooSlow:
            log.warning("the draw of league %s is tried again", league_id)
        except Exception as error:
            log.error("league %s failed: %s", league_id, type(error).__name__)
        finally:
            del self._running[league_id]
            self._timer.rearm()


LEAGUES: Final = Feature(pref_parts=(LeagueCog,), start=start_leagues)
