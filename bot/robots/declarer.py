"""Card play of a declarer who wants tricks: draw trumps, cash winners, set up a long suit."""

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import PlayInference, highest_card, lowest_card
from bot.robots.throwing import play_least_useful


def play_as_declarer(inference: PlayInference) -> Card:
    return _declarer_lead(inference) if inference.led < 0 else _declarer_follow(inference)


def _declarer_lead(inference: PlayInference) -> Card:
    trump = inference.in_suit(inference.trump) if inference.trump >= 0 else 0
    theirs = inference.outstanding & SUIT_BITS[inference.trump] if inference.trump >= 0 else 0
    if theirs and trump and _should_draw_trumps(inference, trump, theirs):
        return highest_card(trump)
    side = inference.hand & ~trump
    masters = int(Hand.of(card for card in Hand(side) if inference.is_master(card)))
    if inference.trump < 0 and masters and not _has_enough_masters(inference, masters):
        long_suit = _suit_to_set_up(inference, masters)
        if long_suit:
            return _lead_from_suit(inference, long_suit)
    if masters:
        return highest_card(inference.in_suit(_longest_suit(inference, masters)) & masters)
    if not side:
        return highest_card(trump)
    return _lead_from_suit(inference, inference.in_suit(_longest_suit(inference, side)))


def _should_draw_trumps(inference: PlayInference, trump: int, theirs: int) -> bool:
    """Return True while drawing trumps costs nothing or leaves enough of them."""
    if inference.is_master(highest_card(trump)):
        return True
    higher = int(theirs).bit_count() - (theirs & ((1 << highest_card(trump)) - 1)).bit_count()
    return theirs.bit_count() > higher and trump.bit_count() >= 3


def _has_enough_masters(inference: PlayInference, masters: int) -> bool:
    return masters.bit_count() >= inference.level - inference.won[inference.seat]


def _suit_to_set_up(inference: PlayInference, masters: int) -> int:
    """Return the longest suit without its top card, if another suit has an entry; else 0.

    For contracts without a trump.
    """
    suits = [inference.in_suit(suit) for suit in range(4)]
    open_suits = [
        cards
        for suit, cards in enumerate(suits)
        if cards.bit_count() >= 3
        and inference.outstanding & SUIT_BITS[suit]
        and not inference.is_master(highest_card(cards))
        and masters & ~SUIT_BITS[suit]
    ]
    return max(open_suits, key=int.bit_count, default=0)


def _longest_suit(inference: PlayInference, among: int) -> int:
    """Return the suit of these cards with the greatest length over the others' cards."""
    suits = [suit for suit in range(4) if among & SUIT_BITS[suit]]
    return max(suits, key=lambda suit: _surplus(inference, suit))


def _surplus(inference: PlayInference, suit: int) -> tuple[int, int]:
    own = inference.in_suit(suit)
    return own.bit_count() * 2 - (inference.outstanding & SUIT_BITS[suit]).bit_count(), -suit


def _lead_from_suit(inference: PlayInference, cards: int) -> Card:
    """Return the lead from a suit without its top card: top of a sequence, else the lowest."""
    best = highest_card(cards)
    rest = cards & ~(1 << best)
    if rest and not inference.outstanding & _between(highest_card(rest), best):
        return best
    return lowest_card(cards)


def _between(low: Card, high: Card) -> int:
    return (1 << high) - 1 & ~((2 << low) - 1)


def _declarer_follow(inference: PlayInference) -> Card:
    winners = inference.winners()
    if not winners:
        return play_least_useful(inference)
    if not inference.later:
        return lowest_card(winners)
    safe = [card for card in Hand(winners) if not inference.may_be_beaten(card, inference.later)]
    if safe:
        return min(safe, key=lambda card: card & 7)
    if inference.must_ruff or _should_cover(inference):
        return lowest_card(winners)
    return play_least_useful(inference)


def _should_cover(inference: PlayInference) -> bool:
    """Return True if the best card so far is an honour, which is covered with an honour."""
    return inference.best & 7 >= 4
