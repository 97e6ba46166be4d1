"""Card play of a declarer and of defenders who want tricks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.robots.inference import (
    PlayInference,
    card_set,
    count_cards,
    first_card,
    higher_cards,
    highest_card,
    lower_cards,
    lowest_card,
    suit_set,
    without_card,
)
from bot.robots.worlds.deal_sampler import draw_card

if TYPE_CHECKING:
    from mypy_extensions import i64

# Choice of the least useful card when a trick cannot or need not be won.


def play_least_useful(inference: PlayInference, legal: i64) -> i64:
    """Return the lowest of some cards of the suit led or of trumps, else the least useful one."""
    if inference.led >= 0 and legal & (inference.led_cards | inference.trumps):
        return lowest_card(legal)
    least: i64 = -1
    chosen: i64 = -1
    left = legal
    while left:
        card = first_card(left)
        left &= left - 1
        value = _keeping_value(inference, card)
        if chosen < 0 or value < least:
            least, chosen = value, card
    return chosen


def _keeping_value(inference: PlayInference, card: i64) -> i64:
    """Rank the value of keeping a card: masters, then guards of high cards, then rank.

    Each of the three kinds is eight ranks above the one before, as a suit has eight cards.  For the
    last trick, which another player leads, a suit that nobody else may hold wins nothing.
    """
    rank = card & 7
    if inference.left == 2 and not inference.outstanding & suit_set(card >> 3):
        return rank - 8
    if inference.is_master(card):
        return 24 + rank
    own = inference.in_suit(card >> 3)
    top, count = highest_card(own), count_cards(own)
    missing = count_cards(inference.outstanding & higher_cards(top))
    if missing > 2:
        return rank
    guards = missing > 0 and card != top and count == missing + 1
    return 16 + rank if guards or (count > missing and card == top) else rank


# Card play of a declarer who wants tricks: draw trumps, cash winners, set up a long suit.


def play_as_declarer(inference: PlayInference) -> i64:
    """Return the card of a declarer who wants tricks."""
    return _declarer_lead(inference) if inference.led < 0 else _declarer_follow(inference)


def _declarer_lead(inference: PlayInference) -> i64:
    trump = inference.hand & inference.trumps
    theirs = inference.outstanding & inference.trumps
    if theirs and trump and _should_draw_trumps(inference, trump, theirs):
        return highest_card(trump)
    side = inference.hand & ~trump
    masters = _masters(inference, side)
    if inference.trump < 0 and masters and not _has_enough_masters(inference, masters):
        long_suit = _suit_to_set_up(inference, masters)
        if long_suit:
            return _lead_from_suit(inference, long_suit)
    if masters:
        return highest_card(inference.in_suit(_longest_suit(inference, masters)) & masters)
    if not side:
        return highest_card(trump)
    return _lead_from_suit(inference, inference.in_suit(_longest_suit(inference, side)))


def _masters(inference: PlayInference, cards: i64) -> i64:
    """Return those of these cards that no other seat may hold a higher card for."""
    found: i64 = 0
    suit: i64 = 0
    while suit < 4:
        own = suit_set(suit)
        out = inference.outstanding & own
        found |= cards & higher_cards(highest_card(out)) if out else cards & own
        suit += 1
    return found


def _should_draw_trumps(inference: PlayInference, trump: i64, theirs: i64) -> bool:
    """Return True while drawing trumps costs nothing or leaves enough of them."""
    highest = highest_card(trump)
    return inference.is_master(highest) or (
        theirs & lower_cards(highest) != 0 and count_cards(trump) >= 3
    )


def _has_enough_masters(inference: PlayInference, masters: i64) -> bool:
    return count_cards(masters) >= inference.level - inference.won


def _suit_to_set_up(inference: PlayInference, masters: i64) -> i64:
    """Return the longest suit without its top card, if another suit has an entry; else 0.

    For contracts without a trump.
    """
    found: i64 = 0
    longest: i64 = 2
    suit: i64 = 0
    while suit < 4:
        of_suit = suit_set(suit)
        own, suit = inference.hand & of_suit, suit + 1
        if count_cards(own) <= longest or not inference.outstanding & of_suit:
            continue
        if masters & ~of_suit and not inference.is_master(highest_card(own)):
            found, longest = own, count_cards(own)
    return found


def _longest_suit(inference: PlayInference, among: i64) -> i64:
    """Return the suit of these cards with the greatest length over the others' cards."""
    longest: i64 = -1
    greatest: i64 = 0
    suit: i64 = 0
    while suit < 4:
        of_suit = suit_set(suit)
        if among & of_suit:
            own, theirs = inference.hand & of_suit, inference.outstanding & of_suit
            surplus = count_cards(own) * 2 - count_cards(theirs)
            if longest < 0 or surplus > greatest:
                longest, greatest = suit, surplus
        suit += 1
    return longest


