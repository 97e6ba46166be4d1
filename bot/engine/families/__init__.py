"""The register of families: one line each."""

from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.russian.flow import RUSSIAN
from bot.engine.family import Family
from bot.engine.refusal import BadRules
from bot.engine.rules import Rules

FAMILIES: dict[str, Family] = {family.key: family for family in (RUSSIAN, BALKAN, AUSTRIAN)}


def family_of(rules: Rules) -> Family:
    return FAMILIES[rules.family]


def family_named(key: str) -> Family:
    """The family of that key.  Raises BadRules for an unknown one."""
    if key not in FAMILIES:
        raise BadRules("unknown_family", family=key)
    return FAMILIES[key]
