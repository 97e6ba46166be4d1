"""What a place in the match is worth between two deals (rules/balkan.md 3.7, 3.9).

An open refa is worth something: the next own contract counts double, and others may have used
theirs.  The settlement does not see it.
"""

from typing import Final

from bot.engine.deal import Carry
from bot.engine.families.balkan.carry import SIDE, columns, of, remaining
from bot.engine.rules import Rules
from bot.robots.families.mind import Standing

_POINT: Final = 10  # of a side column, for one of the main column
_REFA: Final = 12.0  # what doubling an average next contract brings, in points of a side column
_DEALS_OF: Final = 6.0  # main points an average deal writes: refas not used by the end are lost


def standing(rules: Rules, carry: Carry) -> Standing:
    """What is left of the debt is thought to be worked off by all alike, without rounding."""
    sheet, seats = carry.sheet, range(3)
    main = columns(sheet)
    mean = sum(main) / 3
    use = min(1.0, remaining(sheet) / (3 * _DEALS_OF))
    return tuple(
        sum(sheet.of(SIDE, own, other) - sheet.of(SIDE, other, own) for other in seats)
        + _POINT * (main[own] - mean)
        + _REFA * use * of(carry).refas[own]
        for own in seats
    )
