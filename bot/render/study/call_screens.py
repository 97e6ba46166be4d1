"""The calls of a scored deal: what each was worth to its player, who saw one hand only."""

from dataclasses import dataclass
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
    small_print,
    text_blocks,
)
from bot.render.screen import ButtonRow, Screen, Style, Tone
from bot.render.screen_data import TableData
from bot.render.sheet.deal_results import scored_headline
from bot.render.study.hint_screens import advised_action_text
from bot.render.words import TableWords, Words
from bot.ui_commands.view_commands import ShowCalls, ShowDeal, ShowPostMortem

_MOST_CALLS: Final = 8  # lines on one screen; a longer auction shows the calls that gave most


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


def calls_screen(deal: CalledDeal, facts: TableData, words: Words) -> Screen:
    """Return the calls with their numbers; while some wait, how far it is and a button to go on."""
    words = table_words(deal.rules, words)
    late = sum(call is None for call in deal.calls)
    head = join_lines(
        f"### {words.say('calls.title')}",
        scored_headline(deal.rules, deal.scored, words),
        small_print(words.say("calls.note")),
    )
    notes = join_lines(
        small_print(words.say_plural("calls.late", late)) if late else "",
        small_print(words.say("calls.limits")),
    )
    blocks = text_blocks(
        head,
        _progress(deal, words),
        _players(deal, facts, words),
        _lines(deal, facts, words),
        notes,
    )
    return Screen(facts.game, deal.version, Tone.PRIVATE, (*blocks, _buttons(deal, words)))


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


def _lines(deal: CalledDeal, facts: TableData, words: TableWords) -> str:
    """Return a line for each call, in order; of many those that gave away most."""
    calls = deal.weighed
    shown = sorted(calls, key=lambda call: -call.given)[:_MOST_CALLS]
    left = len(calls) - len(shown)
    more = small_print(words.say_plural("hint.more", left)) if left else ""
    lines = [_line(call, facts, words) for call in calls if call in shown]
    return join_lines(bold(words.say("calls.each")) if lines else "", *lines, more)


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
