"""Hand evaluation: expected tricks as declarer and in defence, and safety in misere.

All three are sums of table values over the suits, so the best two discards can be found suit by
suit.  The numbers were set by hand and checked against deals the robots played.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations, islice, product
from math import comb, erf, exp, log, sqrt
from typing import Final, NamedTuple

from bot.engine.cards import FULL, Card, Hand

# Single-suit tables over the 256 holdings, computed once at import.
#
# A holding is eight bits, the seven lowest. Each measure is averaged over every split of the
# missing cards between the two opponents, weighted by its frequency.

SuitHolding = int
HoldingTable = tuple[float, ...]

SEVEN_BIT, QUEEN_BIT, KING_BIT, ACE_BIT = 1, 1 << 5, 1 << 6, 1 << 7
_ALL: Final = 0xFF
_PLACES = 10  # cards in a hand


def highest_rank(holding: SuitHolding) -> int:
    """Return the highest rank, -1 if empty."""
    return holding.bit_length() - 1


def lowest_rank(holding: SuitHolding) -> int:
    """Return the lowest rank, -1 if empty."""
    return (holding & -holding).bit_length() - 1


def ranks_above(rank: int) -> SuitHolding:
    """Return all higher ranks."""
    return _ALL & (-2 << rank) if rank >= 0 else _ALL


def ranks_below(rank: int) -> SuitHolding:
    """Return all lower ranks."""
    return (1 << rank) - 1 if rank >= 0 else 0


def weighted_splits(missing: SuitHolding) -> Iterator[tuple[SuitHolding, SuitHolding, int]]:
    """Yield every split of the missing cards between two hands, with its weight."""
    count = missing.bit_count()
    part = missing
    while True:
        yield part, missing ^ part, comb(2 * _PLACES - count, _PLACES - part.bit_count())
        if not part:
            return
        part = (part - 1) & missing


def average_over_splits(
    measure: Callable[[SuitHolding, SuitHolding, SuitHolding], float],
) -> HoldingTable:
    """Return, per holding, ``measure(own, first, second)`` averaged over the splits."""
    table = []
    for own in range(256):
        total, weights = 0.0, 0
        for first, second, weight in weighted_splits(_ALL ^ own):
            total += weight * measure(own, first, second)
            weights += weight
        table.append(total / weights)
    return tuple(table)


def tricks_from_top(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> int:
    """Return the tricks when the holder leads the suit from the top until it is gone."""
    won = 0
    while own:
        card = highest_rank(own)
        own ^= 1 << card
        if not first and not second:
            return won + own.bit_count() + 1
        first, second, beaten = _after_lead(card, first, second)
        won += not beaten
    return won


def _after_lead(
    card: int, first: SuitHolding, second: SuitHolding
) -> tuple[SuitHolding, SuitHolding, bool]:
    """Return the opponents' cards after a lead, and if it lost to their cheapest winner."""
    over, over_too = first & ranks_above(card), second & ranks_above(card)
    if over and (not over_too or lowest_rank(over) < lowest_rank(over_too)):
        return first & ~(over & -over), second & (second - 1), True
    if over_too:
        return first & (first - 1), second & ~(over_too & -over_too), True
    return first & max(first - 1, 0), second & max(second - 1, 0), False


def possible_divisions(
    first: SuitHolding, second: SuitHolding
) -> Iterator[tuple[SuitHolding, SuitHolding]]:
    """Yield every way to divide two sets of possible cards between their hands."""
    shared = part = first & second
    while True:
        yield first & ~shared | part, second & ~part
        if not part:
            return
        part = (part - 1) & shared


