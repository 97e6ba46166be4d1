"""The buttons and the line of help for one decision of a seat.

Costly actions need a second press, next to their price.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import ceil
from typing import Final, TypeVar

from bot.engine import actions as act
from bot.engine.actions import Action, Play
from bot.engine.cards import CARD_NAMES, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.notation import action_verb, format_action
from bot.engine.view import DealView, SeatView
from bot.render import screen
from bot.render.families import presenter_of
from bot.render.formatting import (
    bold,
    card_tiles,
    group_by_suit,
    hand_tiles,
    small_print,
    text_blocks,
)
from bot.render.screen_data import TableData
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import ConfirmAction, DiscardPlaceholder, MarkDiscard


def press_for(action: Action, view: SeatView) -> screen.Press:
    """Return the press of an action.

    An irreversible action first opens its confirmation, so that a double press does not play it.
    """
    return (
        ConfirmAction(action)
        if _needs_confirmation(action, view)
        else screen.ActionPress(format_action(action))
    )


def _needs_confirmation(action: Action, view: SeatView) -> bool:
    if action is act.ACCEPT and view.stage is Stage.CLAIM:
        return True
    return presenter_of(view.rules).confirmation_price(view, action) is not None


# One short line of help for a decision, with the numbers of this contract.


def decision_help(
    view: SeatView, table: DealView | None, facts: TableData, words: TableWords
) -> str:
    """Explain the choices of this decision; "" where the cards speak for themselves."""
    if table is None:
        return presenter_of(view.rules).question(view, facts, words)
    if view.stage is Stage.CLAIM:
        return _claim_help(table, facts, words)
    return presenter_of(view.rules).advice(view, table, facts, words)


def _claim_help(table: DealView, facts: TableData, words: Words) -> str:
    offer = table.open_offer
    pairs = zip(table.seats, offer.tricks, strict=True)
    final = ", ".join(f"{facts.name(seat)} {table.won[seat] + n}" for seat, n in pairs)
    ends = words.say("advice.claim", final=final)
    proposer = facts.seat_data(offer.seat)
    if proposer is None or not proposer.is_robot:
        return ends
    return f"{ends} {words.say('advice.claim.proved')}"  # a robot claims only what it has proved


# The card buttons of the play: one row per suit, legal cards enabled.

T = TypeVar("T")

MAX_ROW_BUTTONS = 5  # buttons in a row


def play_task(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return "Your turn: lead"; follow diamonds; ruff with spades; any card."""
    led, suits = led_card(table), {card >> 3 for card in playable_cards(view)}
    trump = -1 if table.contract is None else table.contract.trump
    if led is None:
        what = words.say("hand.lead")
    elif suits == {led >> 3}:
        what = words.say("hand.follow", suit=words.suit("SCDH"[led >> 3]))
    elif suits == {trump}:
        what = words.say("hand.ruff", suit=words.suit("SCDH"[trump]))
    else:
        what = words.say("hand.any")
    if table.turn == view.seat:
        return words.say("hand.play", what=what)
    return words.say("hand.play_for", name=facts.name(table.player_on_turn), what=what)


def led_card(table: DealView) -> Card | None:
    """Return the card to be followed."""
    return table.trick[0] if table.trick and table.talon_lead is None else table.talon_lead


def playable_cards(view: SeatView) -> tuple[Card, ...]:
    return tuple([action.card for action in view.legal if isinstance(action, Play)])


def hand_on_turn(view: SeatView, table: DealView) -> Hand:
    """Return the cards to play from: the player's own, or a partner's open hand."""
    if table.turn == view.seat:
        return view.hand
    return dict(table.open_hands)[table.turn] if table.turn is not None else view.hand


def other_cards(
    view: SeatView, table: DealView, facts: TableData, words: TableWords
) -> tuple[screen.Text, ...]:
    """Return the visible hands that are not on turn, and a title for the one that is."""
    hands = dict(table.open_hands)
    if view.hand:
        hands[view.seat] = view.hand
    others = [
        _hand_with_label(view, seat, hand, facts, words)
        for seat, hand in hands.items()
        if seat != table.turn and hand
    ]
    if not others:
        return ()
    if table.turn == view.seat:
        title = words.say("hand.your_cards")
    else:
        title = words.say("hand.their_cards", name=facts.name(table.player_on_turn))
    return text_blocks("\n".join(others), bold(title))


def card_blocks(view: SeatView, table: DealView, words: TableWords) -> tuple[screen.Block, ...]:
    """Return the buttons of the hand on turn, and the discard unless it is drawn.

    There is a row per suit; playable cards are blurple and enabled, the others grey.
    """
    legal = playable_cards(view)
    rows = tuple(
        screen.ButtonRow(tuple(_card_button(card, card in legal) for card in row))
        for row in rows_of_suits(hand_on_turn(view, table))
    )
    if words.pictures or not view.discard:
        return rows
    return (*rows, *discard_line(view, words))


