"""The registry of rule families.

Each family has ``options`` (house rules), ``contracts`` (ladder and values), ``auction``,
``defence``, ``scoring`` (its carry, accounts, postings and balances), and ``flow`` (the course of
a deal, and the Family object registered here).  Beside them:

``austrian.play``         talk during the play: no aces, open hands, offers to split
``austrian.phase_setup``  the first state of each part of a deal, and the questions after it
"""

from typing import Final

from bot.engine import deal, family, rules
from bot.model.registers import ImportedOnUse

FAMILIES: Final = ImportedOnUse[family.Family](
    {
        "russian": "bot.engine.families.russian.flow:RUSSIAN",
        "balkan": "bot.engine.families.balkan.flow:BALKAN",
        "austrian": "bot.engine.families.austrian.flow:AUSTRIAN",
    }
)


def family_of(rules: rules.Rules) -> family.Family:
    return FAMILIES.imported.get(rules.family) or FAMILIES[rules.family]


def ending_of(rules: rules.Rules, result: deal.DealResult) -> family.ContractEnding:
    """Return the fate of the declarer's contract in a deal result."""
    return family_of(rules).endings[result.outcome]


def family_named(key: str) -> family.Family:
    """Return the family of that key.  Raises BadRules for an unknown one."""
    if key not in FAMILIES:
        raise rules.BadRules("unknown_family", family=key)
    return FAMILIES[key]