def _lead_from_suit(inference: PlayInference, cards: i64) -> i64:
    """Return the lead from a suit without its top card: top of a sequence, else the lowest."""
    best = highest_card(cards)
    rest = without_card(cards, best)
    if rest:
        between = lower_cards(best) & higher_cards(highest_card(rest))
        if not inference.outstanding & between:
            return best
    return lowest_card(cards)


def _declarer_follow(inference: PlayInference) -> i64:
    winners = inference.winners()
    if not winners:
        return play_least_useful(inference, inference.legal)
    if not inference.later:
        return lowest_card(winners)
    safe = _lowest_unbeaten(inference, winners)
    if safe >= 0:
        return safe
    if inference.must_ruff() or _should_cover(inference):
        return lowest_card(winners)
    return play_least_useful(inference, inference.legal)


def _lowest_unbeaten(inference: PlayInference, cards: i64) -> i64:
    """Return the lowest of some cards that no later seat may beat; -1 if there is none."""
    left = cards
    while left:
        card = lowest_card(left)
        if not inference.may_be_beaten(card):
            return card
        left = without_card(left, card)
    return -1


def _should_cover(inference: PlayInference) -> bool:
    """Return True if the best card so far is an honour, which is covered with an honour."""
    return inference.best & 7 >= 4


# Card play of a defender who wants tricks; a trick of the partner counts the same.
#
# In open play ``PlayInference`` knows the partner's hand, and the same rules see further.


def play_as_defender(inference: PlayInference, rng: Random) -> i64:
    """Return the card of a defender who wants tricks, one of equal leads by lot."""
    return _defender_lead(inference, rng) if inference.led < 0 else _defender_follow(inference)


def _defender_lead(inference: PlayInference, rng: Random) -> i64:
    """Return the lead of the highest score, one of the equals by lot."""
    leads: i64 = 0
    most = 0.0
    suit: i64 = 0
    while suit < 4:
        own = inference.in_suit(suit)
        if own:
            score, card = _scored_lead(inference, suit, own)
            if not leads or score > most:
                most, leads = score, card_set(card)
            elif score == most:
                leads |= card_set(card)
        suit += 1
    return draw_card(rng, leads)


def _scored_lead(inference: PlayInference, suit: i64, own: i64) -> tuple[float, i64]:
    if suit == inference.trump:
        return _trump_lead(inference, own)
    if _declarer_may_ruff(inference, suit):
        return 0.8, lowest_card(own)
    if inference.is_master(highest_card(own)):
        return _cashing_score(inference, suit, own), highest_card(own)
    return _quiet_lead(inference, suit, own)


def _trump_lead(inference: PlayInference, own: i64) -> tuple[float, i64]:
    """Return the trump lead, which is rarely good because trumps are kept for ruffing."""
    if not inference.of_declarer & inference.trumps:
        return 3.0, highest_card(own)
    if inference.of_partner & inference.trumps:
        return -2.0, lowest_card(own)
    return -2.5 if inference.is_master(highest_card(own)) else -3.0, lowest_card(own)


