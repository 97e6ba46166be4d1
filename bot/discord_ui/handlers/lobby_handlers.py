"""Opening of tables, and the seats and invitations of a lobby."""

import logging

import discord
from discord import ui

from bot import presets, store
from bot.discord_ui import event_lists
from bot.discord_ui.channels import require_posting_rights
from bot.discord_ui.components import is_bot_user
from bot.discord_ui.delivery import response_message_id, send_response
from bot.discord_ui.failures import REQUEST_ERRORS, UNKNOWN_OUTCOME, RequestFailure, failure_of
from bot.discord_ui.handlers import registry, table_pages, table_rules
from bot.discord_ui.handlers.context import Context, Services, TableContext
from bot.discord_ui.handlers.table_changes import start_game
from bot.discord_ui.messages.layout import build_layout
from bot.discord_ui.start_times import parse_start_time, parse_time_of_day, zone_of
from bot.model.enums import Clock, NotifyWhen
from bot.model.periods import next_weekday_time
from bot.model.refusals import Refusal, Refused
from bot.model.settings import GuildSettings
from bot.model.values import Record, replace
from bot.render import families, screen_data
from bot.render.rule_text import game_title
from bot.render.screen import pictures_of, safe_name
from bot.render.server.settings_screens import language_offer_screen
from bot.render.server.table_lists import weekly_tables_screen
from bot.render.table.lobby_screens import invite_screen
from bot.store import StorageTrouble
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import WeeklyTurn
from bot.tables import Table, changes, state
from bot.tables.table import refusal_for
from bot.ui_commands.play_commands import InviteUser, RemoveFromSeat, ShowSeats, StartGame, TakeSeat
from bot.ui_commands.server_commands import DeleteWeeklyTable, ShowWeeklyTables

log = logging.getLogger(__name__)


# One-time offer of Serbian and Slovenian, which Discord's own language setting lacks.


async def offer_language(services: Services, interaction: discord.Interaction, preset: str) -> None:
    """Offer the language of the preset after a table was opened, if no language is chosen.

    Each user gets the offer once; afterwards the language is in their settings.  A lost offer is
    no error, nor is one that cannot be recorded.
    """
    try:
        await _try_offer(services, interaction, preset)
    except (*REQUEST_ERRORS, StorageTrouble) as error:
        log.debug("an offer was not delivered: %s", error)


async def _try_offer(services: Services, interaction: discord.Interaction, preset: str) -> None:
    spoken = [one for one in services.presets.spoken_languages(preset) if one in _locales(services)]
    guild = await services.store.preferences.guild(interaction.guild_id or 0)
    person = await services.preferences.person(interaction.user.id)
    if not spoken or person.offered or person.locale or guild.locale:
        return
    await services.preferences.save_person(replace(person, offered=True))
    words = services.preferences.catalogue.words(spoken[0])
    await services.responder.send_private(interaction, language_offer_screen(spoken, words), words)


def _locales(services: Services) -> tuple[str, ...]:
    return services.preferences.catalogue.locales()


# Opening a table: a public lobby, or a solo table that starts at once.


class NewTable(Record):
    """A table to open; ``start`` is the typed time of a scheduled start."""

    rules: table_rules.RulesRequest
    clock: Clock | None = None
    is_friendly: bool = False
    start: str | None = None


class NewSoloTable(Record):
    """A table against robots to open; ``level`` None is the level of the host of the bot."""

    rules: table_rules.RulesRequest
    level: str | None = None


async def open_table(context: Context, new: NewTable) -> None:
    """Open a table with its lobby as the public response; annul it if Discord rejects that."""
    await context.claim()
    services, interaction = context.services, context.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(Refusal.SERVER_ONLY)
    require_posting_rights(interaction)
    guild = await services.store.preferences.guild(interaction.guild_id)
    rules = await table_rules.requested_rules(context, guild, new.rules)
    await services.quotas.count_table(interaction.user.id, interaction.guild_id)
    await services.names.remember(interaction.user)
    table = await services.tables.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        rules=rules,
        clock=new.clock or Clock(guild.clock or Clock.NORMAL),
        clock_chosen=new.clock is not None,
        friendly=new.is_friendly,
        starts_at=None if new.start is None else _parse_start(services, guild, new.start),
    )
    context.mark_stored()
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


