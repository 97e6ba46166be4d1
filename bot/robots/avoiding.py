"""Card play where each player is alone and wants no trick: raspasy and similar deals."""

from random import Random

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import PlayInference, higher_cards, highest_card, lower_cards, lowest_card


def play_all_pass(inference: PlayInference, rng: Random) -> Card:
    if inference.led < 0:
        return _all_pass_lead(inference, rng)
    if not inference.legal & SUIT_BITS[inference.led]:
        return max(
            Hand(inference.legal), key=lambda card: (_keeping_risk(inference, card), card & 7)
        )
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    if not inference.later:
        return highest_card(inference.legal)  # the trick is ours anyway, so the high card goes now
    return _play_before_last(inference)


def _play_before_last(inference: PlayInference) -> Card:
    """Return a card when every one wins so far: low if a later seat may beat it, else high."""
    small = lowest_card(inference.legal)
    behind = 0
    for seat in inference.later:
        behind |= inference.may[seat]
    return small if behind & higher_cards(small) else highest_card(inference.legal)


def _all_pass_lead(inference: PlayInference, rng: Random) -> Card:
    """Return the lead that the others are most likely forced to beat."""
    cards = [safest_low_card(inference, suit) for suit in range(4) if inference.in_suit(suit)]
    best = max(_lead_safety(inference, card) for card in cards)
    return rng.choice([card for card in cards if _lead_safety(inference, card) == best])


def safest_low_card(inference: PlayInference, suit: int) -> Card:
    """Return the lowest card of a suit, or a higher one that loses as surely."""
    own = inference.in_suit(suit)
    card = lowest_card(own)
    while card + 1 in Hand(own) and inference.outstanding & higher_cards(card + 1):
        card += 1
    return card


def _lead_safety(inference: PlayInference, card: Card) -> tuple[int, int]:
    over = (inference.outstanding & higher_cards(card)).bit_count()
    under = (inference.outstanding & lower_cards(card)).bit_count()
    if not over:
        return -9, -(card & 7)
    return (2 if not under else 0) + min(over, 4) - 2 * under, -inference.in_suit(
        card >> 3
    ).bit_count()


def _keeping_risk(inference: PlayInference, card: Card) -> float:
    """Return the risk that a card takes a trick later.

    Lower cards in other hands raise it, own lower cards of the suit reduce it.
    """
    over = (inference.outstanding & higher_cards(card)).bit_count()
    under = (inference.outstanding & lower_cards(card)).bit_count()
    cover = (inference.in_suit(card >> 3) & lower_cards(card)).bit_count()
    if not over and not under:
        return 0.5  # a suit nobody else holds takes tricks only when it is led
    return under / (1 + over) - 0.6 * cover
