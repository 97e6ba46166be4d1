"""Safety of a bettel, where a player must overtake if possible (rules/austrian.md C-8).

A suit is safe when its cards lie under those of the others: a card that can beat the trick must
do so, and only a defender who plays later can take the trick away again.
"""

from functools import cache, lru_cache
from math import prod

from bot.robots import worth
from bot.robots.suits import (
    HoldingTable,
    SuitHolding,
    average_over_splits,
    lowest_rank,
    ranks_above,
)


@lru_cache(maxsize=1)
def _catch_table() -> HoldingTable:
    """Return, per holding, the probability that it takes a trick."""
    return average_over_splits(
        lambda own, first, second: float(_is_caught_by_leads(own, first, second))
    )


@lru_cache(maxsize=1)
def _safety_tables() -> worth.DiscardTables:
    return worth.with_discards(tuple(-share for share in _catch_table()))


@cache
def _is_caught_by_leads(own: SuitHolding, before: SuitHolding, after: SuitHolding) -> bool:
    """Return True if low leads catch the holder; ``before`` plays just before the holder."""
    if not own:
        return False
    return (bool(before) and _is_caught_second(own, before, after)) or (
        bool(after) and _is_caught_last(own, before, after)
    )


def _is_caught_second(own: SuitHolding, before: SuitHolding, after: SuitHolding) -> bool:
    """Return True if the holder is caught in second place, with ``after`` to play third."""
    lead = lowest_rank(before)
    over = own & ranks_above(lead)
    if over and not after & ranks_above(lowest_rank(over)):
        return True
    card = lowest_rank(over) if over else own.bit_length() - 1
    third = _lowest_over(after, max(card, lead))
    return _is_caught_by_leads(own ^ 1 << card, before ^ 1 << lead, after & ~third)


def _is_caught_last(own: SuitHolding, before: SuitHolding, after: SuitHolding) -> bool:
    """Return True if the holder is caught playing last."""
    lead = lowest_rank(after)
    second = _lowest_over(before, lead)
    best = max(lead, second.bit_length() - 1)
    if own & ranks_above(best):
        return True
    return _is_caught_by_leads(own ^ 1 << own.bit_length() - 1, before & ~second, after ^ 1 << lead)


def _lowest_over(hand: SuitHolding, best: int) -> SuitHolding:
    """Return the lowest card over the best so far, else the lowest, as a bit; 0 if empty."""
    over = hand & ranks_above(best) or hand
    return over & -over


def bettel_probability(hand: int) -> float:
    """Return the probability that ten cards take no trick."""
    return prod(1.0 - _catch_table()[own] for own in worth.holdings(hand))


@lru_cache(maxsize=64)
def bettel_probabilities(hand: int) -> tuple[float, ...]:
    """Return the same for a sample of talons, after the two safest discards."""
    tables = (_safety_tables(),) * 4
    danger = (
        -worth.value_after_discards(tables, hand | 1 << a | 1 << b)
        for a, b in worth.talon_sample(hand)
    )
    return tuple(max(0.0, 1.0 - each) for each in danger)
