"""The register of families: one line each."""

from bot.engine.deal import DealResult
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.russian.flow import RUSSIAN
from bot.engine.family import Ending, Family
from bot.engine.refusal import BadRules
from bot.engine.rules import Rules

FAMILIES: dict[str, Family] = {family.key: family for family in (RUSSIAN, BALKAN, AUSTRIAN)}


def family_of(rules: Rules) -> Family:
    return FAMILIES[rules.family]


def ending_of(rules: Rules, result: DealResult) -> Ending:
    """What became of the declarer's contract, by the word of the family."""
    return family_of(rules).endings[result.outcome]


def family_named(key: str) -> Family:
    """The family of that key.  Raises BadRules for an unknown one."""
    if key not in FAMILIES:
        raise BadRules("unknown_family", family=key)
    return FAMILIES[key]
