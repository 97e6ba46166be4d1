"""What the others' bids and passes promise, while the auction goes on.

Plain robots bid step by step as far as their hand is worth it, so how far they went, and where
they stopped, tells within a trick what they expect in their best strain.
"""

from bot.engine import actions as act
from bot.engine.actions import Bid
from bot.engine.cards import Seat
from bot.engine.view import View
from bot.robots.families import mind_of
from bot.robots.promise import Promise


def promises(view: View) -> tuple[tuple[Seat, Promise], ...]:
    """What each other seat has told of its hand by its last call; no word, no promise."""
    table, mind = view.table, mind_of(view.rules)
    assert table is not None
    told: dict[Seat, Promise] = {}
    high = ""
    for call in table.calls:
        if isinstance(call.action, Bid):
            high = call.action.name
        if call.seat == view.seat:
            continue
        if act.is_bid(call.action):
            told[call.seat] = mind.bid_tells(high)
        elif call.action is act.PASS and call.seat not in told:
            told[call.seat] = mind.pass_tells(high)
    return tuple(told.items())
