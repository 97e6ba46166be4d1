"""Shows the standing of a week of six deals, from the days of it that are over.

Today's deals join at midnight (UTC): before that they would tell what others made of cards that
the reader may still have to play.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.features.daily import comparison, day_deals
from bot.features.daily.server_days import scores_of, visible_people
from bot.features.daily.week_screens import WeekPage, week_screen
from bot.model.periods import day_of, first_day, week_of
from bot.model.refusals import Refusal, Refused
from bot.store.queries.daily_deals import DailyDeal
from bot.ui_commands.daily_commands import ShowWeek


@handles(ShowWeek)
async def show_week(context: Context, command: ShowWeek) -> None:
    """Show the best five of seven days of everybody.  Raises Refused for a week to come."""
    now = context.services.tables.services.now()
    if command.week > week_of(now):
        raise Refused(Refusal.DAILY_GONE)
    finished = await _finished(context, command.week)
    people = {context.user_id}
    for deals in finished:
        people |= await visible_people(context.services, deals, context.server)
    names = context.services.names
    field = comparison.week_scores(list(_gains(context, finished)))
    page = WeekPage(
        week=command.week,
        user_id=context.user_id,
        field=field,
        names={
            one.user_id: await names.name_of(one.user_id) for one in field if one.user_id in people
        },
        everywhere=command.everywhere or context.server is None,
        is_open=command.week == week_of(now),
        has_before=any(await _finished(context, command.week - 1)),
        in_server=context.server is not None,
    )
    await context.show(week_screen(page, context.words))


async def _finished(context: Context, week: int) -> list[Sequence[DailyDeal]]:
    """Return the finished courses of the days of a week that are over, an event each."""
    today, first = day_of(context.services.tables.services.now()), first_day(week)
    past = range(first, min(first_day(week + 1), today))
    keys = [key for day in past for key in day_deals.events_of_day(day)]
    return [await context.services.store.daily_deals.finished(key) for key in keys]


def _gains(context: Context, finished: Sequence[Sequence[DailyDeal]]) -> Iterator[dict[int, float]]:
    """Yield the gains of each day by person, in points of a week.

    A day counts once: where somebody played the deals of several families, the first finished.
    """
    by_day = defaultdict[int, list[tuple[int, int, float]]](list)
    for deals in filter(None, finished):
        key = deals[0].event
        cap = comparison.cap_of(context.services.presets, key.preset)
        ends = {deal.user_id: 0 for deal in deals}
        for deal in deals:
            ends[deal.user_id] = max(ends[deal.user_id], deal.touched_at)
        for score in scores_of(context.services, key, deals):
            gain = comparison.weekly_gain(score.gain, cap)
            by_day[key.day].append((ends[score.user_id], score.user_id, gain))
    for _, found in sorted(by_day.items()):
        yield {user: gain for _, user, gain in sorted(found, reverse=True)}
