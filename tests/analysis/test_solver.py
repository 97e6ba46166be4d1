"""The solver against the engine's play of endings, known deals, and its symmetries.

Each test runs with the reference, and with the compiled search where it exists (``make fast``).
"""

import json
from functools import cache
from itertools import count as count_from
from itertools import permutations
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from bot.analysis.position import (
    Aim,
    Cards,
    Position,
    SolverContract,
    cards_in,
    legal_cards,
    play_card,
)
from bot.analysis.solver import BudgetSpent, Solver, makes, move_values, solve, solve_many
from bot.engine.cards import CARDS_BY_NAME, PACK
from tests.analysis import deals
from tests.analysis.brute import Brute, ending
from tests.analysis.conftest import fastest_form
from tests.analysis.deals import RULES_OF_PLAY
from tests.properties.walking import WALKS
from tests.support.cases import for_each

pytestmark = pytest.mark.usefixtures("form")

GOLDEN: Final = Path(__file__).parent / "golden"
ENDINGS: Final = 1250 if WALKS == 1 else 5000  # of each rule of play
FROM_ONE: Final = 48  # endings taken from the possible continuations of one deal


def random_cards(rng: Random, contract: SolverContract, left: int) -> Cards:
    """Return this many cards in each playing hand; often of two or three suits only."""
    suits = rng.sample(range(4), rng.choice((2, 3, 4)))
    if contract.trump >= 0 and contract.trump not in suits:
        suits[0] = contract.trump
    cards = rng.sample([card for card in PACK if card >> 3 in suits], 3 * left)
    hands = [sum(1 << card for card in cards[place::3]) for place in range(3)]
    if contract.out >= 0:
        hands[contract.out] = 0
    leader = rng.choice([place for place in range(3) if place != contract.out])
    return Cards((hands[0], hands[1], hands[2]), leader)


def played_out(rule: str, count: int) -> list[tuple[Brute, Cards]]:
    """Return positions of three to five cards and their successors, tricks in progress too."""
    rng = Random(1)
    found: list[tuple[Brute, Cards]] = []
    for number in count_from(1):
        if len(found) >= count:
            break
        contract = RULES_OF_PLAY[rule](rng)
        brute = Brute(contract)
        cards = random_cards(rng, contract, 3 if number % 4 else 4 if number % 20 else 5)
        brute.value(ending(cards, contract))
        known = list(brute.known)
        found.extend((brute, one) for one in rng.sample(known, min(FROM_ONE, len(known))))
    return found[:count]


Moves = tuple[tuple[int, int], ...]


class Ending(NamedTuple):
    """A position with the declarer's remaining tricks; those of one deal share the contract."""

    contract: SolverContract
    cards: Cards
    value: int


@cache  # the engine's play takes most of the time, and every form is compared with it
def endings(rule: str) -> list[Ending]:
    return [
        Ending(brute.contract, cards, brute.known[cards])
        for brute, cards in played_out(rule, ENDINGS)
    ]


