"""Shows the standing of a week of six deals, from the days of it that are over.

Today's deals join at midnight (UTC): before that they would tell what others made of cards that
the reader may still have to play.
"""

from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.features.daily import comparison
from bot.features.daily.server_days import finished_of_week, visible_people, week_gains
from bot.features.daily.week_screens import WeekPage, week_screen
from bot.model.periods import week_of
from bot.model.refusals import Refusal, Refused
from bot.ui_commands.daily_commands import ShowWeek


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
    page = WeekPage(
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
    await context.show(week_screen(page, context.words))
