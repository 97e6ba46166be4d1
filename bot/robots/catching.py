"""Defence against a misere while the partner's cards are hidden as well.

The defenders lead their shortest suits, so that they can soon discard the cards that block the
partner, and do not keep a high card where a low one catches nobody.  The code averages over the
unseen cards and assumes that the declarer has kept safe holdings.
"""

from functools import lru_cache
from typing import Final

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import Sight, highest, lower, lowest
from bot.robots.suits import CATCH, Holding, divisions, rounds_to_catch

_BOLD: Final = 1.15  # weight of a holding before its risk is subtracted
_LATER: Final = 0.8  # a catch is worth less with each round it takes
_NOW: Final = 0.6  # probability of a catch in this trick from which a low card is spent on it


def catch(sight: Sight) -> Card:
    if sight.led < 0:
        return _lead(sight)
    if not sight.legal & SUIT_BITS[sight.led]:
        return max(Hand(sight.legal), key=lambda card: (_gain(sight, card), card & 7))
    if sight.declarer in sight.later:
        return _before_declarer(sight)
    if sight.holder != sight.declarer:
        return highest(sight.legal)
    under = sight.legal & ~sight.winners()
    if under:
        return highest(under)
    return lowest(sight.legal) if sight.later else highest(sight.legal)


def _lead(sight: Sight) -> Card:
    suits = [suit for suit in range(4) if sight.in_suit(suit)]
    return lowest(sight.in_suit(max(suits, key=lambda suit: _promise(sight, suit))))


def _promise(sight: Sight, suit: int) -> tuple[bool, float, int]:
    """Rank a suit to lead: short suits first, also the partner's; suits without declarer last."""
    in_play = bool(sight.may[sight.declarer] & SUIT_BITS[suit])
    partners = (sight.partner, suit) in sight.led_by
    likely = _in_suit(sight, suit, sight.hand)
    return in_play, partners - sight.in_suit(suit).bit_count() + likely, -suit


def _in_suit(sight: Sight, suit: int, hand: int) -> float:
    own, theirs, partners = (
        cards >> suit * 8 & 255
        for cards in (hand, sight.may[sight.declarer], sight.may[sight.partner])
    )
    return likely_catch(own, theirs, partners)


def _gain(sight: Sight, card: Card) -> float:
    """Return by how much discarding the card improves the chance of a catch in its suit."""
    suit = card >> 3
    with_it = _in_suit(sight, suit, sight.hand)
    return round(_in_suit(sight, suit, sight.hand & ~(1 << card)) - with_it, 6)


def _before_declarer(sight: Sight) -> Card:
    """Return the highest card, unless a lower one may catch the declarer in this trick."""
    if _caught_now(sight, lowest(sight.legal)) <= _NOW:
        return highest(sight.legal)
    return max(c for c in Hand(sight.legal) if _caught_now(sight, c) > _NOW)


def _caught_now(sight: Sight, card: Card) -> float:
    """Return the probability that the declarer cannot stay under the trick after this card."""
    top = max(card, sight.best) if sight.best >> 3 == card >> 3 else card
    theirs = sight.may[sight.declarer] & SUIT_BITS[card >> 3]
    under = theirs & lower(top)
    if theirs == under or under & ~sight.may[sight.partner]:
        return 0.0
    return 0.5 ** under.bit_count()


@lru_cache(maxsize=4096)
def likely_catch(own: Holding, theirs: Holding, partners: Holding) -> float:
    """Return the discounted probability that leads catch a declarer who may hold ``theirs``."""
    total, weights = 0.0, 0.0
    for held, partner in divisions(theirs, partners):
        weight = _BOLD - CATCH[held]
        turn = rounds_to_catch(held, own, partner)
        weights += weight
        total += weight * _LATER ** (turn - 1) if turn else 0.0
    return total / weights
