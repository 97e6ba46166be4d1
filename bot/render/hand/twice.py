"""The confirmation of an irreversible action, with its price."""

from bot.deeds.table import ShowHand
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.notation import format_action
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.hand.advice import decision_help
from bot.render.hand.asking import answer_button
from bot.render.parts import command_button, format_signed, hand_tiles, join_lines, text_blocks
from bot.render.screen import ActionPress, Button, ButtonRow, Screen, Style, Tone
from bot.render.words import TableWords, Words


def confirmation_screen(view: View, action: Action, facts: TableData, words: Words) -> Screen:
    """Return the price of an action, and both answers; "back" comes first, against slips."""
    words = table_words(view.rules, words)
    label = _action_name(action, view, words)
    head = join_lines(
        f"### {words.say('twice.title', act=label)}", _price_text(view, action, facts, words)
    )
    yes = Button(
        words.say("twice.yes", act=label), ActionPress(format_action(action)), "", Style.DANGER
    )
    row = ButtonRow((command_button(words, "no_back", ShowHand()), yes))
    hand = hand_tiles(view.hand) if view.hand else ""
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head, hand), row))


def _action_name(action: Action, view: View, words: TableWords) -> str:
    if isinstance(action, act.Bid | act.Declare):
        return words.contract_spoken(
            presenter_of(view.rules).shown_contract(view.rules, action.name)
        )
    return answer_button(action, view, words).label


def _price_text(view: View, action: Action, facts: TableData, words: TableWords) -> str:
    price = presenter_of(view.rules).confirmation_price(view, action)
    if price is None:
        return _claim_price(view, facts, words)
    dealer = "" if view.table is None else facts.name(view.table.dealer)
    return words.say(price.key, dealer=dealer, **price.numbers)


def _claim_price(view: View, facts: TableData, words: TableWords) -> str:
    """Return the claimed tricks, and each player's score if they are accepted."""
    tricks = decision_help(view, view.table, facts, words)
    sums = ", ".join(
        f"{facts.name(seat)} {format_signed(n)}" for seat, n in enumerate(facts.agreed)
    )
    return join_lines(tricks, words.say("twice.claim", sums=sums) if sums else "")
