"""Node counts of the solver for a fixed seed, which no clock and no machine changes."""

from random import Random
from typing import Final

import pytest

from bot.analysis.keys import key_of
from bot.analysis.maxn import MaxNSearch
from bot.analysis.position import Aim, Cards, SolverContract
from bot.analysis.solver import Solver, following_rules
from bot.engine.cards import PACK
from tests.analysis import deals
from tests.analysis.conftest import fastest_form

pytestmark = pytest.mark.usefixtures("form")

# positions searched for the exact values of forty deals, median and total; a change
# that increases them makes the bot slower on every machine
NODES: Final[dict[deals.Kind, tuple[int, int]]] = {
    deals.contract_like: (430, 18_700),
    deals.random_suit: (435, 22_500),
    deals.random_no_trump: (490, 31_700),
    deals.misere_like: (1_750, 87_500),
}


def searched(kind: deals.Kind, count: int) -> list[int]:
    rng, nodes = Random(1), list[int]()
    for _ in range(count):
        cards, contract = kind(rng)
        solver = Solver(contract)
        solver.solve(cards)
        nodes.append(solver.nodes)
    return sorted(nodes)


@pytest.mark.slow
@fastest_form
@pytest.mark.parametrize("kind", NODES, ids=lambda kind: kind.__name__)
def test_no_more_nodes_than_before(kind: deals.Kind) -> None:
    median, together = NODES[kind]
    nodes = searched(kind, 40)
    assert nodes[20] <= median
    assert sum(nodes) <= together


def test_the_count_is_the_same_every_time() -> None:
    assert searched(deals.misere_like, 5) == searched(deals.misere_like, 5)


def test_an_all_pass_deal_stays_within_reach() -> None:
    deck = Random(1).sample(PACK, 32)
    hands = [sum(1 << card for card in deck[n * 10 : n * 10 + 10]) for n in range(3)]
    cards = Cards((hands[0], hands[1], hands[2]), 0)
    everybody = MaxNSearch(following_rules(SolverContract(-1, -1, Aim.OWN)), budget=1 << 30)
    everybody.outcome(key_of(cards, (0, 1, 2), (0, 1, 2, 3)))
    assert everybody.nodes <= 28_300
