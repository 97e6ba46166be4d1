"""What a seat's place in the match is worth between two deals, in the settlement's units.

It is the settlement of a match that stopped here, exact where the rules round, and what a
settlement now does not see.  The streak of all-passes, the bar, the pot and the turn to deal
are the same for everybody, so what they bring is nothing in the mean; the pot's rest is shared
out by the settlement itself.  What is another matter a family's mind says.  After the last deal
nothing is left but the settlement (rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6).
"""

from bot.engine.carry import Carry
from bot.engine.rules import Rules
from bot.robots.families import mind_of
from bot.robots.families.mind import Standing, settled


def standing(rules: Rules, carry: Carry, ended: bool) -> Standing:
    """The worth of each seat's place; differences matter, the sum need not be zero."""
    return settled(rules, carry) if ended else mind_of(rules).standing(rules, carry)
