"""Explanations: a barred action, the rule behind it, and the house rule if it is one."""

from collections.abc import Sequence

from bot.deeds.table import ShowHand
from bot.engine.actions import Action, Bid, Play
from bot.engine.barred import ForbiddenActions
from bot.engine.cards import suit_of
from bot.engine.deal import Stage
from bot.engine.view import DealView, View
from bot.render.agreements.phrases import option_line, option_values
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.hand.playing import hand_on_turn, led_card, playable_cards
from bot.render.parts import bold, card_tiles, command_button, join_lines, small_print, text_blocks
from bot.render.screen import ButtonRow, Screen, Style, Tone
from bot.render.words import TableWords, Words

_MOST_NAMED = 4


def has_explanation(view: View) -> bool:
    """True if there is something to explain: a grey card, or a call barred in the auction."""
    if not view.is_my_turn or view.table is None:
        return False
    if view.stage is Stage.PLAY:
        return len(playable_cards(view)) < len(hand_on_turn(view, view.table))
    return view.stage is Stage.AUCTION


def explanation_screen(
    view: View, rules: Sequence[ForbiddenActions], facts: TableData, words: Words
) -> Screen:
    """Return one paragraph per reason."""
    words = table_words(view.rules, words)
    told = [_paragraph(view, one, words) for one in rules] or [words.say("because.nothing")]
    back = ButtonRow((command_button(words, "to_hand", ShowHand(), Style.PRIMARY),))
    head = text_blocks(f"### {words.say('because.title')}", *told)
    return Screen(facts.game, view.version, Tone.PRIVATE, (*head, back))


def _paragraph(view: View, one: ForbiddenActions, words: TableWords) -> str:
    cause = _house_rule(view, one, words)
    return join_lines(
        bold(_action_names(one.actions, words)),
        words.say(f"because.{one.reason}", **_placeholders(view, words)),
        small_print(
            words.say("because.house", rule=cause) if cause else words.say("because.always")
        ),
    )


def _action_names(actions: Sequence[Action], words: TableWords) -> str:
    """Return the cards, or the calls; of many calls the first and the last."""
    cards = [action.card for action in actions if isinstance(action, Play)]
    if cards:
        return card_tiles(cards)
    calls = [words.contract(action.name) for action in actions if isinstance(action, Bid)]
    if len(calls) <= _MOST_NAMED:
        return ", ".join(calls)
    return words.say("because.from_to", first=calls[0], last=calls[-1])


def _placeholders(view: View, words: TableWords) -> dict[str, str]:
    """Return the placeholders of the sentences: the suit led, trumps, the lowest legal call."""
    led = None if view.table is None else led_card(view.table)
    bids = [action.name for action in view.legal if isinstance(action, Bid)]
    return {
        "suit": "" if led is None else words.suit(suit_of(led).letter),
        "trump": _trump(view.table, words),
        "least": words.contract(bids[0]) if bids else words.say("act.pass"),
    }


def _trump(table: DealView | None, words: TableWords) -> str:
    trump = -1 if table is None or table.contract is None else table.contract.trump
    return words.suit("SCDH"[trump]) if trump >= 0 else ""


def _house_rule(view: View, one: ForbiddenActions, words: TableWords) -> str:
    """Return the table's house rule behind a reason; "" where every table has the rule."""
    option = presenter_of(view.rules).reason_options.get(one.reason)
    return "" if option is None else option_line(words, option, option_values(view.rules)[option])
