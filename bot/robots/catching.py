"""Defence against a misere while the partner's cards are hidden as well.

The defenders lead their shortest suits, so that they can soon discard the cards that block the
partner, and do not keep a high card where a low one catches nobody.  The code averages over the
unseen cards and assumes that the declarer has kept safe holdings.
"""

from functools import lru_cache
from typing import Final

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import PlayInference, highest_card, lower_cards, lowest_card
from bot.robots.suits import CATCH_PROBABILITY, SuitHolding, possible_divisions, rounds_to_catch

_SAFE_WEIGHT: Final = 1.15  # weight of a holding before its risk is subtracted
_ROUND_DISCOUNT: Final = 0.8  # a catch is worth less with each round it takes
_CATCH_THRESHOLD: Final = (
    0.6  # probability of a catch in this trick from which a low card is spent on it
)


def defend_hidden_misere(inference: PlayInference) -> Card:
    if inference.led < 0:
        return _hidden_lead(inference)
    if not inference.legal & SUIT_BITS[inference.led]:
        return max(
            Hand(inference.legal), key=lambda card: (_discard_gain(inference, card), card & 7)
        )
    if inference.declarer in inference.later:
        return _before_declarer(inference)
    if inference.holder != inference.declarer:
        return highest_card(inference.legal)
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    return lowest_card(inference.legal) if inference.later else highest_card(inference.legal)


def _hidden_lead(inference: PlayInference) -> Card:
    suits = [suit for suit in range(4) if inference.in_suit(suit)]
    return lowest_card(
        inference.in_suit(max(suits, key=lambda suit: _hidden_lead_rank(inference, suit)))
    )


def _hidden_lead_rank(inference: PlayInference, suit: int) -> tuple[bool, float, int]:
    """Rank a suit to lead: short suits first, also the partner's; suits without declarer last."""
    in_play = bool(inference.may[inference.declarer] & SUIT_BITS[suit])
    partners = (inference.partner, suit) in inference.led_by
    likely = _catch_in_suit(inference, suit, inference.hand)
    return in_play, partners - inference.in_suit(suit).bit_count() + likely, -suit


def _catch_in_suit(inference: PlayInference, suit: int, hand: int) -> float:
    own, theirs, partners = (
        cards >> suit * 8 & 255
        for cards in (hand, inference.may[inference.declarer], inference.may[inference.partner])
    )
    return catch_probability(own, theirs, partners)


def _discard_gain(inference: PlayInference, card: Card) -> float:
    """Return by how much discarding the card improves the chance of a catch in its suit."""
    suit = card >> 3
    with_it = _catch_in_suit(inference, suit, inference.hand)
    return round(_catch_in_suit(inference, suit, inference.hand & ~(1 << card)) - with_it, 6)


def _before_declarer(inference: PlayInference) -> Card:
    """Return the highest card, unless a lower one may catch the declarer in this trick."""
    if _catch_now_probability(inference, lowest_card(inference.legal)) <= _CATCH_THRESHOLD:
        return highest_card(inference.legal)
    return max(
        c for c in Hand(inference.legal) if _catch_now_probability(inference, c) > _CATCH_THRESHOLD
    )


def _catch_now_probability(inference: PlayInference, card: Card) -> float:
    """Return the probability that the declarer cannot stay under the trick after this card."""
    top = max(card, inference.best) if inference.best >> 3 == card >> 3 else card
    theirs = inference.may[inference.declarer] & SUIT_BITS[card >> 3]
    under = theirs & lower_cards(top)
    if theirs == under or under & ~inference.may[inference.partner]:
        return 0.0
    return 0.5 ** under.bit_count()


@lru_cache(maxsize=4096)
def catch_probability(own: SuitHolding, theirs: SuitHolding, partners: SuitHolding) -> float:
    """Return the discounted probability that leads catch a declarer who may hold ``theirs``."""
    total, weights = 0.0, 0.0
    for held, partner in possible_divisions(theirs, partners):
        weight = _SAFE_WEIGHT - CATCH_PROBABILITY[held]
        turn = rounds_to_catch(held, own, partner)
        weights += weight
        total += weight * _ROUND_DISCOUNT ** (turn - 1) if turn else 0.0
    return total / weights
