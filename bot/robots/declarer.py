"""Card play of a declarer who wants tricks: draw trumps, cash winners, set up a long suit."""

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import Sight, highest, lowest
from bot.robots.throwing import throw_away


def play(sight: Sight) -> Card:
    return _lead(sight) if sight.led < 0 else _follow(sight)


def _lead(sight: Sight) -> Card:
    trump = sight.in_suit(sight.trump) if sight.trump >= 0 else 0
    theirs = sight.out & SUIT_BITS[sight.trump] if sight.trump >= 0 else 0
    if theirs and trump and _should_draw(sight, trump, theirs):
        return highest(trump)
    side = sight.hand & ~trump
    masters = int(Hand.of(card for card in Hand(side) if sight.is_master(card)))
    if sight.trump < 0 and masters and not _are_enough(sight, masters):
        long_suit = _to_set_up(sight, masters)
        if long_suit:
            return _opening(sight, long_suit)
    if masters:
        return highest(sight.in_suit(_longest(sight, masters)) & masters)
    if not side:
        return highest(trump)
    return _opening(sight, sight.in_suit(_longest(sight, side)))


def _should_draw(sight: Sight, trump: int, theirs: int) -> bool:
    """Return True while drawing trumps costs nothing or leaves enough of them."""
    if sight.is_master(highest(trump)):
        return True
    higher = int(theirs).bit_count() - (theirs & ((1 << highest(trump)) - 1)).bit_count()
    return theirs.bit_count() > higher and trump.bit_count() >= 3


def _are_enough(sight: Sight, masters: int) -> bool:
    return masters.bit_count() >= sight.level - sight.won[sight.seat]


def _to_set_up(sight: Sight, masters: int) -> int:
    """Return the longest suit without its top card, if another suit has an entry; else 0.

    For contracts without a trump.
    """
    suits = [sight.in_suit(suit) for suit in range(4)]
    open_suits = [
        cards
        for suit, cards in enumerate(suits)
        if cards.bit_count() >= 3
        and sight.out & SUIT_BITS[suit]
        and not sight.is_master(highest(cards))
        and masters & ~SUIT_BITS[suit]
    ]
    return max(open_suits, key=int.bit_count, default=0)


def _longest(sight: Sight, among: int) -> int:
    """Return the suit of these cards with the greatest length over the others' cards."""
    suits = [suit for suit in range(4) if among & SUIT_BITS[suit]]
    return max(suits, key=lambda suit: _surplus(sight, suit))


def _surplus(sight: Sight, suit: int) -> tuple[int, int]:
    own = sight.in_suit(suit)
    return own.bit_count() * 2 - (sight.out & SUIT_BITS[suit]).bit_count(), -suit


def _opening(sight: Sight, cards: int) -> Card:
    """Return the lead from a suit without its top card: top of a sequence, else the lowest."""
    best = highest(cards)
    rest = cards & ~(1 << best)
    if rest and not sight.out & _between(highest(rest), best):
        return best
    return lowest(cards)


def _between(low: Card, high: Card) -> int:
    return (1 << high) - 1 & ~((2 << low) - 1)


def _follow(sight: Sight) -> Card:
    winners = sight.winners()
    if not winners:
        return throw_away(sight)
    if not sight.later:
        return lowest(winners)
    safe = [card for card in Hand(winners) if not sight.may_be_beaten(card, sight.later)]
    if safe:
        return min(safe, key=lambda card: card & 7)
    if sight.ruffs or _covers(sight):
        return lowest(winners)
    return throw_away(sight)


def _covers(sight: Sight) -> bool:
    """Return True if the best card so far is an honour, which is covered with an honour."""
    return sight.best & 7 >= 4
