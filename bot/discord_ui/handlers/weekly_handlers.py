"""Weekly tables and the role notified of open tables, both arranged by the server's managers."""

from dataclasses import dataclass

from bot import presets, store
from bot.discord_ui import event_lists
from bot.discord_ui.handlers import registry, table_rules
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.start_times import parse_time_of_day
from bot.discord_ui.time_parsing import zone_of
from bot.model.enums import Clock
from bot.model.refusals import Refusal, Refused
from bot.render import families, safe_text, screen_data
from bot.render.house_rules.rule_text import game_title
from bot.render.server.table_lists import weekly_tables_screen
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import WeeklyTurn
from bot.tables.table import refusal_for
from bot.tables.timing import next_weekday_time
from bot.ui_commands.server_commands import DeleteWeeklyTable, ShowWeeklyTables


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


@dataclass(frozen=True, slots=True)
class NewWeeklyTable:
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
        name = "?" if role is None else safe_text.safe_name(role.name)
        raise Refused(Refusal.ROLE_SILENT, role=name)


def _require_manager(context: Context) -> None:
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
