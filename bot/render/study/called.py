"""Names of actions in a hint: a card by its tile, a bid by the contract it stands for."""

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.view import View
from bot.render.families import presenter_of
from bot.render.hand.asking import answer_button
from bot.render.table.auction import high_bid
from bot.render.words import TableWords


def contract_of_action(action: Action, view: View) -> str:
    """Return the contract an action names or holds; "" for other actions."""
    match action:
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            return presenter_of(view.rules).shown_contract(view.rules, name)
        case act.HOLD if view.table is not None and (high := high_bid(view.table.calls)):
            return presenter_of(view.rules).shown_contract(view.rules, high[0])
        case _:
            return ""


def advised_action_text(action: Action, view: View, words: TableWords) -> str:
    """Return the name of an action, with tiles."""
    contract = contract_of_action(action, view)
    match action:
        case act.Play(card):
            return words.card(card)
        case act.Discard(low, high):
            return words.say("hint.lay_away", cards=words.cards((low, high)))
        case act.HOLD if contract:
            return words.say("act.hold.button", bid=words.contract(contract))
        case _ if contract:
            return words.contract(contract)
        case _:
            return answer_button(action, view, words).label
