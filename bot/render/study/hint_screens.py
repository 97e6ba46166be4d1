"""A hint: the recommended action, its numbers, and its reasons."""

from collections.abc import Sequence
from functools import partial
from math import sqrt
from typing import Final

from bot.analysis.advice import Advice, JudgedCall, Reason, ReasonKind, WeighedAction
from bot.engine import actions as act
from bot.engine import cards
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.rules import Rules
from bot.engine.view import ResultView, SeatView
from bot.model.values import Record
from bot.render import families, formatting
from bot.render.deal_results import scored_headline
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
from bot.render.hand.decision import answer_button, press_for
from bot.render.screen import Block, Button, ButtonRow, Screen, Style, Tone
from bot.render.screen_data import TableData
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import ShowHand
from bot.ui_commands.view_commands import ShowCalls, ShowDeal, ShowPostMortem

# Names of actions in a hint: a card by its tile, a bid by the contract it stands for.


def contract_of_action(action: act.Action, view: SeatView) -> str:
    """Return the contract an action names or holds; "" for other actions."""
    match action:
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            return families.presenter_of(view.rules).shown_contract(view.rules, name)
        case act.HOLD if view.table is not None and (high := view.table.high_bid):
            return families.presenter_of(view.rules).shown_contract(view.rules, high[0])
        case _:
            return ""


def advised_action_text(action: act.Action, view: SeatView, words: TableWords) -> str:
    """Return the name of an action, with tiles."""
    contract = contract_of_action(action, view)
    match action:
        case act.Play(card):
            return words.card(card)
        case act.Discard(low, high):
            return words.say("hint.lay_away", cards=formatting.card_tiles((low, high)))
        case act.HOLD if contract:
            return words.say("act.hold.button", bid=words.contract(contract))
        case _ if contract:
            return words.contract(contract)
        case _:
            return answer_button(action, view, words).label


# Sentences for the reasons of a hint, each with the number of sampled deals it holds in.

_TRICK_REASONS: Final = (
    ReasonKind.MAKES,
    ReasonKind.DODGES,
    ReasonKind.STOPS,
    ReasonKind.STANDS,
    ReasonKind.CATCHES,
    ReasonKind.ESCAPES,
    ReasonKind.TAKES,
)


_CONVINCING: Final = 5  # a reason holds in one of so many layouts at least


def reason_lines(view: SeatView, facts: TableData, advice: Advice, words: TableWords) -> str:
    """Return a heading with one line per reason; "" if no options were compared.

    A reason that seldom holds is left out.  Where none is left the numbers speak.
    """
    told = []
    for reason in filter(_is_convincing, advice.reasons):
        is_counted = reason.out_of and advice.layouts > 1
        counted = words.say("hint.of", n=reason.holds_in, of=reason.out_of) if is_counted else ""
        told.append(formatting.join_dotted((_reason_sentence(reason, view, facts, words), counted)))
    told = told or [*filter(None, (_gap_line(view, advice, words),))]
    return formatting.join_lines(formatting.bold(words.say("hint.why")), *told) if told else ""


def _is_convincing(reason: Reason) -> bool:
    return not reason.out_of or reason.holds_in * _CONVINCING >= reason.out_of


def _gap_line(view: SeatView, advice: Advice, words: TableWords) -> str:
    """Return by how much the next best option is worse, or that all are the same."""
    own = next((o for o in advice.options if o.action == advice.action), None)
    rest = [option for option in _others(advice) if option not in equal_options(advice)]
    if own is None or len(advice.options) == 1:
        return ""
    if not rest:
        return words.say("hint.why_any")
    best = max(rest, key=lambda option: option.value)
    gap = round(own.value - best.value, 1)
    name = advised_action_text(best.action, view, words)
    if gap <= 0:
        return words.say("hint.why_close", action=name)
    return words.say(
        "hint.why_gap", action=name, points=formatting.format_tenths(gap, words).lstrip("+")
    )


def _others(advice: Advice) -> list[WeighedAction]:
    return [option for option in advice.options if option.action != advice.action]


def equal_options(advice: Advice) -> list[WeighedAction]:
    """Return the cards whose numbers are those of the recommended one."""
    own = next((o for o in advice.options if o.action == advice.action), None)
    if own is None or not isinstance(own.action, act.Play):
        return []
    numbers = (own.holds, round(own.value, 1))
    return [o for o in _others(advice) if (o.holds, round(o.value, 1)) == numbers]


