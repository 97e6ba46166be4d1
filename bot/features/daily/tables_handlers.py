"""Duplicate events: two or three tables of a server with the same cards, made and joined by code.

Any member may make one, as any private event: only people who were given the code find it, and it
counts in no ranking.  A table is opened on its page and plays like any other.
"""

from secrets import token_bytes

from bot.discord_ui.channels import require_posting_rights
from bot.discord_ui.handlers.context import Context, Services
from bot.discord_ui.handlers.registry import handles
from bot.engine.shuffle import SEED_BYTES
from bot.features.daily.day_deals import event_rules
from bot.features.daily.private_events import MOST_OPEN, new_code, playable_presets
from bot.features.daily.table_event_pages import show_tables_page
from bot.features.daily.table_event_screens import TablesSetUp, tables_set_up_screen
from bot.model.enums import Clock
from bot.model.periods import day_of
from bot.model.refusals import Refusal, Refused
from bot.store.queries.daily_deals import DailyEvent, EventKey
from bot.ui_commands.daily_commands import MakeTables, OpenEventTable, SetUpTables


@handles(SetUpTables)
async def set_up_tables(context: Context, command: SetUpTables) -> None:
    """Show the choice of rules, tables, deals and length."""
    playable = playable_presets(context.services.presets)
    if command.preset not in playable:
        raise Refused(Refusal.PRESET_UNKNOWN, preset=command.preset)
    page = TablesSetUp(command, day_of(_now(context)), playable, new_code())
    await context.show(tables_set_up_screen(page, context.words))


@handles(MakeTables, once=True)
async def make_tables(context: Context, command: MakeTables) -> None:
    """Make the event and show it; the maker gets its code, and is not stored.

    A second press shows the event of the first.
    """
    services, server, today = context.services, context.guild_id, day_of(_now(context))
    if command.preset not in playable_presets(services.presets):
        raise Refused(Refusal.PRESET_UNKNOWN, preset=command.preset)
    store, key = services.store.daily_deals, EventKey(today, command.preset, command.code)
    if await store.event(key) is None:
        if await store.count_private_events(server, today) >= MOST_OPEN:
            raise Refused(Refusal.PRIVATE_ENOUGH, limit=MOST_OPEN)
        await services.quotas.count_question(context.user_id)
        new = DailyEvent(
            *(key, token_bytes(SEED_BYTES)),
            days=command.days,
            guild_id=server,
            tables=command.tables,
            deals=command.deals,
        )
        await store.make_private_event(new)
    found = await store.private_event(command.code, server)
    if found is None or found.key != key:  # another event has the code
        raise Refused(Refusal.STALE)
    context.mark_stored()
    await show_tables_page(context, found, note=context.words.say("private.made", code=key.code))


@handles(OpenEventTable, once=True)
async def open_event_table(context: Context, command: OpenEventTable) -> None:
    """Open a lobby of the event in this channel; the painter posts it."""
    services, channel = context.services, context.interaction.channel_id
    event = await services.store.daily_deals.private_event(command.event.code, context.guild_id)
    if event is None or not event.tables or channel is None:
        raise Refused(Refusal.PRIVATE_UNKNOWN)
    require_posting_rights(context.interaction)
    guild = await services.store.preferences.guild(context.guild_id)
    rules = event_rules(services.presets, event.key.preset, event.deals)
    await services.quotas.count_table(context.user_id, context.guild_id)
    await services.names.remember(context.interaction.user)
    table = await services.tables.open_event_table(
        *(event, rules),
        guild_id=context.guild_id,
        channel_id=channel,
        host_id=context.user_id,
        clock=Clock(guild.clock or Clock.NORMAL),
    )
    context.mark_stored()
    services.tables.services.on_change(table.id)
    await show_tables_page(context, event, note=context.words.say("event_tables.opened_here"))


async def redraw_opened_boards(services: Services) -> None:
    """Redraw boards of deals that opened with the time alone, or just before a kill.

    Else the painter sees to it when it draws the table whose play opens a deal.  Raises
    StorageTrouble.
    """
    today, owned = day_of(services.tables.services.now()), services.tables.services.owned
    store = services.store.daily_deals
    for event in {*await store.open_events(today - 1), *await store.open_events(today)}:
        if event.tables and owned.covers(event.guild_id):
            await services.painter.redraw_opened(event.table_event)


def _now(context: Context) -> int:
    return context.services.tables.services.now()
