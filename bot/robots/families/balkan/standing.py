"""Value of a match situation between two deals (rules/balkan.md 3.7, 3.9).

The settlement does not see the value of an open refa: the next own contract counts double, at the
cost of the other two players, and these may have refas themselves.  A refa lapses with the last
deal, so its value depends on the own contracts still to come.

Measured in matches that plain robots continued twice, with and without one more refa for a seat,
40 times for each row (serbian):

    still owed   the first brings   the second   estimate of this module
    95           21 +- 19           56 +- 12     30, 28
    45           18 +- 15           20 +- 11     26, 18
    15           2 +- 10            6 +- 3       15, 4
"""

from math import exp
from typing import Final

from bot.engine.carry import Carry
from bot.engine.families.balkan.carry import SIDE, balkan_carry, main_totals, remaining_debt
from bot.engine.rules import Rules
from bot.robots.families.mind import SeatValues

_MAIN_COLUMN_FACTOR: Final = 10  # side-column points per main-column point
_REFA_VALUE: Final = 30.0  # value of doubling an own contract, in side-column points
_POINTS_PER_OWN_CONTRACT: Final = (
    22.0  # main points of all seats per own contract: from 90, four contracts
)


def match_values(rules: Rules, carry: Carry) -> SeatValues:
    """Return the value by seat, as if all seats paid off the remaining debt alike, unrounded."""
    sheet, seats = carry.sheet, range(3)
    main = main_totals(sheet)
    mean = sum(main) / 3
    doubled = [
        _REFA_VALUE * expected_refa_uses(refas, remaining_debt(sheet))
        for refas in balkan_carry(carry).refas
    ]
    return tuple(
        sum(sheet.total(SIDE, own, other) - sheet.total(SIDE, other, own) for other in seats)
        + _MAIN_COLUMN_FACTOR * (main[own] - mean)
        + 1.5 * (doubled[own] - sum(doubled) / 3)
        for own in seats
    )


def expected_refa_uses(refas: int, owed: int) -> float:
    """Return the expected number of open refas that own contracts will use up.

    ``owed`` is the debt of all seats.  Own contracts are modelled as independent (Poisson) events.
    """
    expected = max(0, owed) / _POINTS_PER_OWN_CONTRACT
    likely = exp(-expected)  # probability of exactly this many contracts
    at_least, used = 1.0, 0.0
    for number in range(refas):
        at_least -= likely
        likely *= expected / (number + 1)
        used += at_least
    return used
