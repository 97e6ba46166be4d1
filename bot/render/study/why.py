"""Sentences for the reasons of a hint, each with the number of sampled deals it holds in."""

from typing import Final

from bot.analysis.advice import Advice, Reason, Why
from bot.engine.cards import Suit
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.parts import bold, dotted, lines, small, tenths
from bot.render.study.called import named
from bot.render.words import TableWords

_PLAYED: Final = (Why.MAKES, Why.DODGES, Why.STOPS, Why.CATCHES, Why.TAKES)


def why_lines(view: View, facts: TableFacts, advice: Advice, words: TableWords) -> str:
    """Return a heading with one line per reason; "" if the advice has no reasons."""
    told = []
    for reason in advice.reasons:
        is_counted = reason.of and advice.layouts > 1
        counted = words.say("hint.of", n=reason.held, of=reason.of) if is_counted else ""
        told.append(dotted((_fact(reason, view, facts, words), counted)))
    return lines(bold(words.say("hint.why")), *told) if told else ""


def usual_line(advice: Advice, words: TableWords) -> str:
    """Return the note that tricks were estimated from usual play, not solved exactly."""
    is_played = any(reason.why in _PLAYED for reason in advice.reasons)
    return small(words.say("hint.usual")) if is_played else ""


def habit_line(view: View, words: TableWords) -> str:
    """Return the sentence for an advice that compared no options."""
    if view.stage is Stage.PLAY and view.table is not None and view.table.contract is None:
        return words.say("hint.habit.tricks")
    if view.stage in (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE):
        return words.say("hint.habit.call")
    return words.say("hint.plain")


# one reason --------------------------------------------------------------------------------


def _fact(reason: Reason, view: View, facts: TableFacts, words: TableWords) -> str:
    key = f"hint.why.{reason.why}{_form(reason, view)}"
    if reason.tricks >= 0:
        return words.count(key, reason.tricks)
    return words.say(key, **_details(reason, view, facts, words))


def _form(reason: Reason, view: View) -> str:
    """Return the key suffix of the sentence, for a reason that has several."""
    match reason.why:
        case Why.RUFFS | Why.PARTNER | Why.KEEPS if reason.seat == view.seat:
            return ".you"  # a hand that the reader plays beside their own
        case Why.FORCES if reason.seat < 0:
            return ".anybody"
        case Why.SURE if view.table is not None and view.table.declared.declarer != view.seat:
            return ".both"
        case Why.NO_MORE if reason.action is None:
            return ".play"
        case _:
            return ""


def _details(reason: Reason, view: View, facts: TableFacts, words: TableWords) -> dict[str, str]:
    """Return the values for the placeholders of a sentence."""
    suit, card, action = reason.suit, reason.card, reason.action
    return {
        "name": facts.name(reason.seat) if reason.seat >= 0 else "",
        "suit": words.suit(Suit(suit).letter) if suit >= 0 else "",
        "card": words.card(card) if card >= 0 else "",
        "action": named(action, view, words) if action is not None else "",
        "worth": tenths(reason.worth, words),
        "other": tenths(reason.other, words),
    }
