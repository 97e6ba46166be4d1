"""Opening a table: a public lobby, or a solo table that starts at once."""

import logging

import discord
from discord import ui

from bot.front.answers import mark_stored
from bot.front.desk.changing import start_game
from bot.front.desk.context import Context, Services, TableContext
from bot.front.desk.offering import offer_language
from bot.front.desk.rules import requested_rules
from bot.front.failures import REQUEST_ERRORS, UNKNOWN_OUTCOME, RequestFailure, failure_of
from bot.front.hours import parse_start_time
from bot.front.layouts import build_layout
from bot.front.replies import response_message_id, send_response
from bot.front.rights import require_posting_rights
from bot.front.zones import zone_of
from bot.refusals import Refusal, Refused
from bot.store.wishes import GuildSettings
from bot.tables import Table, changes
from bot.terms import Clock

log = logging.getLogger(__name__)


async def open_table(
    services: Services,
    interaction: discord.Interaction,
    preset: str | None,
    target: int | None,
    seats: int | None,
    clock: Clock | None,
    friendly: bool,
    start: str | None = None,
) -> None:
    """Open a table with its lobby as the public response; if Discord rejects it, annul the table.

    ``start`` is the typed time of a scheduled start.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(Refusal.SERVER_ONLY)
    require_posting_rights(interaction)
    guild = await services.store.preferences.guild(interaction.guild_id)
    words = await services.preferences.words_for(interaction)
    rules = await requested_rules(services, guild, words, preset, target, seats)
    await services.quotas.count_table(interaction.user.id, interaction.guild_id)
    await services.names.remember(interaction.user)
    table = await services.tables.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        rules=rules,
        clock=clock or Clock(guild.clock or Clock.NORMAL),
        clock_chosen=clock is not None,
        friendly=friendly,
        starts_at=None if start is None else _parse_start(services, guild, start),
    )
    mark_stored(interaction)
    try:
        async with table.placement_lock:
            await _show_lobby(services, interaction, table)
    finally:
        services.tables.services.on_change(table.id)
    services.painter.announcements.announce_open_table(table)
    await offer_language(services, interaction, rules.preset)


def _parse_start(services: Services, guild: GuildSettings, typed: str) -> int:
    """Parse a time by the server's time zone."""
    languages = services.preferences.catalogue.languages.values()
    return parse_start_time(typed, services.tables.services.now(), zone_of(guild.zone), languages)


async def open_solo(
    context: Context, preset: str | None, target: int | None, seats: int | None, level: str | None
) -> None:
    """Open a table against robots and start it at once; the hand is the response.

    It has no clock, because nobody else waits there.  The interaction is deferred first: for an
    expired command no table is opened.
    """
    office, interaction = context.services, context.interaction
    guild_id, channel_id = context.guild_id, interaction.channel_id
    if channel_id is None or not _may_post(interaction):
        raise Refused(Refusal.CANNOT_POST_HERE)
    guild = await office.store.preferences.guild(guild_id)
    rules = await requested_rules(office, guild, context.words, preset, target, seats)
    await context.defer()
    await office.quotas.count_table(context.user_id, guild_id)
    await office.names.remember(interaction.user)
    table = await office.tables.open(
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=context.user_id,
        rules=rules,
        clock=Clock.NONE,
        robots=level or office.tables.services.default_level,
    )
    context.mark_stored()
    try:
        await start_game(TableContext(office, interaction, context.words, table))
    finally:
        if table.game is None:  # it is now a public lobby like any other
            office.tables.services.on_change(table.id)
    await offer_language(office, interaction, rules.preset)


def _may_post(interaction: discord.Interaction) -> bool:
    rights = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        return rights.view_channel and rights.send_messages_in_threads
    return rights.view_channel and rights.send_messages


async def _show_lobby(services: Services, interaction: discord.Interaction, table: Table) -> None:
    """Send the lobby as the public response; it becomes the table's first message."""
    version, revision = table.version, table.row.revision
    public = await services.preferences.words_for_server(
        table.row.guild_id, str(interaction.guild_locale or "")
    )
    (show,) = await services.public_messages.current(table, public)
    number = await _send_lobby(
        interaction, table, build_layout(show.screen, services.responder.tiles, public)
    )
    if not number:
        # the painter looks for the lobby, and posts it if there is none
        await services.responder.refuse(interaction, Refused(Refusal.KEPT))
        return
    await table.mark_posted(table.row.channel_id, number, show.key)
    await table.mark_painted(version, revision)


async def _send_lobby(interaction: discord.Interaction, table: Table, view: ui.LayoutView) -> int:
    """Return the id of the lobby message, 0 where its delivery is unknown.

    If Discord rejects the lobby, the table is annulled, as it would only count against the limits.
    """
    try:
        return await send_response(interaction, view, is_private=False) or 0
    except REQUEST_ERRORS as error:
        if failure_of(error) in UNKNOWN_OUTCOME:
            return await response_message_id(interaction)
        log.warning("the lobby of game %s was not posted: %s", table.id, error)
        await table.change(changes.annul)
        is_closed = failure_of(error) is RequestFailure.FORBIDDEN
        why = Refusal.CANNOT_POST_HERE if is_closed else Refusal.ANSWER_LOST
        raise Refused(why) from error
