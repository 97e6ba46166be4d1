"""Opening a table: a public lobby, or a solo table that starts at once."""

import logging

import discord
from discord import ui

from bot.front.answers import keep
from bot.front.desk.changing import start
from bot.front.desk.context import Caller, Office, Visit
from bot.front.desk.offering import offer_language
from bot.front.desk.rules import rules_asked
from bot.front.failures import DOUBTFUL, FAILED, Failure, meaning
from bot.front.hours import read_hour
from bot.front.layouts import layout
from bot.front.replies import number_of, said
from bot.front.rights import refuse_unless_heard
from bot.front.zones import zone_of
from bot.refusals import Refusal, Refused
from bot.store.wishes import Guild
from bot.tables import Table, changes
from bot.terms import Clock

log = logging.getLogger(__name__)


async def open_table(
    office: Office,
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
    refuse_unless_heard(interaction)
    guild = await office.store.wishes.guild(interaction.guild_id)
    words = await office.languages.of(interaction)
    rules = await rules_asked(office, guild, words, preset, target, seats)
    await office.limits.table(interaction.user.id, interaction.guild_id)
    await office.names.remember(interaction.user)
    table = await office.tables.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        rules=rules,
        clock=clock or Clock(guild.clock or Clock.NORMAL),
        clock_chosen=clock is not None,
        friendly=friendly,
        starts_at=None if start is None else _hour(office, guild, start),
    )
    keep(interaction)
    try:
        async with table.placing:
            await _show_lobby(office, interaction, table)
    finally:
        office.tables.services.changed(table.id)
    office.painter.notices.opened(table)
    await offer_language(office, interaction, rules.preset)


def _hour(office: Office, guild: Guild, typed: str) -> int:
    """Parse a time by the server's time zone."""
    languages = office.languages.catalogue.languages.values()
    return read_hour(typed, office.tables.services.now(), zone_of(guild.zone), languages)


async def open_solo(
    caller: Caller, preset: str | None, target: int | None, seats: int | None, level: str | None
) -> None:
    """Open a table against robots and start it at once; the hand is the response.

    It has no clock, because nobody else waits there.  The interaction is deferred first: for an
    expired command no table is opened.
    """
    office, interaction = caller.office, caller.interaction
    guild_id, channel_id = caller.guild_id, interaction.channel_id
    if channel_id is None or not _may_post(interaction):
        raise Refused(Refusal.CANNOT_POST_HERE)
    guild = await office.store.wishes.guild(guild_id)
    rules = await rules_asked(office, guild, caller.words, preset, target, seats)
    await caller.hold()
    await office.limits.table(caller.user_id, guild_id)
    await office.names.remember(interaction.user)
    table = await office.tables.open(
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=caller.user_id,
        rules=rules,
        clock=Clock.NONE,
        robots=level or office.tables.services.level,
    )
    caller.keep()
    try:
        await start(Visit(office, interaction, caller.words, table))
    finally:
        if table.game is None:  # it is now a public lobby like any other
            office.tables.services.changed(table.id)
    await offer_language(office, interaction, rules.preset)


def _may_post(interaction: discord.Interaction) -> bool:
    rights = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        return rights.view_channel and rights.send_messages_in_threads
    return rights.view_channel and rights.send_messages


async def _show_lobby(office: Office, interaction: discord.Interaction, table: Table) -> None:
    """Send the lobby as the public response; it becomes the table's first message."""
    version, revision = table.version, table.row.revision
    public = await office.languages.of_server(
        table.row.guild_id, str(interaction.guild_locale or "")
    )
    (show,) = await office.messages.public(table, public)
    number = await _posted(interaction, table, layout(show.screen, office.answers.tiles, public))
    if not number:
        # the painter looks for the lobby, and posts it if there is none
        await office.answers.refuse(interaction, Refused(Refusal.KEPT))
        return
    await table.moved_to(table.row.channel_id, number, show.key)
    await table.painted(version, revision)


async def _posted(interaction: discord.Interaction, table: Table, view: ui.LayoutView) -> int:
    """Return the id of the lobby message, 0 where its delivery is unknown.

    If Discord rejects the lobby, the table is annulled, as it would only count against the limits.
    """
    try:
        return await said(interaction, view, is_private=False) or 0
    except FAILED as error:
        if meaning(error) in DOUBTFUL:
            return await number_of(interaction)
        log.warning("the lobby of game %s was not posted: %s", table.id, error)
        await table.change(changes.annul)
        is_closed = meaning(error) is Failure.FORBIDDEN
        why = Refusal.CANNOT_POST_HERE if is_closed else Refusal.ANSWER_LOST
        raise Refused(why) from error
