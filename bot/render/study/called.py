"""How a hint calls an action: a card by its tile, a contract by what is played."""

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.view import View
from bot.render.families import manner_of
from bot.render.hand.asking import answer_button
from bot.render.table.auction import high_bid
from bot.render.words import TableWords


def contract_of(action: Action, view: View) -> str:
    """The contract an action names or holds; "" for all others."""
    match action:
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            return manner_of(view.rules).stands_for(view.rules, name)
        case act.HOLD if view.table is not None and (high := high_bid(view.table.calls)):
            return manner_of(view.rules).stands_for(view.rules, high[0])
        case _:
            return ""


def named(action: Action, view: View, words: TableWords) -> str:
    """With its tiles."""
    contract = contract_of(action, view)
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
