"""Move ordering by suit: the better the first lead, the sooner a cut-off.

The weights were tuned by hill climbing for fewer searched positions; they change how long an
answer takes, never the answer.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from bot.analysis.facts import (
    DIRTY,
    EXIT,
    FORCED_BY_LAST,
    FORCED_BY_NEXT,
    CleanSuits,
    suit_facts,
    top_run,
)
from bot.analysis.suits import SEQUENCES, Owners, suit_code

CANNOT_LEAD: Final = 1 << 20  # this or more: the leader has no card of the suit
CUTOFF_BONUS: Final = (256, 128)  # bonus of the suit of the last cut-off; tricks wanted, misère
_UNIT: Final = 32  # one unit of weight; two lower bits hold the place of the suit

_ABSENT: Final = 9  # the rank of a declarer's card that is not there

LeadOrder = tuple[list[int], list[int], list[int]]  # by leader, then by code: small is early


class LeadOrders(NamedTuple):
    side: LeadOrder
    trumps: LeadOrder


@cache
def lead_orders(least: bool) -> LeadOrders:
    """Return the orders of side suits and of trumps, cached once per process."""
    if least:
        clean = CleanSuits(overtake=False)
        order = _order(
            lambda leader, code: _weigh_misere(leader, SEQUENCES[code], clean.bits(code))
        )
        return LeadOrders(order, order)
    return LeadOrders(
        _order(lambda leader, code: _weigh_side(leader, SEQUENCES[code])),
        _order(lambda leader, code: _weigh_trumps(leader, SEQUENCES[code])),
    )


def _order(weigh: Callable[[int, int], float]) -> LeadOrder:
    return _row(0, weigh), _row(1, weigh), _row(2, weigh)


def _row(leader: int, weigh: Callable[[int, int], float]) -> list[int]:
    return [
        round(weigh(leader, code) * _UNIT) << 2 if leader in owners else 2 * CANNOT_LEAD
        for code, owners in enumerate(SEQUENCES)
    ]


def _weigh_misere(leader: int, owners: Owners, bits: int) -> float:
    """Weigh a suit at misère: the declarer sheds dangers, the defenders attack them."""
    lowest = owners.index(0) if 0 in owners else _ABSENT
    own, dirt = owners.count(0), suit_facts().danger[suit_code(owners)]
    if leader == 0:
        return (
            2 * bool(bits & EXIT)
            - 0.5 * lowest
            - dirt
            + 0.25 * own
            + 2 * (own == len(owners))
            - 0.25 * bool(bits & DIRTY)
        )
    forced = bits & (FORCED_BY_NEXT if leader == 1 else FORCED_BY_LAST)
    partner = 3 - leader
    return (
        1.25 * bool(forced)
        + 0.25 * dirt
        + lowest
        + 3 * (own == 0)
        + 0.25 * own
        - 0.25 * owners.count(partner)
        + 2 * (partner not in owners)
        + 2 * (owners[0] == leader)
    )


def _weigh_side(leader: int, owners: Owners) -> float:
    """Weigh a side suit: the declarer cashes, the defenders attack a long and weak suit."""
    if leader == 0:
        return -1.5 * top_run(owners, 0)
    own = owners.count(0)
    return (
        0.5 * top_run(owners, leader)
        + 0.5 * top_run(owners, 0)
        - 1.25 * owners.count(3 - leader)
        - 0.25 * own
        + 1.25 * (own == 0)
        - 2 * (3 - leader not in owners)
    )


def _weigh_trumps(leader: int, owners: Owners) -> float:
    voids = [player not in owners for player in range(3)]
    if leader == 0:
        others = len(owners) - owners.count(0)
        return 0.5 * top_run(owners, 0) + 2.25 * others + voids[1] + voids[2]
    return (
        -0.25 * top_run(owners, leader)
        + 0.5 * top_run(owners, 0)
        - 0.25 * owners.count(leader)
        - 0.75 * owners.count(0)
        + 2.5 * voids[0]
        + 2.25
    )