def _equal_line(view: SeatView, advice: Advice, words: TableWords) -> str:
    """Return "The same: J♠ 10♠"; "" if the recommended card has no equal."""
    same = [advised_action_text(option.action, view, words) for option in equal_options(advice)]
    return words.say("hint.equal", actions=" ".join(same)) if same else ""


def estimate_note(advice: Advice, words: TableWords) -> str:
    """Return the note that tricks were estimated from usual play, not solved exactly."""
    is_played = any(reason.kind in _TRICK_REASONS for reason in advice.reasons)
    return formatting.small_print(words.say("hint.usual")) if is_played else ""


def unweighed_line(view: SeatView, words: TableWords) -> str:
    """Return the sentence for an advice that compared no options."""
    if view.stage is Stage.PLAY and view.table is not None and view.table.contract is None:
        return words.say("hint.habit.tricks")
    if view.stage in (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE):
        return words.say("hint.habit.call")
    return words.say("hint.plain")


# one reason --------------------------------------------------------------------------------


def _reason_sentence(reason: Reason, view: SeatView, facts: TableData, words: TableWords) -> str:
    key = f"hint.why.{reason.kind}{_key_suffix(reason, view)}"
    if reason.tricks >= 0:
        return words.say_plural(key, reason.tricks)
    return words.say(key, **_placeholders(reason, view, facts, words))


def _key_suffix(reason: Reason, view: SeatView) -> str:
    """Return the key suffix of the sentence, for a reason that has several."""
    match reason.kind:
        case ReasonKind.RUFFS | ReasonKind.PARTNER | ReasonKind.KEEPS if reason.seat == view.seat:
            return ".you"  # a hand that the reader plays beside their own
        case ReasonKind.FORCES if reason.seat < 0:
            return ".anybody"
        case ReasonKind.SURE if (
            view.table is not None and view.table.declared_contract.declarer != view.seat
        ):
            return ".both"
        case ReasonKind.NO_MORE if reason.action is None:
            return ".play"
        case _:
            return ""


def _placeholders(
    reason: Reason, view: SeatView, facts: TableData, words: TableWords
) -> dict[str, str]:
    """Return the values for the placeholders of a sentence."""
    suit, card, action = reason.suit, reason.card, reason.action
    return {
        "name": facts.name(reason.seat) if reason.seat >= 0 else "",
        "suit": words.suit(cards.Suit(suit).letter) if suit >= 0 else "",
        "card": words.card(card) if card >= 0 else "",
        "action": advised_action_text(action, view, words) if action is not None else "",
        "worth": formatting.format_tenths(reason.value, words),
        "other": formatting.format_tenths(reason.value_otherwise, words),
    }


# The private hint screen: the recommended action and the numbers in its favour.

MOST_OPTIONS: Final = 5  # options, the recommended one among them


def hint_screen(view: SeatView, facts: TableData, advice: Advice, words: Words) -> Screen:
    """Return the recommended action, its reasons, the alternatives, and a button to do it."""
    words = families.table_words(view.rules, words)
    head = formatting.join_lines(
        f"### 💡 {words.say('hint.best', action=advised_action_text(advice.action, view, words))}",
        _equal_line(view, advice, words),
        *_number_lines(view, advice, words),
        reason_lines(view, facts, advice, words),
    )
    do = _do_button(advice.action, view, words)
    back = formatting.command_button(words, "to_hand", ShowHand())
    blocks: tuple[Block, ...] = formatting.text_blocks(head)
    if others := _alternatives(view, advice, words):
        blocks = (*blocks, formatting.DIVIDER, *formatting.text_blocks(others))
    notes = formatting.join_lines(
        _doubt_note(advice, words),
        estimate_note(advice, words),
        _spread_note(advice, words),
        _sample_note(advice, words),
    )
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (*blocks, *formatting.text_blocks(notes), ButtonRow((do, back))),
    )


# why ---------------------------------------------------------------------------------------


def _number_lines(view: SeatView, advice: Advice, words: TableWords) -> tuple[str, ...]:
    if len(view.legal) == 1:
        return (words.say("hint.forced_card" if view.stage is Stage.PLAY else "hint.forced"),)
    chosen = next((o for o in advice.options if o.action == advice.action), None)
    if chosen is None:
        return (unweighed_line(view, words),)
    return (_success_line(view, chosen, advice, words), _value_line(chosen, advice, words))


