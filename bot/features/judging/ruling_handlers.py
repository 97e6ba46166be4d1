"""Handlers of managers: reported deals, decisions, and telling those who reported."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.background import ruling_writer
from bot.discord_ui import components, delivery
from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, await_response, failure_of
from bot.discord_ui.handlers import match_history
from bot.discord_ui.handlers.context import Context, Services, TableContext
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.engine import actions
from bot.engine.families import family_of
from bot.features.judging import judging_screens
from bot.features.judging.judging_screens import ReportedDealPage, reported_screen
from bot.model.enums import NotifyWhen, RulingKind
from bot.model.refusals import Refusal, Refused
from bot.presets import parse_rules
from bot.render.announcement_screens import ruling_text
from bot.render.screen import plain_text
from bot.store import WriteFault, WriteRefused
from bot.store.queries.rulings import Report, StoredRuling
from bot.ui_commands.server_commands import (
    CorrectLine,
    ReportDeal,
    RuleDeal,
    ShowReportedDeal,
    ShowReports,
)

log = logging.getLogger(__name__)

_REASON, _AMOUNT = "reason", "amount"
_LONGEST_REASON: Final = 200
_LONGEST_AMOUNT: Final = 8
_MOST_AMOUNT: Final = 9_999
_DAY: Final = 24 * 3600  # seconds
_DECIDING_DAYS: Final = 30  # after the end of a match
_MOST_DECIDED: Final = 12  # deals of the list


@handles(ShowReports)
async def show_reports(context: Context, _: ShowReports) -> None:
    """Show managers the deals with open reports, and those decided lately."""
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
    rulings, now = context.services.store.rulings, context.services.tables.services.now()
    opened = await rulings.open_deals(context.guild_id)
    since = now - _DECIDING_DAYS * _DAY
    decided = await rulings.decided_deals(context.guild_id, since, _MOST_DECIDED)
    waiting = {(one.game_id, one.deal) for one in opened}
    done = [one for one in decided if (one.game_id, one.deal) not in waiting]
    await context.show(judging_screens.reports_screen(opened, done, context.words))


@handles(ShowReportedDeal)
async def show_reported_deal(context: Context, command: ShowReportedDeal) -> None:
    """Show a manager who did not play the deal, its reports and its decisions."""
    await _show_deal(await _judge_context(context, command.game), command.deal)


@handles(RuleDeal)
async def ask_reason(context: Context, command: RuleDeal) -> None:
    """Ask for the reason of a decision."""
    await _judge_context(context, command.game)
    words = context.words
    title = words.say(f"judge.{command.kind}.title", deal=command.deal)
    line = components.FormField(
        _REASON,
        words.say("judge.reason"),
        words.say("judge.reason.how"),
        max_length=_LONGEST_REASON,
    )
    form = components.form_modal(0, command, title, (line,))
    await delivery.send_modal(context.interaction, form)


@handles_form(RuleDeal)
async def rule_deal(context: Context, command: RuleDeal, fields: dict[str, str]) -> None:
    """Store the decision, write it, and show the deal with it."""
    judge = await _judge_context(context, command.game)
    undone = None
    if command.kind is RulingKind.UNDO:
        undone = _standing_ruling(await _rulings_of(judge, command.deal))
        if undone is None:
            raise Refused(Refusal.RULED_MEANWHILE)
    reason = plain_text(fields.get(_REASON, ""), _LONGEST_REASON)
    undoes = None if undone is None else undone.number
    await _decide(judge, command.deal, command.number, command.kind, reason, undoes=undoes)


@handles(CorrectLine)
async def ask_amount(context: Context, command: CorrectLine) -> None:
    """Ask for the new amount of a line of the sheet, and for the reason."""
    judge = await _judge_context(context, command.game)
    line = _chosen_line(await _sheet_lines(judge, command.deal), command)
    words = context.words
    label = judging_screens.line_label(line, parse_rules(judge.table.row.rules), words)
    fields = (
        components.FormField(
            _AMOUNT, label[:45], value=str(line.amount), max_length=_LONGEST_AMOUNT
        ),
        components.FormField(
            _REASON,
            words.say("judge.reason"),
            words.say("judge.reason.how"),
            max_length=_LONGEST_REASON,
        ),
    )
    title = words.say("judge.correct.title", deal=command.deal)
    await delivery.send_modal(context.interaction, components.form_modal(0, command, title, fields))


@handles_form(CorrectLine)
async def correct_line(context: Context, command: CorrectLine, fields: dict[str, str]) -> None:
    """Store the correction of a line as the difference, and write it."""
    judge = await _judge_context(context, command.game)
    line = _chosen_line(await _sheet_lines(judge, command.deal), command)
    change = _read_amount(fields.get(_AMOUNT, "")) - line.amount
    if not change:
        raise Refused(Refusal.AMOUNT_AS_BEFORE)
    entry = line._replace(amount=change)
    action = actions.Ruling(RulingKind.CORRECT, command.deal, (entry,))
    reason = plain_text(fields.get(_REASON, ""), _LONGEST_REASON)
    entries = ruling_writer.entries_text(action)
    await _decide(judge, command.deal, command.number, RulingKind.CORRECT, reason, entries)


async def _decide(
    judge: TableContext,
    deal: int,
    number: int,
    kind: RulingKind,
    reason: str,
    entries: str = "",
    *,
    undoes: int | None = None,
) -> None:
    """Store and write a decision, tell the reporters, and show the deal."""
    if not reason and kind is not RulingKind.UNDO:
        raise Refused(Refusal.REASON_MISSING)
    await _refuse_unless_open_to(judge, deal, number, kind)
    services, now = judge.services, judge.services.tables.services.now()
    ruling = StoredRuling(
        judge.table.id, deal, number, kind, judge.user_id, reason, entries, now, undoes=undoes
    )
    await judge.defer()
    try:
        is_written = await services.ruling_writer.decide(judge.table, ruling)
    except WriteRefused as refused:
        if refused.refusal is not WriteFault.CHANGED:
            raise
        raise Refused(Refusal.RULED_MEANWHILE) from refused
    judge.mark_stored()
    await _show_deal(judge, deal, "" if is_written else judge.words.say("judge.waits"))
    await tell_reporters(services, judge.interaction.client)


async def _refuse_unless_open_to(
    judge: TableContext, deal: int, number: int, kind: RulingKind
) -> None:
    """Raise Refused unless this decision can follow those before it."""
    rulings = await _rulings_of(judge, deal)
    if number != len(rulings) + 1:
        raise Refused(Refusal.RULED_MEANWHILE)
    if any(one.version is None for one in rulings):
        raise Refused(Refusal.RULING_WAITS)
    standing = _standing_ruling(rulings)
    is_void = standing is not None and standing.kind is RulingKind.VOID
    if is_void and kind is not RulingKind.UNDO:
        raise Refused(Refusal.RULED_MEANWHILE)


async def _judge_context(context: Context, game_id: int) -> TableContext:
    """Return the context of a manager at a match they did not play in.  Raises Refused."""
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
    services = context.services
    table = await services.tables.get(game_id)
    judge = context.at_table(table)
    if table.load_refusal is not None:
        raise Refused(table.load_refusal)
    await services.tables.refuse_sealed_deal(table.row)
    sittings = await services.store.game_queries.sittings(table.id)
    if any(context.user_id in (one.user_id, one.kept_for) for one in sittings):
        raise Refused(Refusal.OWN_MATCH)
    ended_at, now = table.row.ended_at, services.tables.services.now()
    if ended_at is not None and now > ended_at + _DECIDING_DAYS * _DAY:
        raise Refused(Refusal.DECISION_TOO_LATE, days=_DECIDING_DAYS)
    return judge


async def _rulings_of(judge: TableContext, deal: int) -> list[StoredRuling]:
    rulings = await judge.services.store.rulings.of_game(judge.table.id)
    return [one for one in rulings if one.deal == deal]


def _standing_ruling(rulings: Sequence[StoredRuling]) -> StoredRuling | None:
    """Return the newest decision that was not taken back."""
    standing = (one for one in reversed(rulings) if not one.undone)
    return next((one for one in standing if one.kind is not RulingKind.UNDO), None)


async def _show_deal(judge: TableContext, deal: int, note: str = "") -> None:
    services, table = judge.services, judge.table
    recorded, past = await match_history.load_deal(judge, deal)
    rulings = await _rulings_of(judge, deal)
    reports = await services.store.rulings.reports(table.id, deal)
    is_open = any(report.answered is None for report in reports)
    facts = await services.table_data.for_seats(table, recorded.sittings, judge.words)
    letters = {one.user_id: one.seat for one in recorded.sittings if one.user_id is not None}
    if is_open:
        facts = judging_screens.with_letters(facts)
    page = ReportedDealPage(
        table.id,
        deal,
        tuple((letters.get(report.user_id), report) for report in reports),
        tuple(rulings),
        _standing_ruling(rulings),
        await _sheet_lines(judge, deal),
        note,
    )
    verdict = await services.table_data.deal_verdict(table, deal)
    await judge.show(judging_screens.reported_deal_screen(page, past, facts, verdict, judge.words))


async def _sheet_lines(judge: TableContext, deal: int) -> tuple[actions.RulingEntry, ...]:
    """Return every line of the sheet with what the deal has written there, zeros included."""
    table = judge.table
    postings = await judge.services.store.game_queries.postings(table.id)
    written = {one[:3]: one.amount for one in ruling_writer.deal_lines(postings, deal)}
    used = {one.posting.account for one in postings}
    rules = parse_rules(table.row.rules)
    seats = range(rules.players)
    return tuple(
        actions.RulingEntry(
            account.name, seat, against, written.get((account.name, seat, against), 0)
        )
        for account in family_of(rules).accounts
        if account.name in used
        for seat in seats
        for against in ([one for one in seats if one != seat] if account.paired else [None])
    )


def _chosen_line(lines: Sequence[actions.RulingEntry], command: CorrectLine) -> actions.RulingEntry:
    if command.line >= len(lines):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return lines[command.line]


def _read_amount(typed: str) -> int:
    """Return the typed whole number, with any dash as its sign.  Raises Refused."""
    text = typed.strip().replace("−", "-").replace("–", "-")
    try:
        amount = int(text)
    except ValueError as error:
        raise Refused(Refusal.AMOUNT_UNREADABLE) from error
    if abs(amount) > _MOST_AMOUNT:
        raise Refused(Refusal.AMOUNT_UNREADABLE)
    return amount


async def tell_reporters(services: Services, client: discord.Client) -> None:
    """Send everybody whose report was answered a direct message, once.

    Nobody who turned all notifications off, and nobody twice; the page of the deal says it too.
    """
    rulings = services.store.rulings
    for report in await rulings.untold(services.tables.services.owned):
        answers = await rulings.of_game(report.game_id)
        found = (one for one in answers if (one.deal, one.number) == (report.deal, report.answered))
        ruling = next(found, None)
        if ruling is not None and not await _tell(services, client, report, ruling):
            return  # Discord is in trouble: an hour later
        await rulings.mark_told(report)


async def _tell(
    services: Services, client: discord.Client, report: Report, ruling: StoredRuling
) -> bool:
    """Send one direct message; False if a retry may help."""
    person = await services.preferences.person(report.user_id)
    if person.summoning is NotifyWhen.NEVER:
        return True
    table = await services.tables.get(report.game_id)
    guild = client.get_guild(table.row.guild_id)
    preferred = "" if guild is None else str(guild.preferred_locale)
    words = await services.preferences.words_for_person(person, table.row.guild_id, preferred)
    said = ruling_text(ruling.kind, ruling.deal, ruling.reason, words)
    text = words.say("report.answered", game=report.game_id, said=said)
    nonce = delivery.nonce_of(
        f"report/{report.game_id}/{report.deal}/{report.user_id}/{ruling.number}"
    )
    try:
        await services.rate_limiter.acquire(is_awaited=True)
        channel = await await_response(client.create_dm(discord.Object(report.user_id)))
        await services.rate_limiter.acquire(is_awaited=True)
        request = channel.send(text, allowed_mentions=discord.AllowedMentions.none(), nonce=nonce)
        await await_response(request)
    except REQUEST_ERRORS as error:
        if failure_of(error) in RETRYABLE:
            log.info("a reporter of game %s is told later: %s", report.game_id, error)
            return False
    return True


# Handlers of reporting a deal, with the limits that keep reports from being a weapon.

LONGEST_NOTE: Final = 300
_NOTE: Final = "note"
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
