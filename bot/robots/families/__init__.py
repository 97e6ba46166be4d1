"""Registry of the rule families' strategies: one line each.

    strategy            the interface of a family's strategy, and log-likelihoods of its calls
    russian/, balkan/, austrian/
        bidding         auction, discard and contract; what bids and passes tell of a hand
        defence         answers to a contract
        valuation       value of a contract by expected tricks; value of a match situation

Nothing outside a family's package imports its modules.
"""

from typing import Final

from bot.engine.rules import Rules
from bot.robots.families.austrian import AUSTRIAN
from bot.robots.families.balkan import BALKAN
from bot.robots.families.russian import RUSSIAN
from bot.robots.families.strategy import FamilyStrategy

STRATEGIES: Final[dict[str, FamilyStrategy]] = {
    "russian": RUSSIAN,
    "balkan": BALKAN,
    "austrian": AUSTRIAN,
}


def strategy_of(rules: Rules) -> FamilyStrategy:
    return STRATEGIES[rules.family]
