"""Card play without tricks: all-pass deals, and misere contracts.

In a misere the declarer ducks, the defenders lead into the weak suits.

With the defenders' hands open the declarer knows every card, and the defenders know all but which
two the declarer discarded.  With hidden hands the declarer averages over all distributions; the
defenders' side of that case has its own functions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from bot.engine.cards import Card, Hand
from bot.robots import evaluation
from bot.robots.inference import (
    PlayInference,
    beats,
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


def play_as_misere_declarer(inference: PlayInference) -> i64:
    """Return the declarer's card: the highest that still loses."""
    if inference.led < 0:
        return _least_risky_lead(inference)
    if not inference.legal & inference.led_cards:
        return _highest_scored(inference, _danger_removed)
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    if not inference.later:
        return highest_card(inference.legal)
    return _overtaken_card(inference)


def _least_risky_lead(inference: PlayInference) -> i64:
    """Return the card of the least risk; the lowest among equals, unlike ``_highest_scored``."""
    least = 0.0
    chosen: i64 = -1
    left = inference.legal
    while left:
        card = first_card(left)
        left &= left - 1
        risk = _risk_of_leading(inference, card)
        lower = risk < least or (risk == least and card & 7 < chosen & 7)
        if chosen < 0 or lower:
            least, chosen = risk, card
    return chosen


def _highest_scored(inference: PlayInference, score: Callable[[PlayInference, i64], float]) -> i64:
    """Return the playable card of the highest score, the highest rank among equals."""
    most = 0.0
    chosen: i64 = -1
    left = inference.legal
    while left:
        card = first_card(left)
        left &= left - 1
        value = score(inference, card)
        if chosen < 0 or value > most or (value == most and card & 7 > chosen & 7):
            most, chosen = value, card
    return chosen


def _overtaken_card(inference: PlayInference) -> i64:
    """Return the highest card that a later seat must beat, else the lowest that one may beat."""
    forced: i64 = -1
    safe: i64 = -1
    left = inference.legal
    while left:
        card = first_card(left)
        left &= left - 1
        if inference.may_be_beaten(card):
            if safe < 0:
                safe = card
            if _must_beat(inference, card):
                forced = card
    if forced >= 0:
        return forced
    return safe if safe >= 0 else first_card(inference.legal)


def _must_beat(inference: PlayInference, card: i64) -> bool:
    """Return True if a later seat holds only higher cards of the suit."""
    if inference.later & 2 and _is_above(inference.first, card):
        return True
    return inference.later & 4 != 0 and _is_above(inference.second, card)


def _is_above(cards: i64, card: i64) -> bool:
    """Return True if some of the cards are of the suit, and all those are higher."""
    return cards & suit_set(card >> 3) != 0 and not cards & lower_cards(card)


def _holding(cards: i64, suit: i64) -> i64:
    """Return the cards of one suit, an ``evaluation.SuitHolding``."""
    return cards >> suit * 8 & 255


def _risk_of_leading(inference: PlayInference, card: i64) -> float:
    if not _must_beat(inference, card):
        return 5.0
    return _danger(inference, card >> 3, without_card(inference.hand, card))


def _danger(inference: PlayInference, suit: i64, hand: i64) -> float:
    """Return how soon the holding can be caught: 1 at once, 0 never."""
    own = _holding(hand, suit)
    first, second = _holding(inference.first, suit), _holding(inference.second, suit)
    if inference.known & 6 == 6:
        turn = evaluation.rounds_to_catch(own, first, second)
        return 1.0 / turn if turn else 0.0
    return _caught_share(own, first, second)


@lru_cache(maxsize=4096)
def _caught_share(
    own: evaluation.SuitHolding, first: evaluation.SuitHolding, second: evaluation.SuitHolding
) -> float:
    """Return the share of distributions in which the holding is caught."""
    turns = [
        evaluation.rounds_to_catch(own, *hands)
        for hands in evaluation.possible_divisions(first, second)
    ]
    return sum(turn > 0 for turn in turns) / len(turns)


