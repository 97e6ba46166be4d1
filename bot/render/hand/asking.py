"""The buttons of all decisions outside the play: calls, discard, contract, defence, claim."""

from collections.abc import Sequence
from typing import Final

from bot.deeds.table import DiscardPlaceholder, MarkDiscard
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, Card, Hand
from bot.engine.deal import Stage
from bot.engine.notation import action_verb
from bot.engine.view import DealView, View
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.hand.playing import MAX_ROW_BUTTONS, split_evenly
from bot.render.hand.pressing import press_for
from bot.render.parts import group_by_suit, small_print, text_blocks
from bot.render.screen import Block, Button, ButtonRow, Select, SelectChoice, Style, Text
from bot.render.table.auction import high_bid
from bot.render.words import TableWords

MAX_CHOICES = 25
_TALON_MARK: Final = "•"  # beside a card of the talon

# always the first button of the first row, so that "no" is found without looking
_DECLINING: Final = (act.PASS, act.DROP, act.SILENT, act.STAND, act.REFUSE)


def answer_blocks(
    view: View, table: DealView, facts: TableData, words: TableWords, picked: tuple[Card, ...]
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
            return answer_rows(view, words)
        case _:
            return ()


def answer_rows(view: View, words: TableWords) -> tuple[Block, ...]:
    """Return a button for every legal action."""
    said = _declining_first(view.legal)
    return button_rows([answer_button(action, view, words) for action in said])


def _declining_first(said: Sequence[Action]) -> list[Action]:
    return sorted(said, key=lambda action: action not in _DECLINING)


def remark_blocks(view: View, words: TableWords) -> tuple[Block, ...]:
    """Return the buttons of calls beside the cards; claims have a screen of their own."""
    said = _declining_first([a for a in view.legal if not isinstance(a, act.Play | act.Claim)])
    if not said:
        return ()
    rows = button_rows([answer_button(action, view, words) for action in said])
    return (Text(small_print(words.say("hand.remarks"))), *rows)


def action_button(action: Action, view: View, table: DealView, words: TableWords) -> Button:
    """Return the button of one action, whatever the stage; a discard shows its cards."""
    match action:
        case act.Bid() | act.Declare() | act.Seal():
            return _contract_button(action, view, words, Style.PRIMARY)
        case act.Discard():
            cards = ", ".join(
                words.spell_out(words.card(card)) for card in (action.low, action.high)
            )
            return Button(cards, press_for(action, view))
        case act.HOLD:
            return _hold_button(view, table, words)
        case _:
            return answer_button(action, view, words)


# calls -----------------------------------------------------------------------------------


def _auction(view: View, table: DealView, words: TableWords) -> tuple[Block, ...]:
    """Return pass, hold, the next bid, special bids; all higher bids in a select.

    Where games are shown, return the contracts to show.
    """
    bids = [action for action in view.legal if isinstance(action, act.Bid)]
    if not bids and act.HOLD not in view.legal and act.PASS not in view.legal:
        return _declare(view, words)
    steps = [bid for bid in bids if bid.name[0].isdecimal()]
    others = [bid for bid in bids if not bid.name[0].isdecimal()]
    row = [answer_button(act.PASS, view, words)] if act.PASS in view.legal else []
    row += [_hold_button(view, table, words)] if act.HOLD in view.legal else []
    row += [_contract_button(bid, view, words, Style.PRIMARY) for bid in steps[:1]]
    row += [_contract_button(bid, view, words, Style.PLAIN) for bid in others]
    return (*button_rows(row), *_select("bids", "hand.higher_bid", steps[1:], view, words))


def button_rows(buttons: list[Button]) -> tuple[ButtonRow, ...]:
    return tuple(ButtonRow(tuple(part)) for part in split_evenly(buttons))


def _hold_button(view: View, table: DealView, words: TableWords) -> Button:
    high = high_bid(table.calls)
    assert high is not None
    name = presenter_of(view.rules).shown_contract(view.rules, high[0])
    label = words.say("act.hold.button", bid=words.contract_spoken(name))
    return Button(label, press_for(act.HOLD, view), "", Style.PRIMARY)


_Named = act.Bid | act.Declare | act.Seal


def _contract_button(action: _Named, view: View, words: TableWords, style: Style) -> Button:
    name = presenter_of(view.rules).shown_contract(view.rules, action.name)
    return Button(
        words.contract_face(name), press_for(action, view), words.strain_tile(name), style
    )


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
        SelectChoice(
            words.contract_face(action.name),
            press_for(action, view),
            words.strain_tile(action.name),
            presenter_of(view.rules).call_value(view, action.name, words),
        )
        for action in actions[:MAX_CHOICES]
    )
    return (Select(name, words.say(key), choices),)


