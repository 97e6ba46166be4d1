"""The confirmation of an irreversible action, with its price."""

from bot.deeds.table import ShowHand
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.notation import text
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.hand.advice import moment_help
from bot.render.hand.asking import answer_button
from bot.render.parts import deed_button, hand_tiles, lines, signed, text_blocks
from bot.render.screen import Act, Button, Row, Screen, Style, Tone
from bot.render.words import TableWords, Words


def twice_screen(view: View, action: Action, facts: TableFacts, words: Words) -> Screen:
    """Return the price of an action, and both answers; "back" comes first, against slips."""
    words = words_at(view.rules, words)
    label = _label(action, view, words)
    head = lines(f"### {words.say('twice.title', act=label)}", _price(view, action, facts, words))
    yes = Button(words.say("twice.yes", act=label), Act(text(action)), "", Style.DANGER)
    row = Row((deed_button(words, "no_back", ShowHand()), yes))
    hand = hand_tiles(view.hand) if view.hand else ""
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head, hand), row))


def _label(action: Action, view: View, words: TableWords) -> str:
    if isinstance(action, act.Bid | act.Declare):
        return words.contract_spoken(manner_of(view.rules).stands_for(view.rules, action.name))
    return answer_button(action, view, words).label


def _price(view: View, action: Action, facts: TableFacts, words: TableWords) -> str:
    price = manner_of(view.rules).twice(view, action)
    if price is None:
        return _claim(view, facts, words)
    dealer = "" if view.table is None else facts.name(view.table.dealer)
    return words.say(price.key, dealer=dealer, **price.numbers)


def _claim(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the claimed tricks, and each player's score if they are accepted."""
    tricks = moment_help(view, view.table, facts, words)
    sums = ", ".join(f"{facts.name(seat)} {signed(n)}" for seat, n in enumerate(facts.agreed))
    return lines(tricks, words.say("twice.claim", sums=sums) if sums else "")
