"""Safety of a bettel, where a player must overtake if possible (rules/austrian.md C-8).

A suit is safe when its cards lie under those of the others: a card that can beat the trick must
do so, and only a defender who plays later can take the trick away again.
"""

from functools import cache, lru_cache
from math import prod

from bot.robots import worth
from bot.robots.suits import Holding, Table, above, averaged, low


@lru_cache(maxsize=1)
def _catch() -> Table:
    """Return, per holding, the probability that it takes a trick."""
    return averaged(lambda own, first, second: float(_is_caught(own, first, second)))


@lru_cache(maxsize=1)
def _safe() -> worth.Kept:
    return worth.kept(tuple(-share for share in _catch()))


@cache
def _is_caught(own: Holding, before: Holding, after: Holding) -> bool:
    """Return True if low leads catch the holder; ``before`` plays just before the holder."""
    if not own:
        return False
    return (bool(before) and _by_lead_before(own, before, after)) or (
        bool(after) and _by_lead_after(own, before, after)
    )


def _by_lead_before(own: Holding, before: Holding, after: Holding) -> bool:
    """Return True if the holder is caught in second place, with ``after`` to play third."""
    lead = low(before)
    over = own & above(lead)
    if over and not after & above(low(over)):
        return True
    card = low(over) if over else own.bit_length() - 1
    third = _answer(after, max(card, lead))
    return _is_caught(own ^ 1 << card, before ^ 1 << lead, after & ~third)


def _by_lead_after(own: Holding, before: Holding, after: Holding) -> bool:
    """Return True if the holder is caught playing last."""
    lead = low(after)
    second = _answer(before, lead)
    best = max(lead, second.bit_length() - 1)
    if own & above(best):
        return True
    return _is_caught(own ^ 1 << own.bit_length() - 1, before & ~second, after ^ 1 << lead)


def _answer(hand: Holding, best: int) -> Holding:
    """Return the lowest card over the best so far, else the lowest, as a bit; 0 if empty."""
    over = hand & above(best) or hand
    return over & -over


def chance(hand: int) -> float:
    """Return the probability that ten cards take no trick."""
    return prod(1.0 - _catch()[own] for own in worth.holdings(hand))


@lru_cache(maxsize=64)
def prospects(hand: int) -> tuple[float, ...]:
    """Return the same for a sample of talons, after the two safest discards."""
    tables = (_safe(),) * 4
    danger = (-worth.best_pair(tables, hand | 1 << a | 1 << b) for a, b in worth.talons(hand))
    return tuple(max(0.0, 1.0 - each) for each in danger)
