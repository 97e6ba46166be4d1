"""Sentences for the reasons of a hint, each with the number of sampled deals it holds in."""

from typing import Final

from bot.analysis.advice import Advice, Reason, ReasonKind
from bot.engine.cards import Suit
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.parts import bold, format_tenths, join_dotted, join_lines, small_print
from bot.render.study.called import advised_action_text
from bot.render.words import TableWords

_TRICK_REASONS: Final = (
    ReasonKind.MAKES,
    ReasonKind.DODGES,
    ReasonKind.STOPS,
    ReasonKind.CATCHES,
    ReasonKind.TAKES,
)


def reason_lines(view: View, facts: TableData, advice: Advice, words: TableWords) -> str:
    """Return a heading with one line per reason; "" if the advice has no reasons."""
    told = []
    for reason in advice.reasons:
        is_counted = reason.out_of and advice.layouts > 1
        counted = words.say("hint.of", n=reason.holds_in, of=reason.out_of) if is_counted else ""
        told.append(join_dotted((_reason_sentence(reason, view, facts, words), counted)))
    return join_lines(bold(words.say("hint.why")), *told) if told else ""


def estimate_note(advice: Advice, words: TableWords) -> str:
    """Return the note that tricks were estimated from usual play, not solved exactly."""
    is_played = any(reason.kind in _TRICK_REASONS for reason in advice.reasons)
    return small_print(words.say("hint.usual")) if is_played else ""


def unweighed_line(view: View, words: TableWords) -> str:
    """Return the sentence for an advice that compared no options."""
    if view.stage is Stage.PLAY and view.table is not None and view.table.contract is None:
        return words.say("hint.habit.tricks")
    if view.stage in (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE):
        return words.say("hint.habit.call")
    return words.say("hint.plain")


# one reason --------------------------------------------------------------------------------


def _reason_sentence(reason: Reason, view: View, facts: TableData, words: TableWords) -> str:
    key = f"hint.why.{reason.kind}{_key_suffix(reason, view)}"
    if reason.tricks >= 0:
        return words.say_plural(key, reason.tricks)
    return words.say(key, **_placeholders(reason, view, facts, words))


def _key_suffix(reason: Reason, view: View) -> str:
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
    reason: Reason, view: View, facts: TableData, words: TableWords
) -> dict[str, str]:
    """Return the values for the placeholders of a sentence."""
    suit, card, action = reason.suit, reason.card, reason.action
    return {
        "name": facts.name(reason.seat) if reason.seat >= 0 else "",
        "suit": words.suit(Suit(suit).letter) if suit >= 0 else "",
        "card": words.card(card) if card >= 0 else "",
        "action": advised_action_text(action, view, words) if action is not None else "",
        "worth": format_tenths(reason.value, words),
        "other": format_tenths(reason.value_otherwise, words),
    }
