"""Card play of misere contracts: the declarer ducks, the defenders lead into the weak suits.

With the defenders' hands open the declarer knows every card, and the defenders know all but which
two the declarer discarded.  With hidden hands the declarer averages over all distributions; the
defenders' side of that case has its own functions.
"""

from functools import lru_cache

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import Sight, highest, lower, lowest
from bot.robots.suits import Holding, divisions, rounds_to_catch


def dodge(sight: Sight) -> Card:
    """Return the declarer's card: the highest that still loses."""
    if sight.led < 0:
        return min(Hand(sight.legal), key=lambda card: (_risk_of_leading(sight, card), card & 7))
    if sight.legal & SUIT_BITS[sight.led] == 0:
        return max(Hand(sight.legal), key=lambda card: (_relief(sight, card), card & 7))
    under = sight.legal & ~sight.winners()
    if under:
        return highest(under)
    if not sight.later:
        return highest(sight.legal)
    safe = [c for c in Hand(sight.legal) if sight.may_be_beaten(c, sight.later)]
    forced = [c for c in safe if _must_beat(sight, c)]
    return max(forced) if forced else min(safe or Hand(sight.legal))


def _must_beat(sight: Sight, card: Card) -> bool:
    """Return True if a later seat holds only higher cards of the suit."""
    for seat in sight.later:
        cards = sight.may[seat] & SUIT_BITS[card >> 3]
        if cards and not cards & lower(card):
            return True
    return False


def _suit(cards: int, suit: int) -> Holding:
    return cards >> suit * 8 & 255


def _risk_of_leading(sight: Sight, card: Card) -> float:
    if not _must_beat(sight, card):
        return 5.0
    return _danger(sight, card >> 3, sight.hand & ~(1 << card))


def _danger(sight: Sight, suit: int, hand: int) -> float:
    """Return how soon the holding can be caught: 1 at once, 0 never."""
    own = _suit(hand, suit)
    first, second = (_suit(sight.may[seat], suit) for seat in sight.others)
    if all(sight.known >> seat & 1 for seat in sight.others):
        turn = rounds_to_catch(own, first, second)
        return 1.0 / turn if turn else 0.0
    return _likely_caught(own, first, second)


@lru_cache(maxsize=4096)
def _likely_caught(own: Holding, first: Holding, second: Holding) -> float:
    """Return the share of distributions in which the holding is caught."""
    turns = [rounds_to_catch(own, *hands) for hands in divisions(first, second)]
    return sum(turn > 0 for turn in turns) / len(turns)


def _relief(sight: Sight, card: Card) -> float:
    """Return how much danger discarding a card removes."""
    suit = card >> 3
    before = _danger(sight, suit, sight.hand)
    return before - _danger(sight, suit, sight.hand & ~(1 << card)) + before / 8


def catch(sight: Sight) -> Card:
    """Return a defender's card where the partner's hand is open."""
    if sight.led < 0:
        suits = [suit for suit in range(4) if sight.in_suit(suit)]
        return lowest(sight.in_suit(min(suits, key=lambda suit: _promise(sight, suit))))
    if not sight.legal & SUIT_BITS[sight.led]:
        return max(Hand(sight.legal), key=lambda card: (_hinders(sight, card), card & 7))
    if sight.declarer in sight.later:
        return lowest(sight.legal)
    if sight.holder != sight.declarer:
        return highest(sight.legal)
    under = sight.legal & ~sight.winners()
    return highest(under) if under else _over(sight)


def _over(sight: Sight) -> Card:
    """Return a card that beats the declarer when it must: leave the trick to the partner first."""
    return lowest(sight.legal) if sight.later else highest(sight.legal)


def _promise(sight: Sight, suit: int) -> tuple[int, int]:
    """Rank a suit to lead, smallest best: rounds to a catch, then suits the declarer holds."""
    theirs = _suit(sight.may[sight.declarer], suit)
    own, partner = _suit(sight.hand, suit), _suit(sight.may[sight.partner], suit)
    turn = rounds_to_catch(theirs, own, partner)
    if turn:
        return turn, 0
    return (20 if theirs else 30), partner.bit_count()


def _hinders(sight: Sight, card: Card) -> int:
    """Return a score above 0 if the partner may catch sooner without this card."""
    suit = card >> 3
    theirs = _suit(sight.may[sight.declarer], suit)
    if not theirs:
        return 1
    partner = _suit(sight.may[sight.partner], suit)
    own = _suit(sight.hand, suit)
    without = rounds_to_catch(theirs, own & ~(1 << (card & 7)), partner)
    return 2 if without and card & 7 > 3 else 0