@cache
def endings_with_moves(
    rule: str,
) -> list[tuple[SolverContract, Cards, tuple[tuple[int, int], ...]]]:
    """Return contract, position, and the declarer's remaining tricks after each legal card."""
    return [
        (brute.contract, cards, tuple(sorted(brute.moves(brute.deals[cards]))))
        for brute, cards in played_out(rule, ENDINGS // 12)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES_OF_PLAY)
def test_endings_are_worth_what_the_engine_finds(rule: str) -> None:
    solvers: dict[int, Solver] = {}
    for contract, cards, value in endings(rule):
        if (solver := solvers.get(id(contract))) is None:
            solver = solvers[id(contract)] = Solver(contract)
        assert solver.solve(cards) == value, (contract, cards)
        for target in (value - 1, value, value + 1):
            made = target >= value if contract.aim is Aim.LEAST else target <= value
            assert solver.makes(cards, target) == made, (contract, cards, target)


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES_OF_PLAY)
def test_every_card_is_worth_what_the_engine_finds(rule: str) -> None:
    for contract, cards, moves in endings_with_moves(rule):
        assert move_values(Position(cards, contract)) == moves, (contract, cards)
        for target in range(-1, 7):
            least = contract.aim is Aim.LEAST
            holding = [c for c, v in moves if (v <= target if least else v >= target)]
            assert Solver(contract).holding_cards(cards, target) == tuple(holding), (
                contract,
                cards,
            )


@pytest.mark.parametrize("rule", RULES_OF_PLAY)
def test_the_legal_cards_are_the_engine_s(rule: str) -> None:
    for contract, cards, moves in endings_with_moves(rule):
        assert cards_in(legal_cards(cards, contract)) == [card for card, _ in moves]


class Known(NamedTuple):
    name: str
    cards: Cards
    contract: SolverContract
    tricks: int


def known_deals() -> list[Known]:
    """Return sixty deals with a spade, a no-trump and a misère contract each, and four etudes."""
    found = []
    for deal in json.loads((GOLDEN / "double_dummy.json").read_text()):
        hands = [_named(names.split()) for names in deal["hands"]]
        cards = Cards((hands[0], hands[1], hands[2]), deal["leader"])
        for name, tricks in deal["declarer_tricks"].items():
            contract = _contract(name, deal["declarer"])
            found.append(Known(f"{deal['deal']} {name}", cards, contract, tricks))
    for etude in json.loads((GOLDEN / "etudes.json").read_text()):
        order = etude["turn_order"].split()
        hands = [_dotted(etude[place], etude["suits"].split(".")) for place in order]
        cards = Cards((hands[0], hands[1], hands[2]), order.index(etude["leader"]))
        strain = etude["contract"].lstrip("0123456789")
        contract = _contract(strain, order.index(etude["declarer"]))
        found.append(Known(etude["name"], cards, contract, etude["declarer_tricks"]))
    return found


def _contract(name: str, declarer: int) -> SolverContract:
    aim = Aim.LEAST if name == "misere" else Aim.MOST
    return SolverContract(declarer, {"S": 0, "C": 1, "D": 2, "H": 3}.get(name, -1), aim)


def _named(names: list[str]) -> int:
    return sum(1 << CARDS_BY_NAME[name.replace("T", "10")] for name in names)


def _dotted(text: str, suits: list[str]) -> int:
    parts = zip(text.split("."), suits, strict=True)
    return _named([rank + suit for ranks, suit in parts if ranks != "-" for rank in ranks])


KNOWN: Final = known_deals()


@for_each("known", KNOWN[::4], ids=attrgetter("name"))
def test_known_deals(known: Known) -> None:
    assert solve(known.cards, known.contract) == known.tricks


@pytest.mark.slow
@fastest_form
@for_each("known", (known for place, known in enumerate(KNOWN) if place % 4), attrgetter("name"))
def test_the_other_known_deals(known: Known) -> None:
    assert solve(known.cards, known.contract) == known.tricks


@fastest_form
def test_many_at_once_are_the_same() -> None:
    batch = [(known.cards, known.contract) for known in KNOWN[:30]]
    assert solve_many(batch) == tuple(known.tricks for known in KNOWN[:30])


FULL: Final = (deals.contract_like, deals.random_suit, deals.random_no_trump, deals.misere_like)


@pytest.mark.parametrize("kind", FULL)
def test_the_names_of_the_suits_do_not_matter(kind: deals.Kind) -> None:
    rng = Random(7)
    for _ in range(5):
        cards, contract = kind(rng)
        value = solve(cards, contract)
        for suits in rng.sample(list(permutations(range(4))), 4):
            first, second, third = (deals.renamed(hand, suits) for hand in cards.hands)
            trump = suits[contract.trump] if contract.trump >= 0 else -1
            other = cards._replace(hands=(first, second, third))
            assert solve(other, contract._replace(trump=trump)) == value


@pytest.mark.parametrize("kind", FULL)
def test_the_places_at_the_table_do_not_matter(kind: deals.Kind) -> None:
    rng = Random(8)
    for _ in range(5):
        cards, contract = kind(rng)
        first, second, third = cards.hands
        turned = cards._replace(hands=(third, first, second), leader=(cards.leader + 1) % 3)
        moved = contract._replace(declarer=(contract.declarer + 1) % 3)
        assert solve(turned, moved) == solve(cards, contract)


@pytest.mark.parametrize("kind", FULL)
def test_a_deal_is_worth_the_best_of_its_cards(kind: deals.Kind) -> None:
    """In a whole deal the value equals that of the best card, and ``makes`` agrees with both."""
    rng = Random(9)
    cards, contract = kind(rng)
    solver = Solver(contract)
    for _ in range(29):
        values = solver.move_values(cards)
        value = solver.solve(cards)
        own = len(cards.trick) == (contract.declarer - cards.leader) % 3
        best = max if own == (contract.aim is Aim.MOST) else min
        assert value == best(each for _, each in values) == solve(cards, contract)
        assert makes(cards, contract, value)
        cards, _ = play_card(cards, contract, rng.choice(values)[0])


def test_the_budget_stops_at_the_same_node_every_time() -> None:
    cards, contract = deals.misere_like(Random(1))
    needed = Solver(contract)
    needed.solve(cards)
    assert needed.nodes > 50
    exact = Solver(contract, budget=needed.nodes)
    assert exact.solve(cards) == solve(cards, contract)
    short = Solver(contract, budget=needed.nodes - 1)
    with pytest.raises(BudgetSpent):
        short.solve(cards)
    assert short.nodes == needed.nodes


def test_one_table_serves_many_layouts() -> None:
    """Layouts that differ in the defenders' cards: the same values, fewer nodes together."""
    rng = Random(6)
    cards, contract = deals.contract_like(rng)
    others = [place for place in range(3) if place != contract.declarer]
    theirs = cards_in(cards.hands[others[0]] | cards.hands[others[1]])
    shared, alone = Solver(contract), 0
    for _ in range(20):
        hands = list(cards.hands)
        half = rng.sample(theirs, 10)
        hands[others[0]] = sum(1 << card for card in half)
        hands[others[1]] = sum(1 << card for card in theirs if card not in half)
        layout = cards._replace(hands=(hands[0], hands[1], hands[2]))
        fresh = Solver(contract)
        assert shared.solve(layout) == fresh.solve(layout)
        alone += fresh.nodes
    assert shared.nodes < alone


def test_the_sum_of_what_is_known_is_bounded() -> None:
    """Clearing the table in between changes no value."""
    cards, contract = deals.misere_like(Random(5))
    solver = Solver(contract)
    before = solver.solve(cards)
    solver.clear()
    assert solver.solve(cards) == before
