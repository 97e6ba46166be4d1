"""Registry of the rule families' strategies: one line each.

strategy            the interface of a family's strategy, and log-likelihoods of its calls
russian, balkan, austrian
                    values of contracts by expected tricks; auction, discard and contract, and
                    what bids and passes tell of a hand; answers to a contract
"""

from typing import Final

from bot.engine.rules import Rules
from bot.robots.families import austrian, balkan, russian, strategy

STRATEGIES: Final[dict[str, strategy.FamilyStrategy]] = {
    "russian": russian.RUSSIAN,
    "balkan": balkan.BALKAN,
    "austrian": austrian.AUSTRIAN,
}


def strategy_of(rules: Rules) -> strategy.FamilyStrategy:
    return STRATEGIES[rules.family]
