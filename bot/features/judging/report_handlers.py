"""Handlers of reporting a deal, with the limits that keep reports from being a weapon."""

from typing import Final

from bot.discord_ui import components, delivery
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.features.judging.judging_screens import reported_screen
from bot.model.refusals import Refusal, Refused
from bot.render.safe_text import plain_text
from bot.store.queries.rulings import Report
from bot.ui_commands.server_commands import ReportDeal

LONGEST_NOTE: Final = 300
_NOTE: Final = "note"
_DAY: Final = 24 * 3600  # seconds
_REPORTING_DAYS: Final = 3  # after the end of a match
_REPORTS_A_DAY: Final = 3
_DISMISSALS: Final = 3  # within ``_DISMISSAL_DAYS``, and then the person waits
_DISMISSAL_DAYS: Final = 30


@handles(ReportDeal)
async def ask_note(context: Context, command: ReportDeal) -> None:
    """Ask what happened, in a form; refuse at once a report that could not be stored."""
    await _refuse_report(context, command)
    words = context.words
    label, how = words.say("report.note"), words.say("report.how")
    line = components.FormField(_NOTE, label, how, max_length=LONGEST_NOTE)
    title = words.say("report.title", deal=command.deal)
    await delivery.send_modal(
        context.interaction, components.form_modal(0, command, title, (line,))
    )


@handles_form(ReportDeal)
async def store_report(context: Context, command: ReportDeal, fields: dict[str, str]) -> None:
    """Store the report; a second one of the same deal changes nothing.

    A form sent at the same instant may have used up the limit after it was checked.
    """
    await _refuse_report(context, command)
    note = plain_text(fields.get(_NOTE, ""), LONGEST_NOTE)
    now = context.services.tables.services.now()
    report = Report(command.game, command.deal, context.user_id, note, now)
    rulings = context.services.store.rulings
    if not await rulings.report(report, now - _DAY, _REPORTS_A_DAY):
        await _refuse_too_many(context, command, now)
        raise Refused(Refusal.REPORTED_ALREADY, deal=command.deal)
    context.mark_stored()
    table = await context.services.tables.get(command.game)
    context.services.painter.announcements.announce_report(table, command.deal)
    await context.show(reported_screen(command.game, command.deal, context.words))


async def _refuse_report(context: Context, command: ReportDeal) -> None:
    """Raise Refused for a deal that this person may not report now."""
    services = context.services
    table = await services.tables.get(command.game)
    if table.row.guild_id != context.guild_id:
        raise Refused(Refusal.UNKNOWN_TABLE)
    sittings = await services.store.game_queries.sittings(table.id)
    if context.user_id not in {sitting.user_id for sitting in sittings}:
        raise Refused(Refusal.NOT_SEATED)
    if command.deal > (await services.store.reviews.newest_deal(table.id) or 0):
        raise Refused(Refusal.NO_SUCH_DEAL, deal=command.deal)
    now, ended_at = services.tables.services.now(), table.row.ended_at
    if ended_at is not None and now > ended_at + _REPORTING_DAYS * _DAY:
        raise Refused(Refusal.REPORT_TOO_LATE, days=_REPORTING_DAYS)
    await _refuse_too_many(context, command, now)


async def _refuse_too_many(context: Context, command: ReportDeal, now: int) -> None:
    """Raise Refused for a repeated report, too many of them, or a person who has to wait."""
    rulings, user_id = context.services.store.rulings, context.user_id
    reports = await rulings.reports(command.game, command.deal)
    if any(report.user_id == user_id for report in reports):
        raise Refused(Refusal.REPORTED_ALREADY, deal=command.deal)
    if await rulings.reports_since(user_id, now - _DAY) >= _REPORTS_A_DAY:
        raise Refused(Refusal.TOO_MANY_REPORTS, limit=_REPORTS_A_DAY)
    month = _DISMISSAL_DAYS * _DAY
    dismissed = await rulings.dismissals_since(user_id, now - month)
    if len(dismissed) >= _DISMISSALS:
        until = dismissed[-_DISMISSALS] + month
        raise Refused(Refusal.REPORTS_DISMISSED, when=f"<t:{until}:D>")
