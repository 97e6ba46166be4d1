"""Legal cards of a trick, its winner, and cards a player has shown to lack: pure functions.

Following suit is rules/russian.md 2.7, overtaking rules/austrian.md C-8 and C-9.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.engine.cards import SUIT_BITS, Card


class FollowRule(StrEnum):
    """The rules of following a lead."""

    SUIT = "suit"  # follow suit, else trump, else anything (russian.md 2.7, balkan.md 2.10)
    OVERTAKE = "overtake"  # and beat the trick if able, also with a trump (austrian.md C-8)
    OVERTAKE_FREELY = "overtake_freely"  # the same, but a losing trump need not be played


def following_cards(hand: int, led: int | None, trump: int) -> int:
    """Return the legal cards of a hand: follow suit, else trump, else anything.

    ``led`` is the suit to follow (None on lead), ``trump`` a suit or -1.
    """
    if led is None:
        return hand
    cards = SUIT_BITS[led] & hand
    if not cards and trump >= 0:
        cards = SUIT_BITS[trump] & hand
    return cards or hand


def winning_index(cards: Sequence[Card], led: int, trump: int) -> int | None:
    """Return the index of the winning card: highest trump, else highest of the led suit.

    None if no card is either, which can happen only when the talon leads.
    """
    best, best_rank = None, -1
    for place, card in enumerate(cards):
        suit, rank = card >> 3, card & 7
        if suit == trump:
            rank += 8
        elif suit != led:
            continue
        if rank > best_rank:
            best, best_rank = place, rank
    return best


class FollowChoices(NamedTuple):
    """A hand's cards of the led suit, its trumps if it has none, and those of either that win."""

    led: int
    trumps: int
    winning: int


def overtaking_cards(
    hand: int, trick: Sequence[Card], trump: int, following: FollowRule, wins_low: bool
) -> int:
    """Return the legal cards of a hand that must overtake.

    ``wins_low``: the lowest of several winning cards must be played.
    """
    led, trumps, winning = _follow_choices(hand, trick, trump)
    if winning:
        return winning & -winning if wins_low else winning
    if led:
        return led
    return trumps if trumps and following is FollowRule.OVERTAKE else hand


def _follow_choices(hand: int, trick: Sequence[Card], trump: int) -> FollowChoices:
    suit = trick[0] >> 3
    best = trick[winning_index(trick, suit, trump) or 0]
    led = SUIT_BITS[suit] & hand
    if led:
        return FollowChoices(led, 0, led & cards_from(best + 1, suit) if best >> 3 == suit else 0)
    trumps = SUIT_BITS[trump] & hand if trump >= 0 else 0
    return FollowChoices(
        0, trumps, trumps & cards_from(best + 1, trump) if best >> 3 == trump else trumps
    )


def cards_from(card: Card, suit: int) -> int:
    """Return the cards of a suit from this card up."""
    return SUIT_BITS[suit] & -(1 << card)


def denied_suits(card: Card, led: int, trump: int, following: FollowRule) -> int:
    """Return the cards of the suits that a player lacks after this card to the suit ``led``."""
    if card >> 3 == led:
        return 0
    must_trump = trump >= 0 and card >> 3 != trump and following is not FollowRule.OVERTAKE_FREELY
    return SUIT_BITS[led] | (SUIT_BITS[trump] if must_trump else 0)


def denied_cards(
    card: Card,
    trick: Sequence[Card],
    talon: Card | None,
    trump: int,
    following: FollowRule,
    wins_low: bool,
) -> int:
    """Return all cards that a hand lacks if it plays this card to this trick.

    Beside ``denied_suits`` these are the winning cards, where the rules demand overtaking;
    ``talon`` is the talon card that leads, if one does.
    """
    if not trick and talon is None:
        return 0
    led = (trick[0] if talon is None else talon) >> 3
    suits = denied_suits(card, led, trump, following)
    if following is FollowRule.SUIT:
        return suits
    best = trick[winning_index(trick, led, trump) or 0]
    return suits | _unbeaten(card, best, led, trump, wins_low)


def _unbeaten(card: Card, best: Card, led: int, trump: int, wins_low: bool) -> int:
    """Return the winning cards that the hand lacks after this card."""
    suit, is_trumped = card >> 3, best >> 3 == trump
    if suit == led:
        return _higher(card, best + 1, wins_low) if best >> 3 == led else 0
    over = best + 1 if is_trumped else trump * 8
    if suit == trump:
        return _higher(card, over, wins_low)
    return cards_from(over, trump) if trump >= 0 else 0


def _higher(card: Card, over: Card, wins_low: bool) -> int:
    """Return the winners from ``over`` up if ``card`` loses, else those below it (``wins_low``)."""
    if card < over:
        return cards_from(over, card >> 3)
    return (1 << card) - (1 << over) if wins_low else 0