def discard_line(view: SeatView, words: TableWords) -> tuple[screen.Text, ...]:
    """Return the player's own discard, if there is one."""
    if not view.discard:
        return ()
    return text_blocks(small_print(words.say("hand.discarded", cards=card_tiles(view.discard))))


def _hand_with_label(
    view: SeatView, seat: Seat, hand: Hand, facts: TableData, words: TableWords
) -> str:
    if seat == view.seat:
        return f"{words.say('hand.your_cards')}\n{hand_tiles(hand)}"
    return words.say("board.open_hand", name=facts.name(seat), cards=hand_tiles(hand))


def rows_of_suits(cards: Iterable[Card]) -> list[list[Card]]:
    """Return a row per suit; short suits share one, as far as a phone shows it in one line."""
    rows = list[list[Card]]()
    for suit in group_by_suit(cards):
        if rows and len(rows[-1]) + len(suit) <= _PHONE_ROW:
            rows[-1] += suit
        else:
            rows += split_evenly(suit)
    return rows


_PHONE_ROW: Final = 4  # buttons of cards


@cache
def _card_button(card: Card, is_legal: bool) -> screen.Button:
    style = screen.Style.PRIMARY if is_legal else screen.Style.PLAIN
    return screen.Button(
        "", screen.ActionPress(format_action(Play(card))), CARD_NAMES[card], style, is_legal
    )


def split_evenly(cards: list[T]) -> list[list[T]]:
    """Split a long suit, or many buttons, into rows of about equal length."""
    rows = ceil(len(cards) / MAX_ROW_BUTTONS)
    size = ceil(len(cards) / rows)
    return [cards[start : start + size] for start in range(0, len(cards), size)]


# The buttons of all decisions outside the play: calls, discard, contract, defence, claim.

MAX_CHOICES = 25
_TALON_MARK: Final = "•"  # beside a card of the talon

# always the first button of the first row, so that "no" is found without looking
_DECLINING: Final = (act.PASS, act.DROP, act.SILENT, act.STAND, act.REFUSE)


def answer_blocks(
    view: SeatView, table: DealView, facts: TableData, words: TableWords, picked: tuple[Card, ...]
) -> tuple[screen.Block, ...]:
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


def answer_rows(view: SeatView, words: TableWords) -> tuple[screen.Block, ...]:
    """Return a button for every legal action."""
    said = _declining_first(view.legal)
    return button_rows([answer_button(action, view, words) for action in said])


def _declining_first(said: Sequence[Action]) -> list[Action]:
    return sorted(said, key=lambda action: action not in _DECLINING)


_CARDS_AND_CLAIMS: Final = frozenset({act.Play, act.Claim})  # dozens of them are legal at once


def remark_blocks(view: SeatView, words: TableWords) -> tuple[screen.Block, ...]:
    """Return the buttons of calls beside the cards; claims have a screen of their own."""
    said = [action for action in view.legal if type(action) not in _CARDS_AND_CLAIMS]
    if not said:
        return ()
    rows = button_rows([answer_button(action, view, words) for action in _declining_first(said)])
    return (screen.Text(small_print(words.say("hand.remarks"))), *rows)


def action_button(
    action: Action, view: SeatView, table: DealView, words: TableWords
) -> screen.Button:
    """Return the button of one action, whatever the stage; a discard shows its cards."""
    match action:
        case act.Bid() | act.Declare() | act.Seal():
            return _contract_button(action, view, words, screen.Style.PRIMARY)
        case act.Discard():
            cards = ", ".join(
                words.spell_out(words.card(card)) for card in (action.low, action.high)
            )
            return screen.Button(cards, press_for(action, view))
        case act.HOLD:
            return _hold_button(view, table, words)
        case _:
            return answer_button(action, view, words)


# calls -----------------------------------------------------------------------------------


def _auction(view: SeatView, table: DealView, words: TableWords) -> tuple[screen.Block, ...]:
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
    row += [_contract_button(bid, view, words, screen.Style.PRIMARY) for bid in steps[:1]]
    row += [_contract_button(bid, view, words, screen.Style.PLAIN) for bid in others]
    return (*button_rows(row), *_select("bids", "hand.higher_bid", steps[1:], view, words))


def button_rows(buttons: list[screen.Button]) -> tuple[screen.ButtonRow, ...]:
    return tuple(screen.ButtonRow(tuple(part)) for part in split_evenly(buttons))


def _hold_button(view: SeatView, table: DealView, words: TableWords) -> screen.Button:
    assert table.high_bid is not None
    name = presenter_of(view.rules).shown_contract(view.rules, table.high_bid[0])
    label = words.say("act.hold.button", bid=words.contract_spoken(name))
    return screen.Button(label, press_for(act.HOLD, view), "", screen.Style.PRIMARY)


