"""The buttons of all decisions outside the play: calls, discard, contract, defence, claim."""

from collections.abc import Sequence
from typing import Final

from bot.deeds.table import Confirm, Pick
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, Card, Hand
from bot.engine.deal import Stage
from bot.engine.notation import verb
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.hand.playing import WIDEST, even_parts
from bot.render.hand.pressing import press_of
from bot.render.parts import small, suits_of, text_blocks
from bot.render.screen import Block, Button, Choice, Row, Select, Style, Text
from bot.render.table.auction import high_bid
from bot.render.words import TableWords

MOST_CHOICES = 25
_TAKEN: Final = "•"  # beside a card of the talon

# always the first button of the first row, so that "no" is found without looking
_DECLINING: Final = (act.PASS, act.DROP, act.SILENT, act.STAND, act.REFUSE)


def blocks(
    view: View, table: Table, facts: TableFacts, words: TableWords, picked: tuple[Card, ...]
) -> tuple[Block, ...]:
    """Return the blocks with everything the seat may do at this stage."""
    match view.stage:
        case Stage.AUCTION:
            return _auction(view, table, words)
        case Stage.EXCHANGE:
            return _exchange(view, words, picked)
        case Stage.DECLARE:
            return _declare(view, words)
        case Stage.DEFENCE | Stage.CLAIM | Stage.AFTER_BUY | Stage.NEGOTIATION:
            return answers(view, words)
        case _:
            return ()


def answers(view: View, words: TableWords) -> tuple[Block, ...]:
    """Return a button for every legal action."""
    said = _declining_first(view.legal)
    return button_rows([answer_button(action, view, words) for action in said])


def _declining_first(said: Sequence[Action]) -> list[Action]:
    return sorted(said, key=lambda action: action not in _DECLINING)


def remarks(view: View, words: TableWords) -> tuple[Block, ...]:
    """Return the buttons of calls beside the cards; claims have a screen of their own."""
    said = _declining_first([a for a in view.legal if not isinstance(a, act.Play | act.Claim)])
    if not said:
        return ()
    rows = button_rows([answer_button(action, view, words) for action in said])
    return (Text(small(words.say("hand.remarks"))), *rows)


def button_of(action: Action, view: View, table: Table, words: TableWords) -> Button:
    """Return the button of one action, whatever the stage; a discard shows its cards."""
    match action:
        case act.Bid() | act.Declare() | act.Seal():
            return _contract_button(action, view, words, Style.PRIMARY)
        case act.Discard():
            cards = ", ".join(words.spoken(words.card(card)) for card in (action.low, action.high))
            return Button(cards, press_of(action, view))
        case act.HOLD:
            return _hold(view, table, words)
        case _:
            return answer_button(action, view, words)


# calls -----------------------------------------------------------------------------------


def _auction(view: View, table: Table, words: TableWords) -> tuple[Block, ...]:
    """Return pass, hold, the next bid, special bids; all higher bids in a select.

    Where games are shown, return the contracts to show.
    """
    bids = [action for action in view.legal if isinstance(action, act.Bid)]
    if not bids and act.HOLD not in view.legal and act.PASS not in view.legal:
        return _declare(view, words)
    steps = [bid for bid in bids if bid.name[0].isdecimal()]
    others = [bid for bid in bids if not bid.name[0].isdecimal()]
    row = [answer_button(act.PASS, view, words)] if act.PASS in view.legal else []
    row += [_hold(view, table, words)] if act.HOLD in view.legal else []
    row += [_contract_button(bid, view, words, Style.PRIMARY) for bid in steps[:1]]
    row += [_contract_button(bid, view, words, Style.PLAIN) for bid in others]
    return (*button_rows(row), *_select("bids", "hand.higher_bid", steps[1:], view, words))


def button_rows(buttons: list[Button]) -> tuple[Row, ...]:
    return tuple(Row(tuple(part)) for part in even_parts(buttons))


def _hold(view: View, table: Table, words: TableWords) -> Button:
    high = high_bid(table.calls)
    assert high is not None
    name = manner_of(view.rules).stands_for(view.rules, high[0])
    label = words.say("act.hold.button", bid=words.contract_spoken(name))
    return Button(label, press_of(act.HOLD, view), "", Style.PRIMARY)


_Named = act.Bid | act.Declare | act.Seal


def _contract_button(action: _Named, view: View, words: TableWords, style: Style) -> Button:
    name = manner_of(view.rules).stands_for(view.rules, action.name)
    return Button(words.contract_face(name), press_of(action, view), words.tile_of(name), style)