def _success_line(view: SeatView, option: WeighedAction, advice: Advice, words: TableWords) -> str:
    """Return a line such as "The contract holds in 41 of 50 layouts"."""
    if option.holds < 0 or not advice.layouts:
        return ""
    if option.holds == 0:  # "in 0 of 50" is no sentence
        return words.say(f"hint.never.{_aim(view)}")
    if option.holds == advice.layouts:  # and "in 1 of 1" is none
        return words.say(f"hint.always.{_aim(view)}")
    key = f"hint.holds.{_aim(view)}"
    return words.say_plural(key, advice.layouts, held=formatting.bold(str(option.holds)))


def _aim(view: SeatView) -> str:
    """Return the key of this seat's aim in the contract: make, beat, dodge, catch, or own."""
    table = view.table
    if table is None or table.contract is None:
        return "own"
    mine = table.contract.declarer == view.seat
    if table.contract.is_misere:
        return "dodge" if mine else "catch"
    return "make" if mine else "beat"


def _value_line(option: WeighedAction, advice: Advice, words: TableWords) -> str:
    key = "hint.worth.both" if advice.is_shared else "hint.worth"
    points = formatting.bold(formatting.format_tenths(option.value, words))
    if not advice.is_exact and round(option.doubt, 1):
        points += f" ± {formatting.format_tenths(option.doubt, words).lstrip('+')}"
    return words.say(key, points=points)


def _doubt_note(advice: Advice, words: TableWords) -> str:
    """Return the note why an option with a higher number is not the recommended one."""
    own = next((o.value for o in advice.options if o.action == advice.action), None)
    if own is None or all(round(o.value, 1) <= round(own, 1) for o in advice.options):
        return ""
    return formatting.small_print(words.say("hint.doubt"))


def _spread_note(advice: Advice, words: TableWords) -> str:
    """Return the note what the number after ± is; "" where none is shown."""
    own = next((o.doubt for o in advice.options if o.action == advice.action), 0.0)
    is_shown = not advice.is_exact and bool(round(own, 1))
    return formatting.small_print(words.say("hint.spread")) if is_shown else ""


def _sample_note(advice: Advice, words: TableWords) -> str:
    if not advice.options:
        return ""
    if advice.is_exact and advice.layouts == 1:
        return formatting.small_print(words.say("hint.only"))
    key = "hint.every" if advice.is_exact else "hint.sampled"
    return formatting.small_print(words.say_plural(key, advice.layouts))


# alternatives ------------------------------------------------------------------------------


def _alternatives(view: SeatView, advice: Advice, words: TableWords) -> str:
    """Return the next best options, one line each."""
    same = equal_options(advice)
    rest = [option for option in _others(advice) if option not in same]
    if not rest:
        return ""
    shown = [_option_line(view, option, advice, words) for option in rest[: MOST_OPTIONS - 1]]
    left = len(rest) - len(shown)
    more = formatting.small_print(words.say_plural("hint.more", left)) if left else ""
    return formatting.join_lines(formatting.bold(words.say("hint.others")), *shown, more)


def _option_line(view: SeatView, option: WeighedAction, advice: Advice, words: TableWords) -> str:
    counted = option.holds >= 0 and advice.layouts
    holds = words.say("hint.of", n=option.holds, of=advice.layouts) if counted else ""
    name = advised_action_text(option.action, view, words)
    return formatting.join_dotted((name, holds, formatting.format_tenths(option.value, words)))


# the button --------------------------------------------------------------------------------


def _do_button(action: act.Action, view: SeatView, words: TableWords) -> Button:
    """Return the button that plays the action; it shows a card or suit as a tile."""
    contract = contract_of_action(action, view)
    label, tile = words.without_tiles(advised_action_text(action, view, words)), ""
    if isinstance(action, act.Play):
        label, tile = "", cards.CARD_NAMES[action.card]
    elif contract and action is not act.HOLD:
        label, tile = words.contract_face(contract), words.strain_tile(contract)
    what = f": {label}" if label else ""
    return Button(words.say("hint.do") + what, press_for(action, view), tile, Style.PRIMARY)


# The calls of a scored deal: what each was worth to its player, who saw one hand only.

_FIRST_CALLS: Final = 3  # calls on the first page, below what each player gave away
_MORE_CALLS: Final = 8  # calls on each page after it


class CalledDeal(Record):
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
