"""The registry of rule families.

Each family has ``options`` (house rules), ``contracts`` (ladder and values), ``auction``,
``defence``, ``scoring`` (its carry, accounts and postings), ``settlement`` (balances),
and ``flow`` (the course of a deal, and the Family object registered here).  Beside them:

``austrian.play``         talk during the play: no aces, open hands, offers to split
``austrian.phase_setup``  the first state of each part of a deal, and the questions after it
``balkan.play``           leads, early end, capped claims
``balkan.partner``        paying for a partner's trick
``russian.raspasy``       the deal that all passed
"""

from bot.engine.deal import DealResult
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.russian.flow import RUSSIAN
from bot.engine.family import ContractEnding, Family
from bot.engine.rule_errors import BadRules
from bot.engine.rules import Rules

FAMILIES: dict[str, Family] = {family.key: family for family in (RUSSIAN, BALKAN, AUSTRIAN)}


def family_of(rules: Rules) -> Family:
    return FAMILIES[rules.family]


def ending_of(rules: Rules, result: DealResult) -> ContractEnding:
    """Return the fate of the declarer's contract in a deal result."""
    return family_of(rules).endings[result.outcome]


def family_named(key: str) -> Family:
    """Return the family of that key.  Raises BadRules for an unknown one."""
    if key not in FAMILIES:
        raise BadRules("unknown_family", family=key)
    return FAMILIES[key]
