"""The oracles by family."""

from bot.engine.rules import Rules
from tests.properties.oracles.austrian import Austrian
from tests.properties.oracles.balkan import Balkan
from tests.properties.oracles.oracle import Oracle
from tests.properties.oracles.russian import Russian

ORACLES: dict[str, Oracle] = {"russian": Russian(), "balkan": Balkan(), "austrian": Austrian()}


def oracle_of(rules: Rules) -> Oracle:
    return ORACLES[rules.family]
