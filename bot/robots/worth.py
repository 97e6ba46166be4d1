"""Hand evaluation: expected tricks as declarer and in defence, and safety in misere.

All three are sums of table values over the suits, so the best two discards can be found suit by
suit.  The numbers were set by hand and checked against deals the robots played.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine.cards import FULL, Card, Hand
from bot.robots.suits import (
    ACE_BIT,
    CATCH,
    FROM_TOP,
    KING_BIT,
    LEAD_WINS,
    QUEEN_BIT,
    Holding,
    Table,
)

STRAINS: Final = (0, 1, 2, 3, -1)  # the four trumps, and none

_EVERY = 4  # sampling step over the 231 pairs that may lie in the talon


def holdings(hand: int) -> tuple[Holding, Holding, Holding, Holding]:
    return hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24


def _table(value: Callable[[Holding], float]) -> Table:
    return tuple(map(value, range(256)))


def _waiting(own: Holding) -> float:
    """Return the extra tricks of guarded honours when others must lead the suit."""
    count = own.bit_count()
    ace, king, queen = own & ACE_BIT, own & KING_BIT, own & QUEEN_BIT
    if king and not ace and not queen and count >= 2:
        return 0.4
    if ace and queen and not king:
        return 0.35
    return 0.2 if queen and not ace and not king and count >= 3 else 0.0


def _side(own: Holding) -> float:
    return min(FROM_TOP[own] + _waiting(own), own.bit_count())


def _trump(own: Holding) -> float:
    """Value a trump suit; a short one loses control of the deal."""
    count = own.bit_count()
    short = {0: 3.0, 1: 2.5, 2: 2.0, 3: 1.4, 4: 0.25}.get(count, 0.0)
    return FROM_TOP[own] + _waiting(own) / 2 - short


def _no_trump(own: Holding) -> float:
    """Value a suit without a trump; the others run a suit that has no stopper."""
    count = own.bit_count()
    stopped = own & ACE_BIT or (own & KING_BIT and count >= 2) or (own & QUEEN_BIT and count >= 3)
    open_suit = 0.0 if stopped else {0: 2.5, 1: 1.8, 2: 1.0}.get(count, 0.2)
    return _side(own) - open_suit - 0.4


def _safe(own: Holding) -> float:
    return -CATCH[own]


def _lower(table: Table) -> Table:
    """Return the best value after one card of the suit is discarded."""
    rows = []
    for own in range(256):
        left = [table[own ^ 1 << rank] for rank in range(8) if own >> rank & 1]
        rows.append(max(left, default=-99.0))
    return tuple(rows)


Kept = tuple[Table, Table, Table]  # after no, one, two discards


def kept(table: Table) -> Kept:
    """Return a table with those after one and two discards from the suit."""
    one = _lower(table)
    return table, one, _lower(one)


SIDE: Final = kept(_table(_side))
TRUMP: Final = kept(_table(_trump))
NO_TRUMP: Final = kept(_table(_no_trump))
SAFE: Final = kept(_table(_safe))


def tricks(hand: int, trump: int) -> float:
    """Return the tricks to expect as declarer with ten cards."""
    # unrolled: a simulated auction calls this a hundred thousand times
    (a, _, _), (b, _, _), (c, _, _), (d, _, _) = _tables(trump)
    return a[hand & 255] + b[hand >> 8 & 255] + c[hand >> 16 & 255] + d[hand >> 24]


def best_of_twelve(hand: int, trump: int) -> float:
    """Return the tricks to expect from twelve cards after the best two discards."""
    return best_pair(_tables(trump), hand)


@lru_cache(maxsize=8)
def _tables(trump: int) -> tuple[Kept, Kept, Kept, Kept]:
    if trump < 0:
        return NO_TRUMP, NO_TRUMP, NO_TRUMP, NO_TRUMP
    a, b, c, d = (TRUMP if suit == trump else SIDE for suit in range(4))
    return a, b, c, d


def best_pair(tables: tuple[Kept, ...], hand: int) -> float:
    """Return the value of twelve cards by these tables after the best two discards."""
    whole, ones, twos = 0.0, [], []
    for (none, one, two), own in zip(tables, holdings(hand), strict=True):
        value = none[own]
        whole += value
        ones.append(one[own] - value)
        twos.append(two[own] - value)
    (a, b, c, d), (aa, bb, cc, dd) = ones, twos
    return whole + max(aa, bb, cc, dd, a + b, a + c, a + d, b + c, b + d, c + d)


@lru_cache(maxsize=64)
def prospects(hand: int) -> tuple[tuple[float, ...], ...]:
    """Return, for a sample of talons, the tricks to expect per strain after the exchange."""
    return tuple(
        tuple(best_of_twelve(hand | 1 << low | 1 << high, trump) for trump in STRAINS)
        for low, high in talons(hand)
    )


def talons(hand: int) -> tuple[tuple[Card, Card], ...]:
    """Return a sample of the pairs that may lie in the talon."""
    return tuple(combinations(tuple(Hand(FULL & ~hand)), 2))[::_EVERY]


def misere_chance(hand: int, leads: bool) -> float:
    """Return the probability that ten cards take no trick."""
    chance = 1.0
    for own in holdings(hand):
        chance *= 1.0 - CATCH[own]
    return chance * (_lead_chance(hand) if leads else 1.0)


def _lead_chance(hand: int) -> float:
    return 1.0 - min(LEAD_WINS[own] for own in holdings(hand) if own)


def misere_prospect(hand: int, leads: bool) -> float:
    """Return the same before the talon is known, averaged over a sample of talons."""
    chances = misere_prospects(hand, leads)
    return sum(chances) / len(chances)


@lru_cache(maxsize=64)
def misere_prospects(hand: int, leads: bool) -> tuple[float, ...]:
    """Return the same for each talon of the sample, after the two safest discards."""
    pairs = talons(hand)
    if sum(map(CATCH.__getitem__, holdings(hand))) > 2.0:
        return (0.0,) * len(pairs)
    lead = _lead_chance(hand) if leads else 1.0
    danger = (-best_pair((SAFE,) * 4, hand | 1 << a | 1 << b) for a, b in pairs)
    return tuple(lead * max(0.0, 1.0 - each) for each in danger)


def safest_pair(hand: int, leads: bool) -> tuple[Card, Card]:
    """Return the two discards from twelve cards that leave the safest misere."""
    pairs = combinations(tuple(Hand(hand)), 2)
    return max(pairs, key=lambda pair: _safety(hand & ~(1 << pair[0] | 1 << pair[1]), leads, pair))


def _safety(hand: int, leads: bool, pair: tuple[Card, Card]) -> tuple[float, int]:
    return round(misere_chance(hand, leads), 6), (pair[0] & 7) + (pair[1] & 7)


_HONOURS: Final = {  # ace, king, queen of a side suit: tricks against a declarer
    (1, 1, 1): 1.9,
    (1, 1, 0): 1.65,
    (1, 0, 1): 1.25,
    (1, 0, 0): 0.9,
    (0, 1, 1): 0.95,
    (0, 1, 0): 0.5,
    (0, 0, 1): 0.2,
    (0, 0, 0): 0.0,
}


def _defence_side(own: Holding) -> float:
    count = own.bit_count()
    value = _HONOURS[own >> 7 & 1, own >> 6 & 1, own >> 5 & 1]
    if count == 1 and not own & ACE_BIT:
        return 0.15 if own & KING_BIT else 0.0
    if count == 2 and own & QUEEN_BIT and not own & (ACE_BIT | KING_BIT):
        return 0.1
    return value * (1.0 if count <= 4 else 0.75)


def _defence_trump(own: Holding) -> float:
    """Value a defender's trumps; the declarer holds most of the others, and the high ones."""
    count, value, higher = own.bit_count(), 0.0, 0
    for rank in range(7, -1, -1):
        if not own >> rank & 1:
            higher += 1
        elif higher == 0:
            value += 1.0
        elif count > higher:  # guarded against every higher card
            value += {1: 0.8, 2: 0.55, 3: 0.4}.get(higher, 0.2)
            higher += 1
    return value