async def open_solo(context: Context, new: NewSoloTable) -> None:
    """Open a table against robots and start it at once; the hand is the response.

    It has no clock, because nobody else waits there.  The interaction is deferred first: for an
    expired command no table is opened.
    """
    await context.claim()
    services, interaction = context.services, context.interaction
    guild_id, channel_id = context.guild_id, interaction.channel_id
    if channel_id is None or not _may_post(interaction):
        raise Refused(Refusal.CANNOT_POST_HERE)
    guild = await services.store.preferences.guild(guild_id)
    rules = await table_rules.requested_rules(context, guild, new.rules)
    await context.defer()
    await services.quotas.count_table(context.user_id, guild_id)
    await services.names.remember(interaction.user)
    table = await services.tables.open(
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=context.user_id,
        rules=rules,
        clock=Clock.NONE,
        robots=new.level or services.tables.services.default_level,
    )
    context.mark_stored()
    try:
        who = (context.user_id, context.server)
        await start_game(
            TableContext(services, interaction, context.words, *who, table), StartGame()
        )
    finally:
        if table.game is None:  # it is now a public lobby like any other
            services.tables.services.on_change(table.id)
    await offer_language(services, interaction, rules.preset)


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
        interaction, table, build_layout(show.screen, services.responder.assets, public)
    )
    if not number:
        # the painter looks for the lobby, and posts it if there is none
        await services.responder.refuse(interaction, Refused(Refusal.KEPT))
        return
    await table.mark_posted(table.row.channel_id, number, show.key)
    pictures = services.responder.pictures
    if pictures_of(pictures.choose_form(show.screen, public, table.row.channel_id)):
        services.painter.poke(table.id)  # the response went out in words, as it waits for nothing
    else:
        table.note_painted(version, revision)


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


# Seats of a lobby: chosen, exchanged, freed.


@registry.handles(ShowSeats)
async def show_seats(context: TableContext, _: ShowSeats) -> None:
    await table_pages.show_seats_page(context)


@registry.handles(TakeSeat)
async def take_seat(context: TableContext, command: TakeSeat) -> None:
    """Sit down on a seat, or move to it."""
    await context.services.names.remember(context.interaction.user)
    await context.change(changes.move_to_seat, context.user_id, command.seat)
    await table_pages.show_seats_page(context)


@registry.handles(InviteUser, once=True)
async def invite_user(context: TableContext, command: InviteUser) -> None:
    """Mention a user on behalf of a seated player; limited per user and table."""
    table, services, invited = context.table, context.services, command.user_id
    state.refuse_unless_lobby(table.state)
    table.state.require_seat(context.user_id)
    facts = await services.table_data.of(table, context.words)
    if invited is None:
        await context.show(invite_screen(facts, context.words))
        return
    if table.state.seat_of(invited) is not None or is_bot_user(context.interaction, invited):
        raise Refused(Refusal.INVITE_NOT_HIM)
    if (await services.preferences.person(invited)).summoning is NotifyWhen.NEVER:
        raise Refused(Refusal.INVITE_UNWANTED)
    services.invitation_quota.count(table, invited)
    services.painter.announcements.mention_invited_user(
        table, invited, await services.names.name_of(context.user_id)
    )
    await context.show(invite_screen(facts, context.words, context.words.say("invite.done")))


@registry.handles(RemoveFromSeat)
async def remove_from_seat(context: TableContext, command: RemoveFromSeat) -> None:
    """Remove a user and mention them; they may sit down again."""
    user_id = command.user_id
    await context.change(changes.remove_occupant, context.user_id, command.seat, user_id)
    if user_id not in (changes.ROBOT_OCCUPANT, context.user_id):
        context.services.painter.announcements.mention_removed_user(context.table, user_id)
    await table_pages.show_seats_page(context)


# Weekly tables and the role notified of open tables, both arranged by the server's managers.


@registry.handles(ShowWeeklyTables)
async def show_weekly_tables(context: Context, _: ShowWeeklyTables) -> None:
    """Show all weekly tables, to any member."""
    await _show_weekly_tables(context)


