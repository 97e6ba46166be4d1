"""Single-suit tables over the 256 holdings, computed once at import.

A holding is eight bits, the seven lowest.  Each measure is averaged over every split of the
missing cards between the two opponents, weighted by its frequency.
"""

from collections.abc import Callable, Iterator
from math import comb
from typing import Final

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


def _is_caught_by_leads(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> float:
    return float(rounds_to_catch(own, first, second) > 0)


def _low_lead_wins(own: SuitHolding, first: SuitHolding, second: SuitHolding) -> float:
    """Return 1.0 if both opponents can stay under a lead of the lowest card, else 0.0."""
    card = lowest_rank(own)
    forced = any(hand and not hand & ranks_below(card) for hand in (first, second))
    return float(not forced)


TOP_TRICKS: Final = average_over_splits(tricks_from_top)
# Probability that a holding takes an unwanted trick.  Defenders also discard blocking cards, so
# they exploit small gaps more often than the straight leads that the measure counts.
CATCH_PROBABILITY: Final[HoldingTable] = tuple(
    float(share**0.6) for share in average_over_splits(_is_caught_by_leads)
)
LOW_LEAD_WINS: Final = average_over_splits(
    _low_lead_wins
)  # chance that its lowest card, led, takes the trick