_Named = act.Bid | act.Declare | act.Seal


def _contract_button(
    action: _Named, view: SeatView, words: TableWords, style: screen.Style
) -> screen.Button:
    name = presenter_of(view.rules).shown_contract(view.rules, action.name)
    return screen.Button(
        words.contract_face(name), press_for(action, view), words.strain_tile(name), style
    )


def _select(
    name: str,
    key: str,
    actions: Sequence[_Named],
    view: SeatView,
    words: TableWords,
) -> tuple[screen.Block, ...]:
    if not actions:
        return ()
    choices = tuple(
        screen.SelectChoice(
            words.contract_face(action.name),
            press_for(action, view),
            words.strain_tile(action.name),
            presenter_of(view.rules).call_value(view, action.name, words),
        )
        for action in actions[:MAX_CHOICES]
    )
    return (screen.Select(name, words.say(key), choices),)


# the exchange ----------------------------------------------------------------------------


def _exchange(
    view: SeatView, words: TableWords, picked: tuple[Card, ...]
) -> tuple[screen.Block, ...]:
    """Return twelve cards to mark, and a button to discard the two marked ones."""
    chosen = tuple(card for card in picked[:2] if card in view.hand)
    rows = tuple(
        screen.ButtonRow(tuple(_card_toggle(card, chosen, view.from_talon) for card in part))
        for suit in group_by_suit(view.hand)
        for part in split_evenly(suit)
    )
    note = text_blocks(
        small_print(words.say("hand.from_talon", mark=_TALON_MARK)) if view.from_talon else ""
    )
    last = [_discard_button(chosen, view, words)]
    if act.THROW in view.legal:
        throw = words.say("act.throw.button")
        last.append(screen.Button(throw, press_for(act.THROW, view), "", screen.Style.DANGER))
    return (*rows, screen.ButtonRow(tuple(last)), *note)


def _card_toggle(card: Card, chosen: tuple[Card, ...], taken: Hand) -> screen.Button:
    style = screen.Style.GOOD if card in chosen else screen.Style.PLAIN
    return screen.Button(
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


def _discard_button(chosen: tuple[Card, ...], view: SeatView, words: TableWords) -> screen.Button:
    if len(chosen) < 2:
        label = words.say_plural("hand.pick_more", 2 - len(chosen))
        return screen.Button(label, DiscardPlaceholder(), "", screen.Style.PRIMARY, enabled=False)
    pair = act.DISCARDS[min(chosen), max(chosen)]
    return screen.Button(
        words.say("hand.lay_away"), press_for(pair, view), "", screen.Style.PRIMARY
    )


# the contract, the defence, a claim ------------------------------------------------------


def _declare(view: SeatView, words: TableWords) -> tuple[screen.Block, ...]:
    """Return silence, the nearest contracts as buttons, giving up; the others in a select."""
    names = [action for action in view.legal if isinstance(action, act.Declare | act.Seal)]
    others = [action for action in view.legal if action not in names]
    no = [answer_button(action, view, words) for action in others if action in _DECLINING]
    rest = [answer_button(action, view, words) for action in others if action not in _DECLINING]
    near = MAX_ROW_BUTTONS - len(others)
    near = len(names) if len(names) <= near else min(4, near)
    row = [_contract_button(name, view, words, screen.Style.PRIMARY) for name in names[:near]]
    select = _select("contracts", "hand.other_contract", names[near:], view, words)
    return (screen.ButtonRow((*no, *row, *rest)), *select)


_STYLES: Final[dict[Action, screen.Style]] = {
    act.WHIST: screen.Style.PRIMARY,
    act.OPEN: screen.Style.PRIMARY,
    act.JOIN: screen.Style.PRIMARY,
    act.ALONE: screen.Style.PRIMARY,
    act.ACCEPT: screen.Style.GOOD,
    act.BUY: screen.Style.PRIMARY,
    act.FUND: screen.Style.GOOD,
    act.ANOTHER: screen.Style.GOOD,
    act.ASK: screen.Style.PRIMARY,
    act.PAY: screen.Style.GOOD,
    act.WITHDRAW: screen.Style.DANGER,
    act.REFUSE: screen.Style.DANGER,
    act.PASS: screen.Style.DANGER,
    act.DROP: screen.Style.DANGER,
    act.STAND: screen.Style.DANGER,
    act.CONCEDE: screen.Style.DANGER,
    act.SILENT: screen.Style.DANGER,
}


def answer_button(action: Action, view: SeatView, words: TableWords) -> screen.Button:
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
    return screen.Button(
        label, press_for(action, view), "", _STYLES.get(action, screen.Style.PLAIN)
    )