async def _show_weekly_tables(context: Context, note: str = "") -> None:
    store = context.services.store
    guild = await store.preferences.guild(context.guild_id)
    found = await store.weekly.of_guild(context.guild_id)
    rows = [_weekly_row(context, weekly) for weekly in found]
    can_list = event_lists.may_create_events(context.interaction.app_permissions)
    shown = weekly_tables_screen(
        rows,
        guild.zone,
        context.words,
        can_manage=context.can_manage(),
        can_list=can_list,
        note=note,
    )
    await context.show(shown)


def _weekly_row(context: Context, weekly: WeeklyTable) -> screen_data.WeeklyTableData:
    rules = presets.parse_rules(weekly.rules)
    return screen_data.WeeklyTableData(
        weekly.weekly_id,
        weekly.weekday,
        weekly.minute,
        game_title(rules, families.table_words(rules, context.words)),
        weekly.clock,
        weekly.channel_id,
        weekly.opens_at,
        weekly.missed,
    )


class NewWeeklyTable(Record):
    """A weekly table to add; ``weekday`` from 0, Monday, and the typed time are both needed."""

    weekday: int | None
    time: str | None
    rules: table_rules.RulesRequest
    clock: Clock | None = None


async def add_weekly_table(context: Context, new: NewWeeklyTable) -> None:
    """Add a weekly table in this channel, by the server's time zone."""
    await context.claim()
    _require_manager(context)
    if new.weekday is None or new.time is None:
        raise Refused(Refusal.WEEKLY_UNFINISHED)
    services, channel_id = context.services, context.interaction.channel_id
    assert channel_id is not None  # a command on a server has a channel
    await _refuse_thread_of_match(context, channel_id)
    guild = await services.store.preferences.guild(context.guild_id)
    languages = services.preferences.catalogue.languages.values()
    minute, now = parse_time_of_day(new.time, languages), services.tables.services.now()
    rules = await table_rules.requested_rules(context, guild, new.rules)
    opens_at = next_weekday_time(new.weekday, minute, now, zone_of(guild.zone))
    agreed = (presets.rules_text(rules), new.clock or Clock(guild.clock or Clock.NORMAL))
    added = WeeklyTable(0, context.guild_id, channel_id, new.weekday, minute, *agreed, opens_at)
    try:
        await services.store.weekly.add(added)
    except store.WriteRefused as refused:
        raise refusal_for(refused) from refused
    context.mark_stored()
    services.weekly_tables.rearm()
    services.server_events.poke(context.guild_id)
    await _show_weekly_tables(context, context.words.say("weekly.added", when=f"<t:{opens_at}:F>"))


async def _refuse_thread_of_match(context: Context, channel_id: int) -> None:
    """Raise Refused in a thread that was made for one match, and is closed after it."""
    played = await context.services.store.game_queries.games_in_place(channel_id)
    for row in played:
        if row.channel_id != channel_id:
            raise Refused(Refusal.WEEKLY_IN_THREAD, channel=f"<#{row.channel_id}>")


@registry.handles(DeleteWeeklyTable)
async def delete_weekly_table(context: Context, command: DeleteWeeklyTable) -> None:
    _require_manager(context)
    if not await context.services.store.weekly.remove(context.guild_id, command.number):
        raise Refused(Refusal.WEEKLY_GONE)
    context.mark_stored()
    context.services.server_events.poke(context.guild_id)
    await _show_weekly_tables(context)


async def reschedule_weekly_tables(context: Context) -> None:
    """Reschedule the weekly tables for the server's new time zone: local times stay."""
    store, now = context.services.store, context.services.tables.services.now()
    guild = await store.preferences.guild(context.guild_id)
    for weekly in await store.weekly.of_guild(context.guild_id):
        following = next_weekday_time(weekly.weekday, weekly.minute, now, zone_of(guild.zone))
        await store.weekly.advance(
            WeeklyTurn(weekly.weekly_id, weekly.opens_at, following), weekly.missed
        )
    context.services.weekly_tables.rearm()
    context.services.server_events.poke(context.guild_id)


def require_mentionable_role(context: Context, role_id: int) -> None:
    """Raise Refused for a role whose mention would not notify its members."""
    guild = context.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    may_all = context.interaction.app_permissions.mention_everyone
    if role is None or role.is_default() or not (role.mentionable or may_all):
        name = "?" if role is None else safe_name(role.name)
        raise Refused(Refusal.ROLE_SILENT, role=name)


def _require_manager(context: Context) -> None:
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
