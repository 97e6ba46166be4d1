"""Card play of misere contracts: the declarer ducks, the defenders lead into the weak suits.

With the defenders' hands open the declarer knows every card, and the defenders know all but which
two the declarer discarded.  With hidden hands the declarer averages over all distributions; the
defenders' side of that case has its own functions.
"""

from functools import lru_cache

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import PlayInference, highest_card, lower_cards, lowest_card
from bot.robots.suits import SuitHolding, possible_divisions, rounds_to_catch


def play_as_misere_declarer(inference: PlayInference) -> Card:
    """Return the declarer's card: the highest that still loses."""
    if inference.led < 0:
        return min(
            Hand(inference.legal), key=lambda card: (_risk_of_leading(inference, card), card & 7)
        )
    if inference.legal & SUIT_BITS[inference.led] == 0:
        return max(
            Hand(inference.legal), key=lambda card: (_danger_removed(inference, card), card & 7)
        )
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    if not inference.later:
        return highest_card(inference.legal)
    safe = [c for c in Hand(inference.legal) if inference.may_be_beaten(c, inference.later)]
    forced = [c for c in safe if _must_beat(inference, c)]
    return max(forced) if forced else min(safe or Hand(inference.legal))


def _must_beat(inference: PlayInference, card: Card) -> bool:
    """Return True if a later seat holds only higher cards of the suit."""
    for seat in inference.later:
        cards = inference.may[seat] & SUIT_BITS[card >> 3]
        if cards and not cards & lower_cards(card):
            return True
    return False


def _holding(cards: int, suit: int) -> SuitHolding:
    return cards >> suit * 8 & 255


def _risk_of_leading(inference: PlayInference, card: Card) -> float:
    if not _must_beat(inference, card):
        return 5.0
    return _danger(inference, card >> 3, inference.hand & ~(1 << card))


def _danger(inference: PlayInference, suit: int, hand: int) -> float:
    """Return how soon the holding can be caught: 1 at once, 0 never."""
    own = _holding(hand, suit)
    first, second = (_holding(inference.may[seat], suit) for seat in inference.others)
    if all(inference.known >> seat & 1 for seat in inference.others):
        turn = rounds_to_catch(own, first, second)
        return 1.0 / turn if turn else 0.0
    return _caught_share(own, first, second)


@lru_cache(maxsize=4096)
def _caught_share(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> float:
    """Return the share of distributions in which the holding is caught."""
    turns = [rounds_to_catch(own, *hands) for hands in possible_divisions(first, second)]
    return sum(turn > 0 for turn in turns) / len(turns)


def _danger_removed(inference: PlayInference, card: Card) -> float:
    """Return how much danger discarding a card removes."""
    suit = card >> 3
    before = _danger(inference, suit, inference.hand)
    return before - _danger(inference, suit, inference.hand & ~(1 << card)) + before / 8


def defend_open_misere(inference: PlayInference) -> Card:
    """Return a defender's card where the partner's hand is open."""
    if inference.led < 0:
        suits = [suit for suit in range(4) if inference.in_suit(suit)]
        return lowest_card(
            inference.in_suit(min(suits, key=lambda suit: _open_lead_rank(inference, suit)))
        )
    if not inference.legal & SUIT_BITS[inference.led]:
        return max(
            Hand(inference.legal), key=lambda card: (_blocks_partner(inference, card), card & 7)
        )
    if inference.declarer in inference.later:
        return lowest_card(inference.legal)
    if inference.holder != inference.declarer:
        return highest_card(inference.legal)
    under = inference.legal & ~inference.winners()
    return highest_card(under) if under else _forced_over(inference)


def _forced_over(inference: PlayInference) -> Card:
    """Return a card that beats the declarer when it must: leave the trick to the partner first."""
    return lowest_card(inference.legal) if inference.later else highest_card(inference.legal)


def _open_lead_rank(inference: PlayInference, suit: int) -> tuple[int, int]:
    """Rank a suit to lead, smallest best: rounds to a catch, then suits the declarer holds."""
    theirs = _holding(inference.may[inference.declarer], suit)
    own, partner = _holding(inference.hand, suit), _holding(inference.may[inference.partner], suit)
    turn = rounds_to_catch(theirs, own, partner)
    if turn:
        return turn, 0
    return (20 if theirs else 30), partner.bit_count()


def _blocks_partner(inference: PlayInference, card: Card) -> int:
    """Return a score above 0 if the partner may catch sooner without this card."""
    suit = card >> 3
    theirs = _holding(inference.may[inference.declarer], suit)
    if not theirs:
        return 1
    partner = _holding(inference.may[inference.partner], suit)
    own = _holding(inference.hand, suit)
    without = rounds_to_catch(theirs, own & ~(1 << (card & 7)), partner)
    return 2 if without and card & 7 > 3 else 0