def _select(
    name: str,
    key: str,
    actions: Sequence[_Named],
    view: View,
    words: TableWords,
) -> tuple[Block, ...]:
    if not actions:
        return ()
    choices = tuple(
        Choice(
            words.contract_face(action.name),
            press_of(action, view),
            words.tile_of(action.name),
            manner_of(view.rules).worth(view, action.name, words),
        )
        for action in actions[:MOST_CHOICES]
    )
    return (Select(name, words.say(key), choices),)


# the exchange ----------------------------------------------------------------------------


def _exchange(view: View, words: TableWords, picked: tuple[Card, ...]) -> tuple[Block, ...]:
    """Return twelve cards to mark, and a button to discard the two marked ones."""
    chosen = tuple(card for card in picked[:2] if card in view.hand)
    rows = tuple(
        Row(tuple(_pick(card, chosen, view.taken) for card in part))
        for suit in suits_of(view.hand)
        for part in even_parts(suit)
    )
    note = text_blocks(small(words.say("hand.from_talon", mark=_TAKEN)) if view.taken else "")
    last = [_confirm(chosen, view, words)]
    if act.THROW in view.legal:
        throw = words.say("act.throw.button")
        last.append(Button(throw, press_of(act.THROW, view), "", Style.DANGER))
    return (*rows, Row(tuple(last)), *note)


def _pick(card: Card, chosen: tuple[Card, ...], taken: Hand) -> Button:
    style = Style.GOOD if card in chosen else Style.PLAIN
    return Button(
        _TAKEN if card in taken else "", Pick(toggled(chosen, card)), CARD_NAMES[card], style
    )


def toggled(chosen: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the marked cards after one is pressed; a third one replaces the oldest."""
    if card in chosen:
        return tuple(other for other in chosen if other != card)
    return (*chosen[-1:], card)


def _confirm(chosen: tuple[Card, ...], view: View, words: TableWords) -> Button:
    if len(chosen) < 2:
        label = words.count("hand.pick_more", 2 - len(chosen))
        return Button(label, Confirm(), "", Style.PRIMARY, enabled=False)
    pair = act.DISCARDS[min(chosen), max(chosen)]
    return Button(words.say("hand.lay_away"), press_of(pair, view), "", Style.PRIMARY)


# the contract, the defence, a claim ------------------------------------------------------


def _declare(view: View, words: TableWords) -> tuple[Block, ...]:
    """Return silence, the nearest contracts as buttons, giving up; the others in a select."""
    names = [action for action in view.legal if isinstance(action, act.Declare | act.Seal)]
    others = [action for action in view.legal if action not in names]
    no = [answer_button(action, view, words) for action in others if action in _DECLINING]
    rest = [answer_button(action, view, words) for action in others if action not in _DECLINING]
    near = WIDEST - len(others)
    near = len(names) if len(names) <= near else min(4, near)
    row = [_contract_button(name, view, words, Style.PRIMARY) for name in names[:near]]
    select = _select("contracts", "hand.other_contract", names[near:], view, words)
    return (Row((*no, *row, *rest)), *select)


_STYLES: Final[dict[Action, Style]] = {
    act.WHIST: Style.PRIMARY,
    act.OPEN: Style.PRIMARY,
    act.JOIN: Style.PRIMARY,
    act.ALONE: Style.PRIMARY,
    act.ACCEPT: Style.GOOD,
    act.BUY: Style.PRIMARY,
    act.FUND: Style.GOOD,
    act.ANOTHER: Style.GOOD,
    act.ASK: Style.PRIMARY,
    act.PAY: Style.GOOD,
    act.WITHDRAW: Style.DANGER,
    act.REFUSE: Style.DANGER,
    act.PASS: Style.DANGER,
    act.DROP: Style.DANGER,
    act.STAND: Style.DANGER,
    act.CONCEDE: Style.DANGER,
    act.SILENT: Style.DANGER,
}


def answer_button(action: Action, view: View, words: TableWords) -> Button:
    """Return the button of a plain action; doublings and some words have special labels."""
    key = f"act.{verb(action)}"
    level = action.level if isinstance(action, act.Kontra) else 0
    for own in (f"{key}.{level}.button", f"{key}.{manner_of(view.rules).moment(view)}.button"):
        if words.knows(own):
            key = own.removesuffix(".button")
    tricks = action.tricks if isinstance(action, act.Propose) else 0
    label = words.say(f"{key}.button", n=2**level, tricks=tricks, rest=10 - tricks)
    return Button(label, press_of(action, view), "", _STYLES.get(action, Style.PLAIN))
