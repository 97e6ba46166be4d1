"""What a robot says under Balkan rules (rules/balkan.md 2.3-2.9)."""

from random import Random

from bot.engine.actions import Action
from bot.engine.deal import Stage
from bot.engine.families.balkan.contracts import all_or_nothing
from bot.engine.view import View
from bot.robots.balkan import auction, defence, exchange


def call(view: View, rng: Random) -> Action | None:
    """The answer outside the play; None where nothing better than a modest one is known."""
    match view.stage:
        case Stage.AUCTION:
            return auction.call(view)
        case Stage.EXCHANGE:
            return exchange.discard(view)
        case Stage.DECLARE:
            return exchange.declare(view)
        case Stage.DEFENCE:
            return defence.answer(view)
        case _:
            return None


def most_tricks(view: View) -> int:
    """How many tricks against the declarer count (rules/balkan.md 3.4, 3.5)."""
    contract = None if view.table is None else view.table.contract
    assert contract is not None
    return 1 if all_or_nothing(contract.name) else 5
