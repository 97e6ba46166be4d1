"""Screens of reported deals: the receipt, the list for managers, and one deal without names."""

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import RulingEntry
from bot.engine.cards import Seat
from bot.engine.rules import Rules
from bot.model.enums import RulingKind
from bot.model.values import Record, replace
from bot.render.announcement_screens import capitalised, ruling_text
from bot.render.deal_results import DealVerdict
from bot.render.families import table_words
from bot.render.formatting import (
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import (
    Block,
    ButtonRow,
    Screen,
    Select,
    SelectChoice,
    Style,
    Tone,
    escaped_text,
)
from bot.render.screen_data import SeatData, TableData
from bot.render.study import match_screens
from bot.render.words import Words
from bot.store.queries.rulings import Report, ReportedDeal, StoredRuling
from bot.ui_commands import server_commands
from bot.ui_commands.view_commands import TakeDealAlong

_LETTERS: Final = "ABCD"
_MOST_CHOICES: Final = 25  # of a select
_NOBODY: Final = 0  # the user id of a player whose name is not shown


class ReportedDealPage(Record):
    """The data of a reported deal for a manager, beside its cards.

    ``reports`` with the seat of each reporter in that deal; ``standing`` is the decision in force,
    ``lines`` the sheet with what the deal wrote.
    """

    game: int
    deal: int
    reports: tuple[tuple[Seat | None, Report], ...]
    rulings: tuple[StoredRuling, ...]
    standing: StoredRuling | None
    lines: tuple[RulingEntry, ...]
    note: str = ""


def reported_screen(game: int, deal: int, words: Words) -> Screen:
    """Return the receipt of a report."""
    head = f"### {words.say('report.title', deal=deal)}"
    return Screen(game, 0, Tone.PRIVATE, text_blocks(join_lines(head, words.say("report.stored"))))


def reports_screen(
    opened: Sequence[ReportedDeal], decided: Sequence[ReportedDeal], words: Words
) -> Screen:
    """Return the list of a server: open reports first, then what was decided lately."""
    head = join_lines(f"### {words.say('judge.title')}", words.say("judge.how"))
    waiting = [f"- {_deal_line(one, words)}" for one in opened] or [words.say("judge.none")]
    done = [f"- {_deal_line(one, words, is_open=False)}" for one in decided]
    blocks: list[Block] = [*text_blocks(head, join_lines(*waiting))]
    if done:
        blocks += text_blocks(join_lines(f"**{words.say('judge.decided')}**", *done))
    choices = tuple(
        SelectChoice(
            words.say("judge.deal", game=one.game_id, deal=one.deal),
            server_commands.ShowReportedDeal(one.game_id, one.deal),
        )
        for one in (*opened, *decided)[:_MOST_CHOICES]
    )
    if choices:
        blocks.append(Select("reports", words.say("judge.choose"), choices))
    blocks.append(
        ButtonRow((command_button(words, "back_to_fair", server_commands.ShowFairPlay()),))
    )
    return Screen(0, 0, Tone.PRIVATE, tuple(blocks))


def _deal_line(one: ReportedDeal, words: Words, *, is_open: bool = True) -> str:
    counted = words.say_plural("judge.reports", one.count) if is_open else ""
    place = words.say("judge.deal", game=one.game_id, deal=one.deal)
    return join_dotted((place, counted, f"<t:{one.at}:R>"))


def with_letters(facts: TableData) -> TableData:
    """Return the table's data with letters for people, so that nobody is judged by name."""
    seats = tuple(
        seat if seat is None or seat.is_robot else SeatData(_LETTERS[n], _NOBODY)
        for n, seat in enumerate(facts.seats)
    )
    return replace(facts, seats=seats)


def reported_deal_screen(
    page: ReportedDealPage,
    past: match_screens.PastDeal,
    facts: TableData,
    verdict: DealVerdict | None,
    words: Words,
) -> Screen:
    """Return a reported deal with its log, its verdict, and the decisions that are possible."""
    shown = match_screens.deal_screen(past, facts, words, verdict)
    cards = tuple(one for one in shown.blocks if not isinstance(one, ButtonRow))
    head = join_lines(
        f"### {capitalised(words.say('judge.deal', game=page.game, deal=page.deal))}",
        f"> {page.note}" if page.note else "",
        *(_report_line(seat, report, facts, words) for seat, report in page.reports),
        *(_decision_line(ruling, words) for ruling in page.rulings),
    )
    blocks = (*text_blocks(head), *cards, *_correction(page, past.rules, words))
    rows = (_decision_row(page, words), _way_row(page, past, words))
    return Screen(page.game, past.version, Tone.PRIVATE, (*blocks, *rows))


def _report_line(seat: Seat | None, report: Report, facts: TableData, words: Words) -> str:
    who = "" if seat is None else facts.name(seat)
    said = escaped_text(report.note) or words.say("report.no_note")
    return f"- {join_dotted((who, f'<t:{report.at}:R>'))}: {said}"


def _decision_line(ruling: StoredRuling, words: Words) -> str:
    said = ruling_text(ruling.kind, ruling.deal, ruling.reason, words)
    waits = words.say("judge.unwritten") if ruling.version is None else ""
    return small_print(join_dotted((f"⚖ <t:{ruling.at}:f>", said, waits)))


def _is_void(page: ReportedDealPage) -> bool:
    return page.standing is not None and page.standing.kind is RulingKind.VOID


def _correction(page: ReportedDealPage, rules: Rules, words: Words) -> tuple[Block, ...]:
    """Return the select of the sheet's lines, unless the deal is void."""
    if _is_void(page):
        return ()
    number = len(page.rulings) + 1
    choices = tuple(
        SelectChoice(
            line_label(line, rules, words),
            server_commands.CorrectLine(page.game, page.deal, number, place),
            description=format_signed(line.amount),
        )
        for place, line in enumerate(page.lines[:_MOST_CHOICES])
    )
    return (Select("lines", words.say("judge.correct.choose"), choices),) if choices else ()


def line_label(line: RulingEntry, rules: Rules, words: Words) -> str:
    """Return the name of a line of the sheet: the account, whose it is, and on whom."""
    account = table_words(rules, words).say(f"account.{line.account}")
    against = "" if line.against is None else f" → {_LETTERS[line.against]}"
    return f"{account} · {_LETTERS[line.seat]}{against}"


def _decision_row(page: ReportedDealPage, words: Words) -> ButtonRow:
    number = len(page.rulings) + 1
    buttons = [
        command_button(
            words,
            f"judge_{kind}",
            server_commands.RuleDeal(page.game, page.deal, number, kind),
            style,
        )
        for kind, style in _offered(page)
    ]
    return ButtonRow(tuple(buttons))


def _way_row(page: ReportedDealPage, past: match_screens.PastDeal, words: Words) -> ButtonRow:
    """Return the buttons to the deal as a link, a code and a file, and back to the list."""
    along = command_button(words, "along", TakeDealAlong(page.deal))
    back = command_button(words, "back_to_reports", server_commands.ShowReports())
    return ButtonRow((along, back) if past.scored.reveal is not None else (back,))


def _offered(page: ReportedDealPage) -> tuple[tuple[RulingKind, Style], ...]:
    """Return the decisions that are possible now, with the style of each button."""
    undo = (RulingKind.UNDO, Style.PLAIN)
    decide = ((RulingKind.VOID, Style.DANGER), (RulingKind.DISMISS, Style.PLAIN))
    if page.standing is None:
        return decide
    is_open = any(report.answered is None for _, report in page.reports)
    return (*decide, undo) if is_open and not _is_void(page) else (undo,)
