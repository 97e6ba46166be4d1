"""What a robot says under Austrian rules (rules/austrian.md 2.2, 2.3)."""

from random import Random

from bot.engine.actions import FUND, PASS, Action
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.robots.austrian import auction, bargain, defence, exchange

_EVENING = 24  # deals after which a robot has played enough


def call(view: View, rng: Random) -> Action | None:
    """The answer outside the cards; None where nothing better than a modest one is known."""
    match view.stage:
        case Stage.AUCTION:
            return auction.call(view)
        case Stage.EXCHANGE:
            return exchange.discard(view)
        case Stage.DECLARE:
            return exchange.declare(view)
        case Stage.AFTER_BUY:
            return exchange.buy(view)
        case Stage.DEFENCE:
            return defence.answer(view)
        case Stage.NEGOTIATION:
            return bargain.answer(view)
        case Stage.PLAY:
            return bargain.remark(view)
        case Stage.FUNDING:
            return FUND if view.deals < _EVENING else PASS
        case _:
            return None


def most_tricks(view: View) -> int:
    """How many tricks against the declarer count: one, where there is no trump (C-6)."""
    contract = None if view.table is None else view.table.contract
    return 1 if contract is not None and contract.trump < 0 else 10
