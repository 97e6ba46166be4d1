"""What a place in the match is worth between two deals (rules/balkan.md 3.7, 3.9).

An open refa is worth something that the settlement does not see: the next own contract counts
double, at the cost of the two others, who may have refas themselves.  It lapses with the last
deal, so it is worth what is likely to be left of own contracts.

Measured where plain robots played a match on twice over, with a refa more for one seat and
without, 40 times for each line (serbian):

    still owed   the first brings   the second   as it is counted here
    95           21 +- 19           56 +- 12     30, 28
    45           18 +- 15           20 +- 11     26, 18
    15           2 +- 10            6 +- 3       15, 4
"""

from math import exp
from typing import Final

from bot.engine.carry import Carry
from bot.engine.families.balkan.carry import SIDE, columns, of, remaining
from bot.engine.rules import Rules
from bot.robots.families.mind import Standing

_POINT: Final = 10  # of a side column, for one of the main column
_REFA: Final = 30.0  # what doubling an own contract brings, in points of a side column
_OWN: Final = 22.0  # main points together by the own contract: from 90 a seat declares four times


def standing(rules: Rules, carry: Carry) -> Standing:
    """What is left of the debt is thought to be worked off by all alike, without rounding."""
    sheet, seats = carry.sheet, range(3)
    main = columns(sheet)
    mean = sum(main) / 3
    doubled = [_REFA * uses(refas, remaining(sheet)) for refas in of(carry).refas]
    return tuple(
        sum(sheet.of(SIDE, own, other) - sheet.of(SIDE, other, own) for other in seats)
        + _POINT * (main[own] - mean)
        + 1.5 * (doubled[own] - sum(doubled) / 3)
        for own in seats
    )


def uses(refas: int, owed: int) -> float:
    """How many of the open refas an own contract will meet, with so much owed together.

    The contracts to come of one seat are counted as independent events (Poisson).
    """
    expected = max(0, owed) / _OWN
    likely = exp(-expected)  # that it is just so many contracts
    at_least, used = 1.0, 0.0
    for number in range(refas):
        at_least -= likely
        likely *= expected / (number + 1)
        used += at_least
    return used
