"""Reads and shares recaps; a worker finds the card that gave away most."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import tzinfo
from typing import Final
from weakref import WeakKeyDictionary

import discord

from bot.analysis.postmortem import DealRecord, post_mortem
from bot.background.reviewer import deal_record
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.handlers import match_history, public_posts
from bot.discord_ui.handlers.context import Context, Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.discord_ui.handlers.registry import handles
from bot.discord_ui.start_times import zone_of
from bot.engine.cards import Card, Seat
from bot.features.recaps.recap import (
    DearCard,
    Recap,
    bounds_of,
    compose_recap,
    offered_periods,
    recap_book_of,
)
from bot.features.recaps.recap_screens import recap_screen, shared_recap_screen, with_way_back
from bot.model.periods import season_before
from bot.model.refusals import Refusal, Refused
from bot.model.settings import GuildSettings
from bot.model.values import replace
from bot.presets import parse_rules
from bot.render.screen import safe_name
from bot.store import GameDamaged, Store
from bot.store.queries.recaps import DealMoment, RecapScope
from bot.ui_commands.server_commands import OpenRecapDeal, OpenRecapMatch, ShareRecap, ShowRecap
from bot.workers import TooSlow

_SECONDS: Final = 8.0
_MOST_JUDGED: Final = 3  # deals in which the dearest card is looked for
_MOST_KEPT: Final = 500  # judged seats, the oldest dropped

JudgedSeat = tuple[int, int, Seat]  # game, deal, seat
DearestCard = tuple[Card, int]  # and the points it gave away


@handles(ShowRecap)
async def show_recap(context: Context, command: ShowRecap) -> None:
    """Show a season or a year."""
    await _show(context, command)


async def _show(context: Context, command: ShowRecap, note: str = "") -> None:
    seasons = await context.services.store.leaderboards.seasons(context.guild_id)
    periods = offered_periods(seasons)
    recap = await _recap(context, command, periods)
    await context.show(recap_screen(recap, command, periods, context.words, note))


async def _recap(
    context: Context, command: ShowRecap | ShareRecap, periods: Sequence[str]
) -> Recap | None:
    """Return the recap that a command names; None where nothing was played."""
    period = command.period or next(iter(periods), "")
    if not period:
        return None
    await context.defer()
    if not command.of_server:
        await context.services.names.remember(context.interaction.user)
    user_id = 0 if command.of_server else context.user_id
    name = server_name(context.interaction.guild) if command.of_server else ""
    return await read_recap(context.services, context.guild_id, user_id, period, name)


def server_name(guild: discord.Guild | None) -> str:
    """Return the safe name of a server."""
    return safe_name(guild.name if guild is not None else "?")


async def read_recap(
    services: Services, guild_id: int, user_id: int, period: str, name: str
) -> Recap | None:
    """Return the recap of a member, or with ``user_id`` 0 of the server called ``name``."""
    store = services.store
    scope = RecapScope(guild_id, *bounds_of(period), user_id)
    records = await recap_book_of(store).records(scope, services.tables.services.now())
    if records is None:
        return None
    guild = await store.preferences.guild(guild_id)
    has_moments = bool(user_id) or guild.open_history
    dearest = await _dearest_card(services, _open_deals(records.cards)) if has_moments else None
    return await compose_recap(
        replace(records, miseres=_open_deals(records.miseres), lucky=_open_deals(records.lucky)),
        (period, name or await services.names.name_of(user_id), not user_id),
        await _zone(services, guild.zone, user_id),
        dearest,
        services.names.name_of,
        is_open=guild.open_history,
    )


async def _zone(services: Services, of_server: str, user_id: int) -> tzinfo:
    own = (await services.preferences.person(user_id)).zone if user_id else None
    return zone_of(own or of_server)


def _open_deals(moments: Sequence[DealMoment]) -> tuple[DealMoment, ...]:
    """Return those of matches whose rules show all cards after a deal."""
    return tuple(one for one in moments if parse_rules(one.rules).options.reveal_after_deal)


# The dearest card: the review knows what all cards of a seat gave away, the post-mortem each.

_JUDGED: Final = WeakKeyDictionary[Store, dict[JudgedSeat, DearestCard]]()


async def _dearest_card(services: Services, moments: Sequence[DealMoment]) -> DearCard | None:
    """Return the card that gave away most in these deals, of which the first gave most."""
    best: DearCard | None = None
    for moment in moments[:_MOST_JUDGED]:
        if best is not None and best.points >= moment.given:
            break
        found = await _judged(services, moment)
        if found is not None and (best is None or found.points > best.points):
            best = found
    return best


async def _judged(services: Services, moment: DealMoment) -> DearCard | None:
    known = _JUDGED.setdefault(services.store, {})
    key = (moment.game_id, moment.deal, moment.seat)
    if key not in known:
        try:
            recorded = await services.store.reviews.recorded_deal(moment.game_id, moment.deal)
            if recorded is None:
                return None
            record = deal_record(moment.rules, recorded)
            found = await services.workers.run(_SECONDS, dearest_card, record, moment.seat)
        except (TooSlow, GameDamaged):  # the next reader finds it
            return None
        if found is None:
            return None
        known[key] = found
        while len(known) > _MOST_KEPT:
            del known[next(iter(known))]
    card, points = known[key]
    return DearCard(moment, card, points)


def dearest_card(record: DealRecord, seat: Seat) -> DearestCard | None:
    """Return the card of a seat that gave away most points: a job for a worker."""
    cards = [
        (-card.points[seat], card.card)
        for card in post_mortem(record).cards
        if card.chooser == seat and card.cost > 0
    ]
    points, card = max(cards, default=(0, 0))
    return (card, points) if points > 0 else None


# What a recap leads to.


@handles(OpenRecapDeal)
async def open_recap_deal(context: Context, command: OpenRecapDeal) -> None:
    """Show a deal of a match that the user may read."""
    table = await match_history.readable_match(context, command.game)
    screen = await match_history.read_deal_screen(table, command.deal)
    back = ShowRecap(command.of_server, command.period)
    await table.show(with_way_back(screen, back, context.words))


@handles(OpenRecapMatch)
async def open_recap_match(context: Context, command: OpenRecapMatch) -> None:
    """Show a match that the user may read."""
    table = await match_history.readable_match(context, command.game)
    screen = await match_history.read_match_screen(table)
    back = ShowRecap(command.of_server, command.period)
    await table.show(with_way_back(screen, back, context.words))


@handles(ShareRecap, once=True)
async def share_recap(context: Context, command: ShareRecap) -> None:
    """Post the recap for everybody in the channel."""
    public_posts.require_posting_permission(context.interaction)
    recap = await _recap(context, command, ())
    if recap is None:
        raise Refused(Refusal.NO_DEAL_YET)
    public = await public_posts.server_words(context)
    screen = shared_recap_screen(recap, public)
    async with public_posts.counted_post(context):
        await asyncio.shield(
            public_posts.post_for_all(context, screen, public, str(context.interaction.id))
        )
    chosen = ShowRecap(command.of_server, recap.period)
    await _show(context, chosen, context.words.say("replay.was_shared"))


# Posts a server's recap of a season once it is over, where a manager has named a channel.

log = logging.getLogger(__name__)


async def post_season_recaps(services: Services, client: discord.Client) -> None:
    """Post what is due on all servers of this process.  Raises StorageTrouble."""
    season = season_before(services.tables.services.now())
    owned = services.tables.services.owned
    for guild in await services.store.preferences.guilds_with_recap():
        server = client.get_guild(guild.guild_id)
        if server is None or guild.recap_season == season or not owned.covers(guild.guild_id):
            continue
        if not guild.recap_season:  # the channel was named in this season: it is the first
            await _record(services, guild, season)
            continue
        await _post_season(services, client, server, guild, season)


async def _post_season(
    services: Services,
    client: discord.Client,
    server: discord.Guild,
    guild: GuildSettings,
    season: str,
) -> None:
    now = services.tables.services.now()
    await recap_book_of(services.store).count_if_due(RecapScope(server.id, *bounds_of(season)), now)
    recap = await read_recap(services, server.id, 0, season, server_name(server))
    if recap is not None:
        preferred = str(server.preferred_locale)
        words = await services.preferences.words_for_server(server.id, preferred)
        screen = shared_recap_screen(recap, words, is_season_end=True)
        try:
            channel, nonce = guild.recap_channel or 0, nonce_of(f"recap {season} {server.id}")
            post = ServerPost(server.id, channel, screen, words, nonce)
            await post_in_channel(services, client, post)
        except TooSlow:  # within the next hour
            return
        except REQUEST_ERRORS as error:
            if failure_of(error) is RequestFailure.BUSY:  # within the next hour
                return
            # also of unknown outcome: an hour later the nonce no longer prevents a second post
            log.warning("the post of the recap on server %s failed: %s", server.id, error)
    await _record(services, guild, season)


async def _record(services: Services, guild: GuildSettings, season: str) -> None:
    await services.preferences.change_server(
        guild.guild_id, lambda now: replace(now, recap_season=season)
    )