def _declarer_may_ruff(inference: PlayInference, suit: i64) -> bool:
    """Return True if the declarer is void in the suit and may still hold trumps."""
    theirs = inference.of_declarer
    return not theirs & suit_set(suit) and theirs & inference.trumps != 0


def _cashing_score(inference: PlayInference, suit: i64, own: i64) -> float:
    """Score a top card, which wins while the declarer is likely to follow suit."""
    left = count_cards(inference.of_declarer & suit_set(suit))
    worth = 4.0 if inference.trump < 0 or left >= 3 else 3.0
    rest = without_card(own, highest_card(own))
    if rest and inference.is_master(highest_card(rest)):
        worth += 0.6
    return worth + (0.3 if inference.next_player != inference.declarer else 0.0)


def _quiet_lead(inference: PlayInference, suit: i64, own: i64) -> tuple[float, i64]:
    count, best = count_cards(own), highest_card(own)
    theirs = inference.of_declarer & suit_set(suit)
    if not theirs:
        return 1.5, best  # the declarer has no trump left: the partner may hold the rest
    if inference.sees_partner and inference.of_partner & suit_set(suit) > theirs:
        return 3.2, lowest_card(own)
    through = inference.next_player == inference.declarer
    worth, card = 0.5, lowest_card(own)
    if count >= 2 and best - 1 == highest_card(without_card(own, best)) and best & 7 >= 5:
        worth, card = 2.2, best  # the top of touching honours
    elif best & 7 >= 5:
        worth = 0.3 if through else -1.0  # lead away from an honour only through the declarer
    elif count <= 2:
        worth = 1.6 if through else 0.9
    if inference.has_led(inference.partner, suit):
        worth += 1.5
    if inference.has_led(0, suit):
        worth += 0.3
    return worth, card


def _defender_follow(inference: PlayInference) -> i64:
    winners = inference.winners()
    if not winners:
        return play_least_useful(inference, inference.legal)
    if inference.holder == inference.partner:
        return _with_partner_winning(inference, winners)
    if not inference.later:
        return lowest_card(winners)
    return _before_partner(inference, winners)


def _with_partner_winning(inference: PlayInference, winners: i64) -> i64:
    """Return a card when the partner is winning: help only if the declarer may still win."""
    if not inference.declarer_is_later:
        return _stay_under(inference, winners)
    if not inference.may_beat(inference.of_declarer, inference.best):
        return _stay_under(inference, winners)
    safe = _lowest_unbeaten(inference, winners)  # nobody but the declarer is to follow
    if safe >= 0:
        return safe
    third_hand_high = highest_card(winners)
    if third_hand_high >> 3 != inference.led or third_hand_high & 7 <= (inference.best & 7) + 1:
        return _stay_under(inference, winners)
    return _cheapest_equal(inference, third_hand_high)


def _stay_under(inference: PlayInference, winners: i64) -> i64:
    """Return a card that leaves the trick to the partner where that is possible."""
    under = inference.legal & ~winners
    return play_least_useful(inference, under) if under else lowest_card(inference.legal)


def _cheapest_equal(inference: PlayInference, card: i64) -> i64:
    """Return the lowest card of the hand that is equivalent to this one."""
    while card & 7 and inference.legal >> card - 1 & 1:
        card -= 1
    return card


def _before_partner(inference: PlayInference, winners: i64) -> i64:
    """Return a card when the partner plays last and the declarer is winning."""
    if inference.holder != inference.declarer or inference.declarer_is_later:
        safe = _lowest_unbeaten(inference, winners)
        return safe if safe >= 0 else lowest_card(winners)
    if inference.must_ruff():
        return lowest_card(winners)
    if inference.sees_partner:
        partner_takes = inference.may_beat(inference.of_partner, inference.best)
        return (
            play_least_useful(inference, inference.legal) if partner_takes else lowest_card(winners)
        )
    cheap = lowest_card(winners)
    if inference.best & 7 >= 4 or count_cards(inference.legal) == 1:
        return cheap  # cover, and take what is high
    if inference.is_master(cheap) and inference.left <= 6:
        return cheap
    return play_least_useful(inference, inference.legal)
