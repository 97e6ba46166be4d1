"""Log-likelihoods of the other hands from their bids and passes during the auction.

Plain robots bid step by step as far as their hand is worth it, so the step at which they stop
gives within a trick the expectation of their best strain.
"""

from bot.engine import actions as act
from bot.engine.actions import Bid
from bot.engine.cards import Seat
from bot.engine.view import View
from bot.robots.families import strategy_of
from bot.robots.promise import HandLogLikelihood


def call_likelihoods(view: View) -> tuple[tuple[Seat, HandLogLikelihood], ...]:
    """Return the log-likelihood of the last call of each other seat that has called."""
    table, mind = view.table, strategy_of(view.rules)
    assert table is not None
    told: dict[Seat, HandLogLikelihood] = {}
    high = ""
    for call in table.calls:
        if isinstance(call.action, Bid):
            high = call.action.name
        if call.seat == view.seat:
            continue
        if act.is_bid(call.action):
            told[call.seat] = mind.bid_likelihood(high)
        elif call.action is act.PASS and call.seat not in told:
            told[call.seat] = mind.pass_likelihood(high)
    return tuple(told.items())
