"""The card buttons of the play: one row per suit, legal cards enabled."""

from collections.abc import Iterable
from math import ceil
from typing import TypeVar

from bot.engine.actions import Play
from bot.engine.cards import CARD_NAMES, Card, Hand, Seat, suit_of
from bot.engine.notation import format_action
from bot.engine.view import DealView, View
from bot.render.facts import TableData
from bot.render.parts import bold, group_by_suit, hand_tiles, small_print, text_blocks
from bot.render.screen import ActionPress, Block, Button, ButtonRow, Style
from bot.render.words import TableWords

T = TypeVar("T")

MAX_ROW_BUTTONS = 5  # buttons in a row


def play_task(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return "Your turn: lead"; follow diamonds; ruff with spades; any card."""
    turn = table.turn
    assert turn is not None
    what = _play_choice(view, table, words)
    if turn == view.seat:
        return words.say("hand.play", what=what)
    return words.say("hand.play_for", name=facts.name(turn), what=what)


def _play_choice(view: View, table: DealView, words: TableWords) -> str:
    led = led_card(table)
    if led is None:
        return words.say("hand.lead")
    suits = {suit_of(card) for card in playable_cards(view)}
    if suits == {suit_of(led)}:
        return words.say("hand.follow", suit=words.suit(suit_of(led).letter))
    trump = -1 if table.contract is None else table.contract.trump
    if trump >= 0 and suits == {trump}:
        return words.say("hand.ruff", suit=words.suit(next(iter(suits)).letter))
    return words.say("hand.any")


def led_card(table: DealView) -> Card | None:
    """Return the card to be followed."""
    return table.trick[0] if table.trick and table.talon_lead is None else table.talon_lead


def playable_cards(view: View) -> tuple[Card, ...]:
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def hand_on_turn(view: View, table: DealView) -> Hand:
    """Return the cards to play from: the player's own, or a partner's open hand."""
    if table.turn == view.seat:
        return view.hand
    return dict(table.open_hands)[table.turn] if table.turn is not None else view.hand


def card_blocks(
    view: View, table: DealView, facts: TableData, words: TableWords
) -> tuple[Block, ...]:
    """Return the buttons of the hand on turn; other visible hands stand above them."""
    assert table.turn is not None
    others = [
        _hand_with_label(view, seat, hand, facts, words) for seat, hand in _other_hands(view, table)
    ]
    own = table.turn == view.seat
    theirs = words.say("hand.their_cards", name=facts.name(table.turn))
    title = bold(words.say("hand.your_cards") if own else theirs) if others else ""
    discard = small_print(words.say("hand.discarded", cards=words.cards(view.discard)))
    return (
        *text_blocks("\n".join(others), title),
        *card_rows(hand_on_turn(view, table), playable_cards(view)),
        *text_blocks(discard if view.discard else ""),
    )


def _other_hands(view: View, table: DealView) -> list[tuple[Seat, Hand]]:
    """Return the open hands and the player's own one, without the hand on turn."""
    hands = dict(table.open_hands)
    if view.seat is not None and view.hand:
        hands[view.seat] = view.hand
    return [(seat, hand) for seat, hand in hands.items() if seat != table.turn and hand]


def _hand_with_label(
    view: View, seat: Seat, hand: Hand, facts: TableData, words: TableWords
) -> str:
    if seat == view.seat:
        return f"{words.say('hand.your_cards')}\n{hand_tiles(hand)}"
    return words.say("board.open_hand", name=facts.name(seat), cards=hand_tiles(hand))


def card_rows(cards: Iterable[Card], legal: Iterable[Card]) -> tuple[ButtonRow, ...]:
    """Return a row per suit; playable cards are blurple and enabled, the others grey."""
    allowed = set(legal)
    return tuple(
        ButtonRow(tuple(_card_button(card, card in allowed) for card in part))
        for suit in group_by_suit(cards)
        for part in split_evenly(suit)
    )


def _card_button(card: Card, is_legal: bool) -> Button:
    style = Style.PRIMARY if is_legal else Style.PLAIN
    return Button("", ActionPress(format_action(Play(card))), CARD_NAMES[card], style, is_legal)


def split_evenly(cards: list[T]) -> list[list[T]]:
    """Split a long suit, or many buttons, into rows of about equal length."""
    rows = ceil(len(cards) / MAX_ROW_BUTTONS)
    size = ceil(len(cards) / rows)
    return [cards[start : start + size] for start in range(0, len(cards), size)]