def _danger_removed(inference: PlayInference, card: i64) -> float:
    """Return how much danger discarding a card removes."""
    suit = card >> 3
    before = _danger(inference, suit, inference.hand)
    return before - _danger(inference, suit, without_card(inference.hand, card)) + before / 8


def defend_open_misere(inference: PlayInference) -> i64:
    """Return a defender's card where the partner's hand is open."""
    if inference.led < 0:
        return _open_lead(inference)
    if not inference.legal & inference.led_cards:
        return _highest_scored(inference, _blocks_partner)
    if inference.declarer_is_later:
        return lowest_card(inference.legal)
    return _under_declarer(inference)


def _under_declarer(inference: PlayInference) -> i64:
    """Return a card after the declarer's: leave the trick to the declarer, else to the partner."""
    if inference.holder != inference.declarer:
        return highest_card(inference.legal)
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    return lowest_card(inference.legal) if inference.later else highest_card(inference.legal)


def _open_lead(inference: PlayInference) -> i64:
    """Return the lowest card of the suit in which the declarer is caught soonest."""
    least: i64 = 1 << 20
    chosen: i64 = -1
    suit: i64 = 0
    while suit < 4:
        if inference.in_suit(suit):
            rank = _open_lead_rank(inference, suit)
            if rank < least:
                least, chosen = rank, suit
        suit += 1
    return lowest_card(inference.in_suit(chosen))


def _open_lead_rank(inference: PlayInference, suit: i64) -> i64:
    """Rank a suit to lead, smallest best: rounds to a catch, then suits the declarer holds.

    A round counts 16, more than all cards of a suit.  No catch counts as one in 20 rounds, or in 30
    where the declarer has none of the suit.
    """
    theirs = _holding(inference.of_declarer, suit)
    own, partner = _holding(inference.hand, suit), _holding(inference.of_partner, suit)
    turn: i64 = evaluation.rounds_to_catch(theirs, own, partner)
    if turn:
        return turn * 16
    return (320 if theirs else 480) + count_cards(partner)


def _blocks_partner(inference: PlayInference, card: i64) -> float:
    """Return how much a card stands in the way of a partner who may catch: 0, 1 or 2."""
    suit = card >> 3
    theirs = _holding(inference.of_declarer, suit)
    if not theirs:
        return 1.0
    partner = _holding(inference.of_partner, suit)
    own = _holding(without_card(inference.hand, card), suit)
    without = evaluation.rounds_to_catch(theirs, own, partner)
    return 2.0 if without and card & 7 > 3 else 0.0


# Defence against a misere while the partner's cards are hidden as well.
#
# The defenders lead their shortest suits, so that they can soon discard the cards that block the
# partner, and do not keep a high card where a low one catches nobody. The code averages over the
# unseen cards and assumes that the declarer has kept safe holdings.

_SAFE_WEIGHT: Final = 1.15  # weight of a holding before its risk is subtracted
_ROUND_DISCOUNT: Final = 0.8  # a catch is worth less with each round it takes
_CATCH_THRESHOLD: Final = (
    0.6  # probability of a catch in this trick from which a low card is spent on it
)


def defend_hidden_misere(inference: PlayInference) -> i64:
    """Return a defender's card where the partner's hand is hidden."""
    if inference.led < 0:
        return _hidden_lead(inference)
    if not inference.legal & inference.led_cards:
        return _highest_scored(inference, _discard_gain)
    if inference.declarer_is_later:
        return _before_declarer(inference)
    return _under_declarer(inference)


def _hidden_lead(inference: PlayInference) -> i64:
    """Return the lowest card of a short suit, also the partner's; suits without declarer last."""
    most = 0.0
    chosen: i64 = -1
    is_in_play = False
    suit: i64 = 0
    while suit < 4:
        own = inference.in_suit(suit)
        if own:
            in_play = inference.of_declarer & suit_set(suit) != 0
            partners = 1 if inference.has_led(inference.partner, suit) else 0
            catch = _catch_in_suit(inference, suit, inference.hand)
            value = float(partners - count_cards(own)) + catch
            better = value > most if in_play == is_in_play else in_play
            if chosen < 0 or better:
                most, chosen, is_in_play = value, suit, in_play
        suit += 1
    return lowest_card(inference.in_suit(chosen))


