"""The card buttons of the play: one row per suit, legal cards enabled."""

from collections.abc import Iterable
from math import ceil
from typing import TypeVar

from bot.engine.actions import Play
from bot.engine.cards import CARD_NAMES, Card, Hand, Seat, suit_of
from bot.engine.notation import text
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.parts import bold, hand_tiles, small, suits_of, text_blocks
from bot.render.screen import Act, Block, Button, Row, Style
from bot.render.words import TableWords

T = TypeVar("T")

WIDEST = 5  # buttons in a row


def task(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return "Your turn: lead"; follow diamonds; ruff with spades; any card."""
    turn = table.turn
    assert turn is not None
    what = _what(view, table, words)
    if turn == view.seat:
        return words.say("hand.play", what=what)
    return words.say("hand.play_for", name=facts.name(turn), what=what)


def _what(view: View, table: Table, words: TableWords) -> str:
    led = led_card(table)
    if led is None:
        return words.say("hand.lead")
    suits = {suit_of(card) for card in playable(view)}
    if suits == {suit_of(led)}:
        return words.say("hand.follow", suit=words.suit(suit_of(led).letter))
    trump = -1 if table.contract is None else table.contract.trump
    if trump >= 0 and suits == {trump}:
        return words.say("hand.ruff", suit=words.suit(next(iter(suits)).letter))
    return words.say("hand.any")


def led_card(table: Table) -> Card | None:
    """Return the card to be followed."""
    return table.trick[0] if table.trick and table.talon_lead is None else table.talon_lead


def playable(view: View) -> tuple[Card, ...]:
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def hand_on_turn(view: View, table: Table) -> Hand:
    """Return the cards to play from: the player's own, or a partner's open hand."""
    if table.turn == view.seat:
        return view.hand
    return dict(table.open_hands)[table.turn] if table.turn is not None else view.hand


def blocks(view: View, table: Table, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    """Return the buttons of the hand on turn; other visible hands stand above them."""
    assert table.turn is not None
    others = [_labelled(view, seat, hand, facts, words) for seat, hand in _others(view, table)]
    own = table.turn == view.seat
    theirs = words.say("hand.their_cards", name=facts.name(table.turn))
    title = bold(words.say("hand.your_cards") if own else theirs) if others else ""
    discard = small(words.say("hand.discarded", cards=words.cards(view.discard)))
    return (
        *text_blocks("\n".join(others), title),
        *card_rows(hand_on_turn(view, table), playable(view)),
        *text_blocks(discard if view.discard else ""),
    )


def _others(view: View, table: Table) -> list[tuple[Seat, Hand]]:
    """Return the open hands and the player's own one, without the hand on turn."""
    hands = dict(table.open_hands)
    if view.seat is not None and view.hand:
        hands[view.seat] = view.hand
    return [(seat, hand) for seat, hand in hands.items() if seat != table.turn and hand]


def _labelled(view: View, seat: Seat, hand: Hand, facts: TableFacts, words: TableWords) -> str:
    if seat == view.seat:
        return f"{words.say('hand.your_cards')}\n{hand_tiles(hand)}"
    return words.say("board.open_hand", name=facts.name(seat), cards=hand_tiles(hand))


def card_rows(cards: Iterable[Card], legal: Iterable[Card]) -> tuple[Row, ...]:
    """Return a row per suit; playable cards are blurple and enabled, the others grey."""
    allowed = set(legal)
    return tuple(
        Row(tuple(_card(card, card in allowed) for card in part))
        for suit in suits_of(cards)
        for part in even_parts(suit)
    )


def _card(card: Card, is_legal: bool) -> Button:
    style = Style.PRIMARY if is_legal else Style.PLAIN
    return Button("", Act(text(Play(card))), CARD_NAMES[card], style, is_legal)


def even_parts(cards: list[T]) -> list[list[T]]:
    """Split a long suit, or many buttons, into rows of about equal length."""
    rows = ceil(len(cards) / WIDEST)
    size = ceil(len(cards) / rows)
    return [cards[start : start + size] for start in range(0, len(cards), size)]