_DEFENCE_SIDE: Final = _table(_defence_side)
_DEFENCE_TRUMP: Final = _table(_defence_trump)


def defence(hand: int, trump: int) -> float:
    """Return the tricks to expect in defence against a contract."""
    own = holdings(hand)
    side = sum(_DEFENCE_SIDE[cards] for suit, cards in enumerate(own) if suit != trump)
    if trump < 0:
        return side + 0.4 * max(0, max(cards.bit_count() for cards in own) - 3)
    short = any(cards.bit_count() <= 1 for suit, cards in enumerate(own) if suit != trump)
    ruff = 0.35 if short and 1 <= own[trump].bit_count() <= 3 else 0.0
    return side + _DEFENCE_TRUMP[own[trump]] + ruff


_WINNING: Final = (0.0, 0.0, 0.05, 0.15, 0.3, 0.5, 0.75, 0.85)  # by rank, where no trick is wanted


def unwanted(hand: int) -> float:
    """Return the tricks to expect when everybody avoids them; 3.3 on average."""
    return sum(map(_unwanted_in, holdings(hand)))


def _unwanted_in(own: Holding) -> float:
    """Return the unwanted tricks of a suit; low cards protect the high ones."""
    value = sum(_WINNING[rank] for rank in range(8) if own >> rank & 1)
    lows = (own & 7).bit_count()
    return max(0.0, value * (1.25 - 0.3 * lows)) if value else 0.0