# the exchange ----------------------------------------------------------------------------


def _exchange(view: View, words: TableWords, picked: tuple[Card, ...]) -> tuple[Block, ...]:
    """Return twelve cards to mark, and a button to discard the two marked ones."""
    chosen = tuple(card for card in picked[:2] if card in view.hand)
    rows = tuple(
        ButtonRow(tuple(_card_toggle(card, chosen, view.from_talon) for card in part))
        for suit in group_by_suit(view.hand)
        for part in split_evenly(suit)
    )
    note = text_blocks(
        small_print(words.say("hand.from_talon", mark=_TALON_MARK)) if view.from_talon else ""
    )
    last = [_discard_button(chosen, view, words)]
    if act.THROW in view.legal:
        throw = words.say("act.throw.button")
        last.append(Button(throw, press_for(act.THROW, view), "", Style.DANGER))
    return (*rows, ButtonRow(tuple(last)), *note)


def _card_toggle(card: Card, chosen: tuple[Card, ...], taken: Hand) -> Button:
    style = Style.GOOD if card in chosen else Style.PLAIN
    return Button(
        _TALON_MARK if card in taken else "",
        MarkDiscard(toggle_card(chosen, card)),
        CARD_NAMES[card],
        style,
    )


def toggle_card(chosen: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the marked cards after one is pressed; a third one replaces the oldest."""
    if card in chosen:
        return tuple(other for other in chosen if other != card)
    return (*chosen[-1:], card)


def _discard_button(chosen: tuple[Card, ...], view: View, words: TableWords) -> Button:
    if len(chosen) < 2:
        label = words.say_plural("hand.pick_more", 2 - len(chosen))
        return Button(label, DiscardPlaceholder(), "", Style.PRIMARY, enabled=False)
    pair = act.DISCARDS[min(chosen), max(chosen)]
    return Button(words.say("hand.lay_away"), press_for(pair, view), "", Style.PRIMARY)


# the contract, the defence, a claim ------------------------------------------------------


def _declare(view: View, words: TableWords) -> tuple[Block, ...]:
    """Return silence, the nearest contracts as buttons, giving up; the others in a select."""
    names = [action for action in view.legal if isinstance(action, act.Declare | act.Seal)]
    others = [action for action in view.legal if action not in names]
    no = [answer_button(action, view, words) for action in others if action in _DECLINING]
    rest = [answer_button(action, view, words) for action in others if action not in _DECLINING]
    near = MAX_ROW_BUTTONS - len(others)
    near = len(names) if len(names) <= near else min(4, near)
    row = [_contract_button(name, view, words, Style.PRIMARY) for name in names[:near]]
    select = _select("contracts", "hand.other_contract", names[near:], view, words)
    return (ButtonRow((*no, *row, *rest)), *select)


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
    key = f"act.{action_verb(action)}"
    level = action.level if isinstance(action, act.Kontra) else 0
    for own in (
        f"{key}.{level}.button",
        f"{key}.{presenter_of(view.rules).decision_point(view)}.button",
    ):
        if words.has_key(own):
            key = own.removesuffix(".button")
    tricks = action.tricks if isinstance(action, act.Propose) else 0
    label = words.say(f"{key}.button", n=2**level, tricks=tricks, rest=10 - tricks)
    return Button(label, press_for(action, view), "", _STYLES.get(action, Style.PLAIN))
