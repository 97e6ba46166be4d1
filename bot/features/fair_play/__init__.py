"""Fair play on a server, /pref fairplay: what the bot guarantees; results of pairs for managers.

The handlers are here: the seals of open tables, the matches of a year by pairs.

fair_play_screens.py   the pages; what two members bring each other, with its error
"""

from typing import Final, NamedTuple

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler, registry
from bot.discord_ui.handlers.context import Context, Services
from bot.features.fair_play.fair_play_screens import (
    PairResult,
    PairRow,
    SealedDeck,
    fair_play_log_screen,
    fair_play_screen,
    pair_results,
    pair_results_screen,
)
from bot.features.feature import Feature
from bot.model.enums import Status
from bot.model.leaderboards import DEALS_A_MATCH, RatedMatch
from bot.model.refusals import Refusal, Refused
from bot.render.words import Words
from bot.store.queries.leaderboards import MatchPosition, RatedScope
from bot.ui_commands.server_commands import ShowFairPlay, ShowFairPlayLog, ShowPairResults

_MOST_SEALS: Final = 10
_MOST_PAIRS: Final = 10
_YEAR: Final = 365 * 24 * 3600  # seconds


@registry.handles(ShowFairPlay)
async def show_fair_play(context: Context, _: ShowFairPlay) -> None:
    """Show any member what the bot guarantees."""
    await context.show(fair_play_screen(context.words, can_manage=context.can_manage()))


@registry.handles(ShowFairPlayLog)
async def show_fair_play_log(context: Context, _: ShowFairPlayLog) -> None:
    """Show any member what holds of the play, and the seals of the open tables."""
    sealed = await _sealed_decks(context.services, context.guild_id, context.words)
    await context.show(fair_play_log_screen(sealed, context.words))


async def _sealed_decks(services: Services, guild_id: int, words: Words) -> list[SealedDeck]:
    """Return the sealed decks of the newest open tables."""
    statuses = (Status.LOBBY, Status.PLAYING, Status.PAUSED)
    rows = await services.store.game_queries.games_of_guild(guild_id, statuses)
    found = []
    for row in rows[-_MOST_SEALS:]:
        facts = await services.table_data.of(await services.tables.get(row.game_id), words)
        if facts.deck is not None:
            found.append(SealedDeck(row.game_id, facts.deck.deal, facts.deck.commitment))
    return found


class _Listed(NamedTuple):
    """A pair of one family, with the points of a match in one unit of luck."""

    pair: PairResult
    family: str
    unit: float


@registry.handles(ShowPairResults)
async def show_pair_results(context: Context, _: ShowPairResults) -> None:
    """Show managers the pairs whose joint results of a year are the highest in errors."""
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
    await context.defer()
    services = context.services
    hidden = await services.store.preferences.unranked_users()
    found = [one for one in await _all_pairs(context) if not hidden.intersection(one.pair.users)]
    found.sort(key=lambda one: -one.pair.errors)
    rows = [await _row(services, one) for one in found[:_MOST_PAIRS]]
    await context.show(pair_results_screen(rows, len(found), context.words))


async def _all_pairs(context: Context) -> list[_Listed]:
    services, found = context.services, list[_Listed]()
    presets = services.presets
    for scope in await services.store.rated_matches.scopes(context.guild_id):
        if scope.with_robots or scope.of_two:
            continue
        own = (name for name in presets.names() if presets.family_key(name) == scope.family)
        unit = DEALS_A_MATCH * presets.spread(min(own, key=presets.number))
        matches = await _matches_of_a_year(context, scope)
        found += [
            _Listed(pair, scope.family, unit) for pair in pair_results(matches, presets.spread)
        ]
    return found


async def _matches_of_a_year(context: Context, scope: RatedScope) -> list[RatedMatch]:
    services = context.services
    since = MatchPosition(services.tables.services.now() - _YEAR)
    matches: list[RatedMatch] = []
    while read := await services.store.rated_matches.matches_after(context.guild_id, scope, since):
        matches += read
        since = MatchPosition(read[-1].ended_at, read[-1].game_id)
    return matches


async def _row(services: Services, listed: _Listed) -> PairRow:
    pair = listed.pair
    names = [await services.names.name_of(user) for user in pair.users]
    return PairRow(
        (names[0], names[1]),
        listed.family,
        pair.matches,
        listed.unit * pair.excess,
        listed.unit * pair.error,
    )


__all__ = ["FAIR_PLAY", "fair_play_handlers"]


class FairPlayCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("fairplay", "command.fairplay"),
        description=localized(
            "What the bot guarantees, and how to check it", "command.fairplay.help"
        ),
    )
    async def fairplay(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowFairPlay())


FAIR_PLAY: Final = Feature(pref_parts=(FairPlayCog,))
