"""The calls of a scored deal: what each was worth to its player, who saw one hand only."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Final

from bot.analysis.advice import JudgedCall
from bot.engine.cards import Seat
from bot.engine.rules import Rules
from bot.engine.view import ResultView
from bot.render.families import table_words
from bot.render.formatting import (
    bold,
    command_button,
    format_tenths,
    join_dotted,
    join_lines,
    name_with_mark,
    page_buttons,
    small_print,
    text_blocks,
)
from bot.render.screen import Block, ButtonRow, Screen, Style, Tone
from bot.render.screen_data import TableData
from bot.render.sheet.deal_results import scored_headline
from bot.render.study.hint_screens import advised_action_text
from bot.render.words import TableWords, Words
from bot.ui_commands.view_commands import ShowCalls, ShowDeal, ShowPostMortem

_FIRST_CALLS: Final = 3  # calls on the first page, below what each player gave away
_MORE_CALLS: Final = 8  # calls on each page after it


@dataclass(frozen=True, slots=True)
class CalledDeal:
    """A scored deal with the calls that are weighed so far, and the number of those ``waiting``.

    A call is None where the time ran out.  ``version`` is the game's version just after the deal.
    """

    rules: Rules
    version: int
    scored: ResultView
    calls: tuple[JudgedCall | None, ...]
    waiting: int

    @property
    def weighed(self) -> tuple[JudgedCall, ...]:
        """The calls that were weighed beside another one, in order."""
        return tuple(call for call in self.calls if call is not None and call.other is not None)


def calls_screen(deal: CalledDeal, facts: TableData, words: Words, page: int = 1) -> Screen:
    """Return a page of the calls with their numbers, in order; the first one has the players.

    While some wait, it shows the newest ones, how far it is, and a button to go on.
    """
    words = table_words(deal.rules, words)
    pages = _pages(deal)
    page = 1 if deal.waiting else min(page, len(pages))
    shown = deal.weighed[-_FIRST_CALLS:] if deal.waiting else pages[page - 1]
    head = join_lines(
        f"### {words.say('calls.title')}", scored_headline(deal.rules, deal.scored, words)
    )
    summary = _summary(deal, facts, words) if page == 1 else ()
    count = 1 if deal.waiting else len(pages)
    blocks: tuple[Block, ...] = (
        *text_blocks(head, *summary, _lines(shown, facts, words)),
        *page_buttons(words, page, count, partial(ShowCalls, deal.scored.number)),
        _buttons(deal, words),
    )
    return Screen(facts.game, deal.version, Tone.PRIVATE, blocks)


def _pages(deal: CalledDeal) -> list[tuple[JudgedCall, ...]]:
    """Return the weighed calls by pages; without any, one page of none."""
    calls = deal.weighed
    later = range(_FIRST_CALLS, len(calls), _MORE_CALLS)
    return [calls[:_FIRST_CALLS], *(calls[start : start + _MORE_CALLS] for start in later)]


def _summary(deal: CalledDeal, facts: TableData, words: TableWords) -> tuple[str, ...]:
    """Return what the numbers are, how far the weighing is, and what each player gave away."""
    late = sum(call is None for call in deal.calls)
    notes = join_lines(
        small_print(words.say("calls.note")),
        small_print(words.say("calls.limits")),
        small_print(words.say_plural("calls.late", late)) if late else "",
    )
    return notes, _progress(deal, words), _players(deal, facts, words)


def _progress(deal: CalledDeal, words: TableWords) -> str:
    """Return "Weighed so far: 3 of 8"; "" once all are, or that nobody had a choice."""
    done = len(deal.calls)
    if deal.waiting:
        return f"⏳ {words.say('calls.progress', n=done, of=done + deal.waiting)}"
    return "" if done else words.say("calls.none")


def _players(deal: CalledDeal, facts: TableData, words: TableWords) -> str:
    """Return a line for each player who called: what all calls gave away; "" until all are done."""
    if deal.waiting:
        return ""
    seats = [seat for seat in deal.scored.seats if _calls_of(deal, seat)]
    return join_lines(*(_player(deal, seat, facts, words) for seat in seats))


def _calls_of(deal: CalledDeal, seat: Seat) -> list[JudgedCall]:
    return [call for call in deal.weighed if call.view.seat == seat]


def _player(deal: CalledDeal, seat: Seat, facts: TableData, words: TableWords) -> str:
    calls = _calls_of(deal, seat)
    given = sum(call.given for call in calls)
    doubt = sqrt(sum(call.given_doubt**2 for call in calls))
    if given <= 2 * doubt:
        return join_dotted((name_with_mark(facts, seat), words.say("calls.sound")))
    points = f"{bold(_plain_tenths(given, words))} ± {_plain_tenths(doubt, words)}"
    return join_dotted((name_with_mark(facts, seat), words.say("calls.gave", points=points)))


def _lines(calls: Sequence[JudgedCall], facts: TableData, words: TableWords) -> str:
    """Return a line for each of these calls below a heading; "" without any."""
    lines = (_line(call, facts, words) for call in calls)
    return join_lines(bold(words.say("calls.each")), *lines) if calls else ""


def _line(call: JudgedCall, facts: TableData, words: TableWords) -> str:
    """Return a line such as "⚠️ Ana pass −4.2 ± 1.5 · better: whist +3.2"."""
    mark = "⚠️" if call.is_dear else "✅"
    name = advised_action_text(call.action, call.view, words)
    worth = f"{format_tenths(call.worth, words)} ± {_plain_tenths(call.doubt, words)}"
    said = f"{mark} {facts.name(call.view.seat)} {bold(name)} {worth}"
    assert call.other is not None
    other = words.say(
        "calls.better" if call.is_dear else "calls.otherwise",
        action=advised_action_text(call.other, call.view, words),
        points=format_tenths(call.other_worth, words),
    )
    return join_dotted((said, other))


def _plain_tenths(number: float, words: TableWords) -> str:
    """Return a number without a plus."""
    return format_tenths(number, words).lstrip("+")


def _buttons(deal: CalledDeal, words: TableWords) -> ButtonRow:
    """Return the way back; while calls wait only the button to go on, as the page still changes."""
    number = deal.scored.number
    if deal.waiting:
        return ButtonRow((command_button(words, "go_on", ShowCalls(number), Style.PRIMARY),))
    row = [command_button(words, "deal", ShowDeal(number))]
    if deal.scored.tricks:
        row.insert(0, command_button(words, "overview", ShowPostMortem(number)))
    return ButtonRow(tuple(row))
