"""What a seat's place in the match is worth between two deals, in the settlement's units.

It is the settlement of a match that stopped here, exact where the rules round, and what a
settlement now does not see.  The streak of all-passes, the bar, the pot and the turn to deal
are the same for everybody, so what they bring is nothing in the mean; the pot's rest is shared
out by the settlement itself.  An open refa of the Balkan family is another matter: the next own
contract counts double, and others may have used theirs.  After the last deal nothing is left
but the settlement (rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6).
"""

from collections.abc import Callable
from typing import Final

from bot.engine.deal import Carry
from bot.engine.families import family_of
from bot.engine.families.balkan.carry import SIDE, columns, of, remaining
from bot.engine.rules import Rules

Standing = tuple[float, ...]  # by seat

_POINT: Final = 10  # of a side column, for one of the main column
_REFA: Final = 12.0  # what doubling an average next contract brings, in points of a side column
_DEALS_OF: Final = 6.0  # main points an average deal writes: refas not used by the end are lost


def standing(rules: Rules, carry: Carry, ended: bool) -> Standing:
    """The worth of each seat's place; differences matter, the sum need not be zero."""
    special = _STANDINGS.get(rules.family)
    if special is None or ended:
        return tuple(map(float, family_of(rules).settle(rules, carry.sheet)))
    return special(carry)


def _balkan(carry: Carry) -> Standing:
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


_STANDINGS: Final[dict[str, Callable[[Carry], Standing]]] = {"balkan": _balkan}
