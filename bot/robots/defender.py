"""Card play of a defender who wants tricks; a trick of the partner counts the same.

In open play ``Sight`` knows the partner's hand, and the same rules see further.
"""

from random import Random
from typing import NamedTuple

from bot.engine.cards import SUIT_BITS, Card, Hand, Suit
from bot.robots.sight import Sight, highest, lowest
from bot.robots.throwing import throw_away


class Idea(NamedTuple):
    """A candidate lead and its score."""

    worth: float
    card: Card


def play(sight: Sight, rng: Random) -> Card:
    return _lead(sight, rng) if sight.led < 0 else _follow(sight)


def _lead(sight: Sight, rng: Random) -> Card:
    ideas = [_idea(sight, suit) for suit in Suit if sight.in_suit(suit)]
    most = max(idea.worth for idea in ideas)
    return rng.choice([idea.card for idea in ideas if idea.worth == most])


def _idea(sight: Sight, suit: int) -> Idea:
    own = sight.in_suit(suit)
    if suit == sight.trump:
        return _trump_idea(sight, own)
    if _may_ruff(sight, suit):
        return Idea(0.8, lowest(own))
    if sight.is_master(highest(own)):
        return Idea(_worth_of_cashing(sight, suit, own), highest(own))
    return _quiet_idea(sight, suit, own)


def _trump_idea(sight: Sight, own: int) -> Idea:
    """Return the trump lead, which is rarely good because trumps are kept for ruffing."""
    declarer = sight.may[sight.declarer] & SUIT_BITS[sight.trump]
    if declarer and not sight.may[sight.partner] & SUIT_BITS[sight.trump]:
        return Idea(-2.5 if sight.is_master(highest(own)) else -3.0, lowest(own))
    return Idea(-2.0, lowest(own)) if declarer else Idea(3.0, highest(own))


def _may_ruff(sight: Sight, suit: int) -> bool:
    """Return True if the declarer is void in the suit and may still hold trumps."""
    theirs = sight.may[sight.declarer]
    return (
        sight.trump >= 0 and not theirs & SUIT_BITS[suit] and bool(theirs & SUIT_BITS[sight.trump])
    )


def _worth_of_cashing(sight: Sight, suit: int, own: int) -> float:
    """Score a top card, which wins while the declarer is likely to follow suit."""
    left = (sight.may[sight.declarer] & SUIT_BITS[suit]).bit_count()
    worth = 4.0 if sight.trump < 0 or left >= 3 else 3.0
    if own.bit_count() >= 2 and sight.is_master(highest(own & ~(1 << highest(own)))):
        worth += 0.6
    return worth + (0.3 if sight.later[0] != sight.declarer else 0.0)


def _quiet_idea(sight: Sight, suit: int, own: int) -> Idea:
    count, best = own.bit_count(), highest(own)
    theirs = sight.may[sight.declarer] & SUIT_BITS[suit]
    if not theirs:
        return Idea(1.5, best)  # the declarer has no trump left: the partner may hold the rest
    if sight.known >> sight.partner & 1 and _partner_is_top(sight, suit):
        return Idea(3.2, lowest(own))
    through = sight.later[0] == sight.declarer
    worth, card = 0.5, lowest(own)
    if count >= 2 and best - 1 == highest(own & ~(1 << best)) and best & 7 >= 5:
        worth, card = 2.2, best  # the top of touching honours
    elif best & 7 >= 5:
        worth = 0.3 if through else -1.0  # lead away from an honour only through the declarer
    elif count <= 2:
        worth = 1.6 if through else 0.9
    if (sight.partner, suit) in sight.led_by:
        worth += 1.5
    if (sight.seat, suit) in sight.led_by:
        worth += 0.3
    return Idea(worth, card)


def _partner_is_top(sight: Sight, suit: int) -> bool:
    partner = sight.may[sight.partner] & SUIT_BITS[suit]
    theirs = sight.may[sight.declarer] & SUIT_BITS[suit]
    return partner > theirs


def _follow(sight: Sight) -> Card:
    winners = sight.winners()
    if not winners:
        return throw_away(sight)
    if sight.holder == sight.partner:
        return _behind_partner(sight, winners)
    if not sight.later:
        return lowest(winners)
    return _before_partner(sight, winners)


def _behind_partner(sight: Sight, winners: int) -> Card:
    """Return a card when the partner is winning: help only if the declarer may still win."""
    declarer_left = sight.declarer in sight.later
    if not declarer_left or not sight.may_be_beaten(sight.best, (sight.declarer,)):
        return _stay_under(sight, winners)
    safe = [c for c in Hand(winners) if not sight.may_be_beaten(c, (sight.declarer,))]
    if safe:
        return min(safe, key=lambda card: card & 7)
    third_hand_high = highest(winners)
    if third_hand_high >> 3 != sight.led or third_hand_high & 7 <= (sight.best & 7) + 1:
        return _stay_under(sight, winners)
    return _cheapest_equal(sight, third_hand_high)


def _stay_under(sight: Sight, winners: int) -> Card:
    """Return a card that leaves the trick to the partner where that is possible."""
    under = sight.legal & ~winners
    if not under:
        return lowest(sight.legal)
    return throw_away(sight._replace(legal=under))


def _cheapest_equal(sight: Sight, card: Card) -> Card:
    """Return the lowest card of the hand that is equivalent to this one."""
    while card & 7 and card - 1 in Hand(sight.legal):
        card -= 1
    return card


def _before_partner(sight: Sight, winners: int) -> Card:
    """Return a card when the partner plays last and the declarer is winning."""
    partner = (sight.partner,)
    if sight.holder != sight.declarer or sight.declarer in sight.later:
        return _against_later(sight, winners)
    if sight.ruffs:
        return lowest(winners)
    if sight.known >> sight.partner & 1:
        partner_takes = sight.may_be_beaten(sight.best, partner)
        return throw_away(sight) if partner_takes else lowest(winners)
    cheap = lowest(winners)
    if sight.best & 7 >= 4 or sight.legal.bit_count() == 1:
        return cheap  # cover, and take what is high
    return cheap if sight.is_master(cheap) and sight.left <= 6 else throw_away(sight)


def _against_later(sight: Sight, winners: int) -> Card:
    safe = [c for c in Hand(winners) if not sight.may_be_beaten(c, sight.later)]
    return min(safe, key=lambda card: card & 7) if safe else lowest(winners)
