"""Pages of one deal of a day: what everybody made of it, and best play card by card."""

from collections import defaultdict
from typing import Final

from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.features.daily import comparison, day_deals, day_screens
from bot.features.daily.comparison import ComparedDeal, compare_courses
from bot.features.daily.daily_handlers import event_named, event_page
from bot.features.daily.deal_comparison_screens import (
    CourseRow,
    DealComparison,
    deal_comparison_screen,
    event_line_screen,
    merged_rows,
)
from bot.features.daily.table_event_pages import show_table_comparison
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation.deal_code import BadCode, deal_code
from bot.render import families
from bot.render.screen import safe_name
from bot.store.queries.daily_deals import DailyDeal, DailyEvent
from bot.ui_commands.daily_commands import CompareEventDeal, ShowEventLine
from bot.workers import TooSlow

_COMPARE_SECONDS: Final = 10.0


@handles(CompareEventDeal)
async def compare_event_deal(context: Context, command: CompareEventDeal) -> None:
    """Show what everybody made of one deal, once the reader has finished or the day is over."""
    event = await event_named(context, command.event)
    if event.tables:
        await show_table_comparison(context, event, command.number)
    elif command.number > event.deals:
        raise Refused(Refusal.DAILY_GONE)
    else:
        await _show_comparison(context, event, command.number)


@handles(ShowEventLine)
async def show_event_line(context: Context, command: ShowEventLine) -> None:
    """Show a line of best play in the contract of the reader's own course."""
    event = await event_named(context, command.event)
    page = await event_page(context, event)
    own = page.own_deal(command.number)
    if not page.is_open_to_reader:
        raise Refused(Refusal.DAILY_SEALED)
    if event.tables or own is None:
        raise Refused(Refusal.NO_SUCH_BUTTON)
    seat = day_deals.seat_of(context.services.presets, event, command.number)
    found = await _compared(context, seat, (), own.course)
    words = families.with_table_faces(found.deal.rules, context.words)
    shown = _comparison(context, page, command.number, [], found, own.course)
    screen = event_line_screen(replace(shown, seat=seat), _name(context), words)
    await replace(context, words=words).show(screen)


async def _show_comparison(context: Context, event: DailyEvent, number: int) -> None:
    page = await event_page(context, event)
    if not page.is_open_to_reader:
        raise Refused(Refusal.DAILY_SEALED)
    finished = await context.services.store.daily_deals.finished(event.key)
    deals = [deal for deal in finished if deal.number == number]
    seat = day_deals.seat_of(context.services.presets, event, number)
    own = page.own_deal(number)
    code = _bare_code(context, event, number) if own is None else own.course
    found = await _compared(context, seat, tuple(deal.course for deal in deals), code)
    words = families.with_table_faces(found.deal.rules, context.words)
    shown = _comparison(context, page, number, deals, found, code)
    screen = deal_comparison_screen(replace(shown, seat=seat), _name(context), words)
    await replace(context, words=words).show(screen)


def _name(context: Context) -> str:
    return safe_name(context.interaction.user.display_name)


def _comparison(
    context: Context,
    page: day_screens.EventPage,
    number: int,
    deals: list[DailyDeal],
    found: ComparedDeal,
    code: str,
) -> DealComparison:
    """Return the page of a deal, with equal courses in one row."""
    visible = {row.score.user_id: row.name for row in page.here}
    rows = list[CourseRow]()
    by_course = defaultdict[str, list[DailyDeal]](list)
    for deal in deals:
        by_course[deal.course].append(deal)
    for course, same in by_course.items():
        names = tuple(visible[deal.user_id] for deal in same if deal.user_id in visible)
        rows.append(CourseRow(found.courses[course], names, len(same) - len(names)))
    score = page.own_score
    points = [deal.points for deal in deals if deal.points is not None]
    return DealComparison(
        ref=page.ref,
        number=number,
        seat=0,
        deal=found.deal,
        code=code,
        rows=merged_rows(rows),
        mean=comparison.field_mean(points) if points else 0.0,
        cap=comparison.cap_of(context.services.presets, page.ref.preset),
        own=found.courses.get(code),
        gain=score.deals[number - 1].gain if score is not None else None,
        found=found.found,
    )


def _bare_code(context: Context, event: DailyEvent, number: int) -> str:
    presets = context.services.presets
    return deal_code(presets, day_deals.bare_deal(presets, event, number))


async def _compared(context: Context, seat: int, codes: tuple[str, ...], code: str) -> ComparedDeal:
    services = context.services
    await services.quotas.count_question(context.user_id)
    try:
        return await services.workers.run(
            _COMPARE_SECONDS, compare_courses, services.presets, seat, codes, code
        )
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    except BadCode as error:
        raise Refused(Refusal.NO_REPLAY) from error
