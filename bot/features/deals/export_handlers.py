"""Matches as files: the scored deals of one match, or of a user's matches of a season.

The files name matches by number and nobody; deals whose cards the rules keep hidden stay out.
"""

from typing import Final, NamedTuple

from bot import presets
from bot.analysis.postmortem.record import DealRecord
from bot.background.reviewer import deal_record
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.discord_ui.table_data import single_deal_of
from bot.features.deals.own_deal_screens import export_screen
from bot.model.refusals import Refusal, Refused
from bot.notation.deal_collection import (
    MatchDeals,
    collection_json,
    collection_ppn,
    collection_text,
)
from bot.presets import parse_rules
from bot.render.screen import AttachedFile
from bot.store import GameDamaged
from bot.ui_commands.deal_commands import ExportMatch, ExportSeason
from bot.workers import TooSlow

_SECONDS: Final = 60.0  # on the clock of a busy machine, for one match
_MOST_MATCHES: Final = 40  # of a season: the newest

Records = tuple[tuple[int, DealRecord], ...]


class WrittenMatch(NamedTuple):
    """The deals of one match in every form, "" for PPN where it can say none."""

    deals: MatchDeals
    ppn: str


@handles(ExportMatch)
async def export_match(context: TableContext, _: ExportMatch) -> None:
    """Show the scored deals of this match as files."""
    table = context.table
    if not parse_rules(table.row.rules).options.reveal_after_deal:
        raise Refused(Refusal.CARDS_HIDDEN)
    await _export(context, [(table.id, table.row.rules)], f"match-{table.id}")


@handles(ExportSeason)
async def export_season(context: Context, _: ExportSeason) -> None:
    """Show the deals of the user's matches of the newest season as files."""
    services = context.services
    seasons = await services.store.leaderboards.seasons(context.guild_id)
    if not seasons:
        raise Refused(Refusal.NO_DEAL_YET)
    season = seasons[0]
    games = services.store.game_queries
    found = list[tuple[int, str]]()
    wanted = await games.games_of_season(context.guild_id, context.user_id, season, _MOST_MATCHES)
    for game_id in wanted:
        stored = await games.load(game_id)
        if stored is not None and parse_rules(stored.game.rules).options.reveal_after_deal:
            found.append((game_id, stored.game.rules))
    await _export(context, found, f"season-{season}")


async def _export(context: Context, games: list[tuple[int, str]], name: str) -> None:
    """Show the files, made match by match in a worker.  Raises Refused without any deal."""
    await context.services.quotas.count_question(context.user_id)
    await context.defer()
    written = [await _written(context, game_id, rules) for game_id, rules in games]
    matches = [one.deals for one in written if one.deals.deals]
    if not matches:
        raise Refused(Refusal.NO_DEAL_YET)
    known = context.services.presets
    texts = {
        f"{name}.txt": collection_text(known, matches),
        f"{name}.json": collection_json(known, matches),
        f"{name}.ppn": "".join(one.ppn for one in written),
    }
    files = tuple(AttachedFile(name, text.encode()) for name, text in texts.items() if text)
    deals = sum(len(match.deals) for match in matches)
    await context.show(export_screen(len(matches), deals, files, context.words))


async def _written(context: Context, game_id: int, rules: str) -> WrittenMatch:
    """Return the deals of a match; those of a damaged one are left out."""
    reviews, found = context.services.store.reviews, list[tuple[int, DealRecord]]()
    try:
        for number in range(1, (await reviews.newest_deal(game_id) or 0) + 1):
            recorded = await reviews.recorded_deal(game_id, number)
            if recorded is not None:
                found.append((number, deal_record(rules, recorded)))
    except GameDamaged:
        found = []
    try:
        return await context.services.workers.run(_SECONDS, write_match, game_id, tuple(found))
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error


def write_match(game_id: int, records: Records) -> WrittenMatch:
    """Return the deals of a match by themselves: a job for a worker."""
    known = presets.load_presets()
    deals = tuple((number, single_deal_of(known, record)) for number, record in records)
    match = MatchDeals(game_id, deals)
    return WrittenMatch(match, collection_ppn(known, [match]))
