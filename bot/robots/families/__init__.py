"""The register of families as they are thought about: one line each."""

from typing import Final

from bot.engine.rules import Rules
from bot.robots.families.austrian import AUSTRIAN
from bot.robots.families.balkan import BALKAN
from bot.robots.families.mind import Mind
from bot.robots.families.russian import RUSSIAN

MINDS: Final[dict[str, Mind]] = {
    "russian": RUSSIAN,
    "balkan": BALKAN,
    "austrian": AUSTRIAN,
}


def mind_of(rules: Rules) -> Mind:
    return MINDS[rules.family]