def _catch_in_suit(inference: PlayInference, suit: i64, hand: i64) -> float:
    theirs, partners = _holding(inference.of_declarer, suit), _holding(inference.of_partner, suit)
    return catch_probability(_holding(hand, suit), theirs, partners)


def _discard_gain(inference: PlayInference, card: i64) -> float:
    """Return by how much discarding the card improves the chance of a catch in its suit."""
    suit = card >> 3
    with_it = _catch_in_suit(inference, suit, inference.hand)
    without = _catch_in_suit(inference, suit, without_card(inference.hand, card))
    return round(without - with_it, 6)


def _before_declarer(inference: PlayInference) -> i64:
    """Return the highest card, unless a lower one may catch the declarer in this trick."""
    if _catch_now_probability(inference, lowest_card(inference.legal)) <= _CATCH_THRESHOLD:
        return highest_card(inference.legal)
    chosen: i64 = -1
    left = inference.legal
    while left:
        card = first_card(left)
        left &= left - 1
        if _catch_now_probability(inference, card) > _CATCH_THRESHOLD:
            chosen = card
    return chosen


def _catch_now_probability(inference: PlayInference, card: i64) -> float:
    """Return the probability that the declarer cannot stay under the trick after this card."""
    best = inference.best
    top = best if best >> 3 == card >> 3 and best > card else card
    theirs = inference.of_declarer & suit_set(card >> 3)
    under = theirs & lower_cards(top)
    if theirs == under or under & ~inference.of_partner:
        return 0.0
    return 0.5 ** count_cards(under)


@lru_cache(maxsize=4096)
def catch_probability(
    own: evaluation.SuitHolding, theirs: evaluation.SuitHolding, partners: evaluation.SuitHolding
) -> float:
    """Return the discounted probability that leads catch a declarer who may hold ``theirs``."""
    total, weights = 0.0, 0.0
    for held, partner in evaluation.possible_divisions(theirs, partners):
        weight = _SAFE_WEIGHT - evaluation.CATCH_PROBABILITY[held]
        turn = evaluation.rounds_to_catch(held, own, partner)
        weights += weight
        total += weight * _ROUND_DISCOUNT ** (turn - 1) if turn else 0.0
    return total / weights


# Card play where each player is alone and wants no trick: raspasy and similar deals.


def play_all_pass(inference: PlayInference, rng: Random) -> i64:
    """Return the card of a player who wants no trick, one of equal leads by lot."""
    if inference.led < 0:
        return _all_pass_lead(inference, rng)
    if not inference.legal & inference.led_cards:
        return _highest_scored(inference, _keeping_risk)
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    if not inference.later:
        return highest_card(inference.legal)  # the trick is ours anyway, so the high card goes now
    small = lowest_card(inference.legal)  # every one wins so far
    is_beaten = inference.of_later & higher_cards(small)
    return small if is_beaten else highest_card(inference.legal)


def _all_pass_lead(inference: PlayInference, rng: Random) -> i64:
    """Return the lead that the others are most likely forced to beat, one of equals by lot.

    The lead of a defender in ``contract_play`` is found alike, but its score comes with its card:
    one loop for both would make Python objects of them.
    """
    leads: i64 = 0
    most: i64 = 0
    suit: i64 = 0
    while suit < 4:
        if inference.in_suit(suit):
            card = safest_low_card(inference, suit)
            safety = _lead_safety(inference, card)
            if not leads or safety > most:
                most, leads = safety, card_set(card)
            elif safety == most:
                leads |= card_set(card)
        suit += 1
    return draw_card(rng, leads)


def safest_low_card(inference: PlayInference, suit: i64) -> i64:
    """Return the lowest card of a suit, or a higher one that loses as surely."""
    own = inference.in_suit(suit)
    card = lowest_card(own)
    while own >> card + 1 & 1 and inference.outstanding & higher_cards(card + 1):
        card += 1
    return card