def rounds_to_catch(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> int:
    """Return the round that the holder must win if two defenders lead low; 0 for never."""
    for turn in range(1, 9):
        if not own or not (first or second):
            return 0
        best = max(lowest_rank(first), lowest_rank(second))
        under = own & ranks_below(best)
        if not under:
            return turn
        own ^= 1 << highest_rank(under)
        first &= max(first - 1, 0)
        second &= max(second - 1, 0)
    return 0


def _is_caught_by_leads(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> bool:
    return rounds_to_catch(own, first, second) > 0


TOP_TRICKS: Final = average_over_splits(tricks_from_top)
# Probability that a holding takes an unwanted trick, as defenders and beliefs count it.  Calls of
# plain robots, which need that of a whole hand, count discards one by one (``SuitSafety``).
CATCH_PROBABILITY: Final[HoldingTable] = tuple(
    float(share**0.6) for share in average_over_splits(_is_caught_by_leads)
)


STRAIN_ORDER: Final[tuple[int, ...]] = (0, 1, 2, 3, -1)  # the four trumps, and none

_TALON_STEP = 4  # sampling step over the 231 pairs that may lie in the talon


def holdings(hand: int) -> tuple[SuitHolding, SuitHolding, SuitHolding, SuitHolding]:
    return hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24


def _tabulate(value: Callable[[SuitHolding], float]) -> HoldingTable:
    return tuple(map(value, range(256)))


def _guarded_honours(own: SuitHolding) -> float:
    """Return the extra tricks of guarded honours when others must lead the suit."""
    count = own.bit_count()
    ace, king, queen = own & ACE_BIT, own & KING_BIT, own & QUEEN_BIT
    if king and not ace and not queen and count >= 2:
        return 0.4
    if ace and queen and not king:
        return 0.35
    return 0.2 if queen and not ace and not king and count >= 3 else 0.0


def _side_value(own: SuitHolding) -> float:
    return min(TOP_TRICKS[own] + _guarded_honours(own), own.bit_count())


def _trump_value(own: SuitHolding) -> float:
    """Value a trump suit; a short one loses control of the deal.

    With two and fewer the top cards of the side suits are ruffed before they win.
    """
    count = own.bit_count()
    short = {0: 7.0, 1: 5.5, 2: 3.4, 3: 1.5, 4: 0.25}.get(count, 0.0)
    return TOP_TRICKS[own] + _guarded_honours(own) / 2 - short


def _no_trump_value(own: SuitHolding) -> float:
    """Value a suit without a trump; the others run a suit that has no stopper."""
    count = own.bit_count()
    stopped = own & ACE_BIT or (own & KING_BIT and count >= 2) or (own & QUEEN_BIT and count >= 3)
    open_suit = 0.0 if stopped else {0: 2.5, 1: 1.8, 2: 1.0}.get(count, 0.2)
    return _side_value(own) - open_suit - 0.4


def _after_best_discard(table: HoldingTable) -> HoldingTable:
    """Return the best value after one card of the suit is discarded."""
    rows = []
    for own in range(256):
        left = [table[own ^ 1 << rank] for rank in range(8) if own >> rank & 1]
        rows.append(max(left, default=-99.0))
    return tuple(rows)


DiscardTables = tuple[HoldingTable, HoldingTable, HoldingTable]  # value, change by one, by two


def with_discards(table: HoldingTable) -> DiscardTables:
    """Return a table with the changes of its value by one and two discards from the suit."""
    one = _after_best_discard(table)
    two = _after_best_discard(one)
    return table, _changes(table, one), _changes(table, two)


def _changes(before: HoldingTable, after: HoldingTable) -> HoldingTable:
    return tuple(then - now for now, then in zip(before, after, strict=True))


SIDE_SUIT: Final = with_discards(_tabulate(_side_value))
TRUMP_SUIT: Final = with_discards(_tabulate(_trump_value))
NO_TRUMP_SUIT: Final = with_discards(_tabulate(_no_trump_value))
MISERE_SAFETY: Final = with_discards(tuple(-share for share in CATCH_PROBABILITY))


def declarer_tricks(hand: int, trump: int) -> float:
    """Return the tricks to expect as declarer with ten cards."""
    # unrolled: a simulated auction calls this a hundred thousand times
    a, b, c, d = _VALUES[trump]
    return a[hand & 255] + b[hand >> 8 & 255] + c[hand >> 16 & 255] + d[hand >> 24]


def tricks_by_strain(hand: int) -> tuple[float, ...]:
    """Return the tricks to expect as declarer with ten cards, in ``STRAIN_ORDER``."""
    i, j, k, m = hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24
    side, trump, plain = SIDE_SUIT[0], TRUMP_SUIT[0], NO_TRUMP_SUIT[0]
    a, b, c, d = side[i], side[j], side[k], side[m]
    return (
        trump[i] + b + c + d,
        a + trump[j] + c + d,
        a + b + trump[k] + d,
        a + b + c + trump[m],
        plain[i] + plain[j] + plain[k] + plain[m],
    )


def best_strain_tricks(hand: int) -> float:
    """Return the tricks to expect in the best strain with ten cards."""
    return max(tricks_by_strain(hand))


def tricks_after_exchange(hand: int, trump: int) -> float:
    """Return the tricks to expect from twelve cards after the best two discards."""
    return value_after_discards(_BY_STRAIN[trump], hand)


SuitTables = tuple[DiscardTables, DiscardTables, DiscardTables, DiscardTables]  # by suit


def _suit_tables(trump: int) -> SuitTables:
    if trump < 0:
        return NO_TRUMP_SUIT, NO_TRUMP_SUIT, NO_TRUMP_SUIT, NO_TRUMP_SUIT
    a, b, c, d = (TRUMP_SUIT if suit == trump else SIDE_SUIT for suit in range(4))
    return a, b, c, d


_BY_STRAIN: Final = tuple(map(_suit_tables, STRAIN_ORDER))  # by trump; the last for none, -1
_VALUES: Final = tuple(tuple(each[0] for each in tables) for tables in _BY_STRAIN)


def value_after_discards(tables: SuitTables, hand: int) -> float:
    """Return the value of twelve cards by these tables after the best two discards."""
    (t, one, two), (u, one_, two_), (v, one__, two__), (w, _one, _two) = tables
    i, j, k, m = hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24
    apart = _best_of_two_suits(one[i], one_[j], one__[k], _one[m])
    most = _highest(apart, two[i], two_[j], two__[k], _two[m])  # or two discards from one suit
    return t[i] + u[j] + v[k] + w[m] + most


def _best_of_two_suits(a: float, b: float, c: float, d: float) -> float:
    """Return the sum of the two highest of four numbers: one discard from each of two suits."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    return a + (b if b >= c else c) if a >= c else c + (d if d >= a else a)


def _highest(most: float, a: float, b: float, c: float, d: float) -> float:
    """Return the highest of five numbers; ``max`` boxes every one."""
    if a > most:
        most = a
    if b > most:
        most = b
    if c > most:
        most = c
    return d if d > most else most


# a suit beside the trump, as the trump, and without a trump: ``DiscardTables`` of each
_SuitRow = tuple[float, float, float, float, float, float, float, float, float]
_ROWS: Final[tuple[_SuitRow, ...]] = tuple(
    zip(*SIDE_SUIT, *TRUMP_SUIT, *NO_TRUMP_SUIT, strict=True)
)


def _tricks_of_twelve(hand: int) -> tuple[float, ...]:
    """Return ``tricks_after_exchange`` for every strain, with one look at each suit.

    Suits of the hand: ``a`` to ``d`` beside the trump, ``e`` to ``h`` as the trump, ``p`` to ``s``
    without a trump; with 1 or 2 what the best one or two discards from the suit change.
    """
    a, a1, a2, e, e1, e2, p, p1, p2 = _ROWS[hand & 255]
    b, b1, b2, f, f1, f2, q, q1, q2 = _ROWS[hand >> 8 & 255]
    c, c1, c2, g, g1, g2, r, r1, r2 = _ROWS[hand >> 16 & 255]
    d, d1, d2, h, h1, h2, s, s1, s2 = _ROWS[hand >> 24]
    return (
        e + b + c + d + _highest(_best_of_two_suits(e1, b1, c1, d1), e2, b2, c2, d2),
        a + f + c + d + _highest(_best_of_two_suits(a1, f1, c1, d1), a2, f2, c2, d2),
        a + b + g + d + _highest(_best_of_two_suits(a1, b1, g1, d1), a2, b2, g2, d2),
        a + b + c + h + _highest(_best_of_two_suits(a1, b1, c1, h1), a2, b2, c2, h2),
        p + q + r + s + _highest(_best_of_two_suits(p1, q1, r1, s1), p2, q2, r2, s2),
    )


@lru_cache(maxsize=64)
def talon_prospects(hand: int) -> tuple[tuple[float, ...], ...]:
    """Return, for a sample of talons, the tricks to expect per strain after the exchange."""
    return tuple(
        [_tricks_of_twelve(hand | 1 << low | 1 << high) for low, high in talon_sample(hand)]
    )


def tricks_with_talon(hand: int) -> float:
    """Return the tricks to expect in the best strain after the exchange, averaged over talons."""
    outlooks = talon_prospects(hand)
    return sum(map(max, outlooks)) / len(outlooks)


def talon_sample(hand: int) -> tuple[tuple[Card, Card], ...]:
    """Return a sample of the pairs that may lie in the talon."""
    pairs = combinations(Hand(FULL & ~hand), 2)
    return tuple(islice(pairs, 0, None, _TALON_STEP))


def values_with_talon(table: DiscardTables, hand: int) -> list[float]:
    """Return, for the sample of talons, ``value_after_discards`` by the same table of all suits."""
    value, one, two = table
    found = []
    for low, high in talon_sample(hand):
        twelve = hand | 1 << low | 1 << high
        i, j, k, m = twelve & 255, twelve >> 8 & 255, twelve >> 16 & 255, twelve >> 24
        apart = _best_of_two_suits(one[i], one[j], one[k], one[m])
        most = _highest(apart, two[i], two[j], two[k], two[m])
        found.append(value[i] + value[j] + value[k] + value[m] + most)
    return found


# Probability of taking no trick.
#
# A suit is caught by straight leads, or after a defender has thrown away its highest cards, which
# protect the holder.  The shares of such holdings that fall were fitted to exact values: of 15,000
# hands for a misere and as many for a bettel in which all must overtake, 10 or 12 layouts each.

_MOST_THROWN: Final = 4  # no holding of a playable hand needs more discards to be caught
_LEAST_SAFETY: Final = 0.01  # of a suit; for logarithms
# exponent of the probability with open hands: defenders who do not see each other's cards miss
# half of the catches
_HIDDEN_HANDS: Final = 0.5
_HOPELESS: Final = -3.0  # logarithm below which no talon is looked at

# holding, first and second hand -> True if low leads catch the holder
CatchTest = Callable[[SuitHolding, SuitHolding, SuitHolding], bool]


class SuitSafety(NamedTuple):
    """Safety of a suit where no trick is wanted, per holding."""

    kept: HoldingTable  # probability that the holding takes no trick
    led: HoldingTable  # factor of it for a holder who leads to the first trick from this suit
    discards: DiscardTables  # logarithm of ``kept``, and its changes by discards


def suit_safety(
    is_caught: CatchTest, is_under: Callable[[int, SuitHolding], bool], falls: tuple[float, ...]
) -> SuitSafety:
    """Return the safety of all holdings.

    ``falls`` is the share that falls of holdings caught after no discard, one, and so on;
    ``is_under`` says if a led card lies under what a defender must play.
    """

    def stays(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> float:
        return 1.0 - falls[_discards_to_catch(is_caught, own, first, second)]

    def loses(rank: int, own: SuitHolding, first: SuitHolding, second: SuitHolding) -> float:
        return float(is_under(rank, first) or is_under(rank, second))

    averages = average_over_splits(stays)
    kept = tuple(max(_LEAST_SAFETY, share) ** _HIDDEN_HANDS for share in averages)
    lost = [average_over_splits(partial(loses, rank)) for rank in range(8)]
    led = [0.0] * 256
    for own, rank in product(range(256), range(8)):
        if own >> rank & 1:
            factor = lost[rank][own] ** _HIDDEN_HANDS * kept[own ^ 1 << rank] / kept[own]
            led[own] = max(led[own], factor)
    return SuitSafety(kept, tuple(led), with_discards(tuple(map(log, kept))))


def _discards_to_catch(
    is_caught: CatchTest, own: SuitHolding, first: SuitHolding, second: SuitHolding
) -> int:
    """Return how many top cards one defender must discard first; ``_MOST_THROWN`` for never."""
    first_left, second_left = first, second
    for thrown in range(_MOST_THROWN):
        if is_caught(own, first, second_left) or is_caught(own, first_left, second):
            return thrown
        first_left &= ~(1 << first_left.bit_length() >> 1)
        second_left &= ~(1 << second_left.bit_length() >> 1)
    return _MOST_THROWN


def _is_low_lead(rank: int, hand: SuitHolding) -> bool:
    """Return True if a defender without a lower card must take the trick."""
    return bool(hand) and not hand & ranks_below(rank)


@lru_cache(maxsize=1)
def _misere_safety() -> SuitSafety:
    return suit_safety(_is_caught_by_leads, _is_low_lead, (0.92, 0.95, 0.8, 0.3, 0.0))


def misere_probability(hand: int, leads: bool) -> float:
    """Return the probability that ten cards take no trick against hidden hands."""
    return no_trick_probability(_misere_safety(), hand, leads)


def no_trick_probability(safety: SuitSafety, hand: int, leads: bool) -> float:
    """Return the probability that ten cards take no trick, by the safety of their suits."""
    i, j, k, m = hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24
    kept, led = safety.kept, safety.led
    chance = kept[i] * kept[j] * kept[k] * kept[m]
    return min(1.0, chance * max(led[i], led[j], led[k], led[m])) if leads else chance


def mean_misere_probability(hand: int) -> float:
    """Return the same before the talon is known, averaged over a sample of talons."""
    chances = misere_probabilities(hand)
    return sum(chances) / len(chances)


@lru_cache(maxsize=64)
def misere_probabilities(hand: int) -> tuple[float, ...]:
    """Return the same for each talon of the sample."""
    return no_trick_probabilities(_misere_safety(), hand)


def no_trick_probabilities(safety: SuitSafety, hand: int) -> tuple[float, ...]:
    """Return the same for each talon of the sample, after the safest discards, whoever leads."""
    tables = safety.discards
    if value_after_discards((tables, tables, tables, tables), hand) < _HOPELESS:
        return (0.0,) * len(talon_sample(hand))
    return tuple([exp(each) for each in values_with_talon(tables, hand)])


def safest_discard(hand: int, leads: bool) -> tuple[Card, Card]:
    """Return the two discards from twelve cards that leave the safest misere."""
    pairs = combinations(tuple(Hand(hand)), 2)
    return max(
        pairs, key=lambda pair: _discard_safety(hand & ~(1 << pair[0] | 1 << pair[1]), leads, pair)
    )


def _discard_safety(hand: int, leads: bool, pair: tuple[Card, Card]) -> tuple[float, int]:
    return round(misere_probability(hand, leads), 6), (pair[0] & 7) + (pair[1] & 7)


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


def _defence_side(own: SuitHolding) -> float:
    count = own.bit_count()
    value = _HONOURS[own >> 7 & 1, own >> 6 & 1, own >> 5 & 1]
    if count == 1 and not own & ACE_BIT:
        return 0.15 if own & KING_BIT else 0.0
    if count == 2 and own & QUEEN_BIT and not own & (ACE_BIT | KING_BIT):
        return 0.1
    return value * (1.0 if count <= 4 else 0.75)


def _defence_trump(own: SuitHolding) -> float:
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


_DEFENCE_SIDE: Final = _tabulate(_defence_side)
_DEFENCE_TRUMP: Final = _tabulate(_defence_trump)


def defence_tricks(hand: int, trump: int) -> float:
    """Return the tricks to expect in defence against a contract."""
    own = holdings(hand)
    side = sum(_DEFENCE_SIDE[cards] for suit, cards in enumerate(own) if suit != trump)
    if trump < 0:
        return side + 0.4 * max(0, max(cards.bit_count() for cards in own) - 3)
    short = any(cards.bit_count() <= 1 for suit, cards in enumerate(own) if suit != trump)
    ruff = 0.35 if short and 1 <= own[trump].bit_count() <= 3 else 0.0
    return side + _DEFENCE_TRUMP[own[trump]] + ruff


# tricks that long trumps win beyond ``defence_tricks``, by their number: they break the declarer's
# control.  Only answers count them; what was learned or fitted keeps the measure it was made with.
_LONG_TRUMPS: Final[tuple[float, ...]] = (0.0, 0.0, 0.0, 0.5, 1.2, 1.8, 2.4, 2.4, 2.4)


def answer_tricks(hand: int, trump: int) -> float:
    """Return the tricks in defence by which robots answer a contract."""
    tricks = defence_tricks(hand, trump)
    if trump < 0:
        return tricks
    return tricks + _LONG_TRUMPS[(hand >> 8 * trump & 255).bit_count()]


# by rank, where no trick is wanted
_UNWANTED_BY_RANK: Final = (0.0, 0.0, 0.05, 0.15, 0.3, 0.5, 0.75, 0.85)


def unwanted_tricks(hand: int) -> float:
    """Return the tricks to expect when everybody avoids them; 3.3 on average."""
    return sum(map(_unwanted_in_suit, holdings(hand)))


def _unwanted_in_suit(own: SuitHolding) -> float:
    """Return the unwanted tricks of a suit; low cards protect the high ones."""
    value = sum(_UNWANTED_BY_RANK[rank] for rank in range(8) if own >> rank & 1)
    lows = (own & 7).bit_count()
    return max(0.0, value * (1.25 - 0.3 * lows)) if value else 0.0


# Probabilities of trick counts around an expectation.

_TENTHS: Final = 10  # expected tricks are rounded to tenths
_MOST_EXPECTED: Final = 10.5
_HALF: Final = 0.5


def to_tenths(expected: float) -> int:
    """Return expected tricks in tenths, the integer that indexes the cached tables."""
    if expected <= 0.0:
        return 0
    # ``round`` by hand: compiled, it would box every number
    tenths = (_MOST_EXPECTED if expected > _MOST_EXPECTED else expected) * _TENTHS
    whole = int(tenths)
    more = tenths - whole
    return whole + 1 if more > _HALF or (more == _HALF and whole & 1) else whole


@lru_cache(maxsize=2048)
def trick_probability(tricks: int, tenths: int) -> float:
    """Return the probability of exactly ``tricks``; 0 and 10 include the tails."""
    expected = tenths / _TENTHS
    low = (
        0.0
        if tricks == 0
        else _normal_cdf((tricks - 0.5 - expected) / _standard_deviation(expected))
    )
    high = (
        1.0
        if tricks == 10
        else _normal_cdf((tricks + 0.5 - expected) / _standard_deviation(expected))
    )
    return high - low


def probability_of_at_least(tricks: int, expected: float) -> float:
    """Return the probability of at least ``tricks``."""
    return probability_in_tenths(tricks, to_tenths(expected))


@lru_cache(maxsize=1024)
def probability_in_tenths(tricks: int, tenths: int) -> float:
    """Return the same of expected tricks in tenths."""
    return sum(trick_probability(each, tenths) for each in range(tricks, 11))


def _standard_deviation(expected: float) -> float:
    """Return the measured standard deviation, which is smaller for strong hands."""
    return max(0.4, min(1.0, 0.95 - 0.13 * (expected - 5)))


def _normal_cdf(distance: float) -> float:
    return 0.5 * (1 + erf(distance / sqrt(2)))
