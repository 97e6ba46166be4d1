"""Value of each seat's match situation between two deals, in the units of the settlement.

It is the settlement of a match that stopped here, exact where the rules round, plus what such a
settlement does not see.  The streak of all-passes, the bar, the pot and the turn to deal are the
same for all seats and cancel on average; the settlement itself shares out the rest of the pot.
The strategy of a family adds anything else.  After the last deal only the settlement counts
(rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6).
"""

from bot.engine.carry import Carry
from bot.engine.rules import Rules
from bot.robots.families import strategy_of
from bot.robots.families.mind import SeatValues, settlement_values


def situation_values(rules: Rules, carry: Carry, ended: bool) -> SeatValues:
    """Return the value by seat; only differences matter, the sum need not be zero."""
    return (
        settlement_values(rules, carry) if ended else strategy_of(rules).match_values(rules, carry)
    )
