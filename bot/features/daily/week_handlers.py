"""Shows the places of a day, a week from the days of it that are over, and the seals of days.

Today's deals join at midnight (UTC): before that they would tell what others made of cards that
the reader may still have to play.
"""

from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.features.daily import comparison, day_deals, day_screens, week_screens
from bot.features.daily.daily_handlers import event_named, event_page, server_event_of_day
from bot.features.daily.server_days import finished_of_week, made_event, visible_people, week_gains
from bot.features.daily.table_event_pages import show_tables_page
from bot.model.periods import day_of, week_of
from bot.model.refusals import Refusal, Refused
from bot.ui_commands.daily_commands import (
    EventRef,
    ShowEventEverywhere,
    ShowPlaces,
    ShowSeals,
    ShowWeek,
)


@handles(ShowPlaces)
async def show_places(context: Context, command: ShowPlaces) -> None:
    """Show the standing of an event on the server.  Raises Refused until the own end."""
    event = await event_named(context, command.event)
    if event.tables:
        await show_tables_page(context, event, by_share=command.by_share)
        return
    page = await event_page(context, event)
    if not page.is_open_to_reader:
        raise Refused(Refusal.DAILY_SEALED)
    await context.show(week_screens.places_screen(page, context.words, by_share=command.by_share))


@handles(ShowEventEverywhere)
async def show_event_everywhere(context: Context, command: ShowEventEverywhere) -> None:
    """Show the standing of a day on all servers.  Raises Refused until the own end."""
    event = await event_named(context, command.event)
    if event.key.code:  # a private event has one server
        raise Refused(Refusal.NO_SUCH_BUTTON)
    page = await event_page(context, event)
    if not page.is_open_to_reader:
        raise Refused(Refusal.DAILY_SEALED)
    await context.show(week_screens.everywhere_screen(page, context.words))


@handles(ShowWeek)
async def show_week(context: Context, command: ShowWeek) -> None:
    """Show the best five of seven days of everybody.  Raises Refused for a week to come."""
    now = context.services.tables.services.now()
    if command.week > week_of(now):
        raise Refused(Refusal.DAILY_GONE)
    finished = await finished_of_week(context.services, command.week)
    people = {context.user_id}
    for deals in finished:
        people |= await visible_people(context.services, deals, context.server)
    names = context.services.names
    field = comparison.week_scores(list(week_gains(context.services, finished)))
    page = week_screens.WeekPage(
        week=command.week,
        user_id=context.user_id,
        field=field,
        names={
            one.user_id: await names.name_of(one.user_id) for one in field if one.user_id in people
        },
        everywhere=command.everywhere or context.server is None,
        is_open=command.week == week_of(now),
        has_before=any(await finished_of_week(context.services, command.week - 1)),
        in_server=context.server is not None,
    )
    await context.show(week_screens.week_screen(page, context.words))


@handles(ShowSeals)
async def show_seals(context: Context, _: ShowSeals) -> None:
    """Show the seals of today and of the days ahead, and the way to the last seed."""
    today, store = (
        day_of(context.services.tables.services.now()),
        context.services.store.daily_deals,
    )
    keys = [
        await server_event_of_day(context, day)
        for day in range(today, today + day_deals.DAYS_AHEAD + 1)
    ]
    events = [await made_event(context.services, key) for key in keys]
    before = await server_event_of_day(context, today - 1)
    is_before_known = await store.event(before) is not None
    seals = [(EventRef(*event.key), day_deals.seal_of(event)) for event in events]
    await context.show(
        day_screens.seals_screen(
            seals, EventRef(*before) if is_before_known else None, context.words
        )
    )