def _lead_safety(inference: PlayInference, card: i64) -> i64:
    """Rank a lead: by cards over and under it, then low cards and short suits.

    A step of the former counts 16, more than all cards of a suit; a lead that nobody can beat has
    nine steps less than none.
    """
    over = count_cards(inference.outstanding & higher_cards(card))
    under = count_cards(inference.outstanding & lower_cards(card))
    if not over:
        return -144 - (card & 7)
    safety = (over if over < 4 else 4) - 2 * under + (0 if under else 2)
    return safety * 16 - count_cards(inference.in_suit(card >> 3))


def _keeping_risk(inference: PlayInference, card: i64) -> float:
    """Return the risk that a card takes a trick later.

    Lower cards in other hands raise it, own lower cards of the suit reduce it.
    """
    over = count_cards(inference.outstanding & higher_cards(card))
    under = count_cards(inference.outstanding & lower_cards(card))
    cover = count_cards(inference.in_suit(card >> 3) & lower_cards(card))
    if not over and not under:
        return 0.5  # a suit nobody else holds takes tricks only when it is led
    return float(under) / float(1 + over) - 0.6 * float(cover)


# First tricks of an all-pass deal: play the card without which the hand takes fewest tricks.
#
# No search is quick enough there. A table gives the tricks to expect from the rest of each suit;
# it was fitted to 1,500 solved deals of eight cards each in which all three play for the fewest of
# their own tricks. A suit is as safe as its lowest card: a seven guards an ace, two queens guard
# nothing.

_TRICKS_BY_HOLDING: Final[
    tuple[tuple[float, ...], ...]
] = (  # row: 1, 2, 3+ cards; column: others' cards below its lowest
    (0.04, 0.18, 0.6, 0.85, 1.1, 1.1, 1.1, 1.14),
    (0.07, 0.47, 1.03, 1.37, 1.64, 1.8, 1.8, 1.8),
    (-0.06, 0.55, 1.26, 1.71, 1.96, 1.96, 2.0, 2.0),
)
_TRICKS_PER_LONE_CARD: Final = 0.3  # tricks per card of a suit that nobody else holds
_GOES_OVER: Final = 0.36  # probability that one hand holds a given higher card
_NOT_UNDER: Final = 0.5  # factor for each lower card that a hand may hold


def cheapest_all_pass_card(inference: PlayInference) -> i64:
    """Return the card with the least cost; the highest among equals."""
    costs = {card: round(_cost(inference, card), 6) for card in Hand(inference.legal)}
    least = min(costs.values())
    return max((card for card in costs if costs[card] == least), key=lambda card: (card & 7, -card))


def _cost(inference: PlayInference, card: Card) -> float:
    """Return the tricks to expect after playing the card, including this trick."""
    left = without_card(inference.hand, card)
    return _taking_probability(inference, card) + sum(
        _expected_in_suit(inference, left, suit) for suit in range(4)
    )


def _expected_in_suit(inference: PlayInference, hand: i64, suit: i64) -> float:
    own = hand & suit_set(suit)
    if not own:
        return 0.0
    length, out = count_cards(own), inference.outstanding & suit_set(suit)
    if not out:
        return _TRICKS_PER_LONE_CARD * float(length)
    below = count_cards(out & (own & -own) - 1)
    return _TRICKS_BY_HOLDING[min(length, len(_TRICKS_BY_HOLDING)) - 1][below]


def _taking_probability(inference: PlayInference, card: i64) -> float:
    """Return the probability that the card takes the trick."""
    if inference.best < 0:
        if inference.led >= 0 and inference.led != card >> 3:
            return 0.0
    elif not beats(card, inference.best, inference.trump):
        return 0.0
    likely = 1.0
    if inference.later & 2:
        likely *= _staying_under(inference.first, card, inference.known & 2 != 0)
    if inference.later & 4:
        likely *= _staying_under(inference.second, card, inference.known & 4 != 0)
    return likely


def _staying_under(cards: i64, card: i64, is_known: bool) -> float:
    """Return the probability that a player who may hold these cards does not beat the card."""
    over, under = count_cards(cards & higher_cards(card)), count_cards(cards & lower_cards(card))
    if is_known:
        return 1.0 if under or not over else 0.0
    return float(1.0 - (1.0 - (1.0 - _GOES_OVER) ** over) * _NOT_UNDER**under)
