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

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.features.feature import Feature
from bot.features.leagues import league_handlers
from bot.features.leagues.formats import LeagueFormat
from bot.features.leagues.league_handlers import NewLeague
from bot.features.leagues.league_runner import start_leagues

__all__ = ["LEAGUES", "league_handlers"]

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
        form = LeagueFormat(kind or LeagueFormat.SWISS)
        new = NewLeague(name, form, start, every, rounds, deals, preset, target)
        await self.handler.run_typed(
            interaction, lambda context: league_handlers.create_league(context, new)
        )

    @league.autocomplete("preset")
    async def league_presets(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_presets(interaction, typed)


LEAGUES: Final = Feature(pref_parts=(LeagueCog,), start=start_leagues)
