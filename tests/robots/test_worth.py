"""Estimated values of hands and suits."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.analysis.position import Aim, Cards, SolverContract
from bot.analysis.solver import Solver
from bot.engine.cards import FULL, FollowRule, Hand
from bot.engine.deal import Stage
from bot.engine.game import apply_action, stage_of
from bot.engine.view import build_view
from bot.robots import evaluation
from bot.robots.contract_choice import solid_tricks
from bot.robots.evaluation import (
    CATCH_PROBABILITY,
    TOP_TRICKS,
    rounds_to_catch,
    tricks_from_top,
    weighted_splits,
)
from bot.robots.families.austrian import bettel_probability
from bot.robots.families.russian import best_contract, contract_value
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.support import builders
from tests.support.builders import cards, hand, said


def suit(names: str) -> int:
    """Return a holding of spades."""
    return int(hand(" ".join(f"{name}S" for name in names.split())))


def test_the_splits_of_a_suit_are_all_deals() -> None:
    found = list(weighted_splits(0b1011))
    assert len({first for first, _, _ in found}) == 8
    assert all(first | second == 0b1011 and not first & second for first, second, _ in found)


@pytest.mark.parametrize(
    ("own", "first", "second", "tricks"),
    [
        ("A K Q", "J 10 9", "8 7", 3),
        ("K Q J", "A 10", "9 8 7", 2),
        ("A 7 8 9 10", "K Q", "J", 4),
        ("Q", "K", "A", 0),
    ],
)
def test_tricks_from_the_top(own: str, first: str, second: str, tricks: int) -> None:
    assert tricks_from_top(suit(own), suit(first), suit(second)) == tricks


@pytest.mark.parametrize(
    ("own", "first", "second", "turn"),
    [
        ("7 9 J K", "8 10 Q", "A", 0),  # seven, nine, jack, king: safe in any layout
        ("8", "7", "", 1),
        ("9", "7 8", "10", 0),
        ("7 A", "8 10", "9 J", 2),
    ],
)
def test_rounds_to_catch(own: str, first: str, second: str, turn: int) -> None:
    assert rounds_to_catch(suit(own), suit(first), suit(second)) == turn


def test_safe_suits_are_never_caught() -> None:
    assert (
        CATCH_PROBABILITY[suit("7 9 J K")]
        == CATCH_PROBABILITY[suit("7 8 9")]
        == CATCH_PROBABILITY[0]
        == 0.0
    )
    assert CATCH_PROBABILITY[suit("A")] > 0.9
    assert TOP_TRICKS[suit("A K Q J 10 9 8 7")] == 8.0


def test_more_and_higher_cards_are_worth_more() -> None:
    weak = hand("7S 8S 9S 10S 7C 8C 7D 8D 7H 8H")
    strong = hand("AS KS QS JS 10S 9S AC KC AD AH")
    assert evaluation.declarer_tricks(strong, 0) == pytest.approx(10, abs=0.3)
    assert evaluation.declarer_tricks(weak, 0) < 4
    assert evaluation.defence_tricks(strong, 0) > 6 > 1 > evaluation.defence_tricks(weak, 1)
    assert (
        evaluation.unwanted_tricks(weak)
        < 1.5
        < 3.3
        < evaluation.unwanted_tricks(hand("AS KS QS JS AC KC AD QD AH KH"))
    )


@pytest.mark.parametrize(
    ("trumps", "more"),
    [
        ("KS 7S", 0.0),
        ("QS 8S 7S", 0.5),
        ("JS 9S 8S 7S", 1.2),
        ("QS JS 9S 8S 7S", 1.8),
        ("KS QS JS 9S 8S 7S", 2.4),
    ],
)
def test_long_trumps_count_more_in_an_answer(trumps: str, more: float) -> None:
    ten = hand(f"{trumps} 7C 8C 9C 7D")
    counted = evaluation.answer_tricks(ten, 0) - evaluation.defence_tricks(ten, 0)
    assert counted == pytest.approx(more)
    assert evaluation.answer_tricks(ten, -1) == evaluation.defence_tricks(ten, -1)


def test_top_cards_beside_hardly_any_trumps_are_ruffed() -> None:
    """Plain robots declare clubs: in 300 deals each they won 3.4 and 5.1 tricks in the mean."""
    one, two = (
        evaluation.declarer_tricks(hand(names), 1)
        for names in ("AS KS QS 10S 8S AC AD KD 9D 8D", "AS KS QS 10S AC 8C AD KD 9D 8D")
    )
    assert one == pytest.approx(3.4, abs=0.5)
    assert two == pytest.approx(5.1, abs=0.5)


def test_the_best_two_cards_are_laid_away() -> None:
    twelve = hand("AS KS QS JS 10S 9S AC KC AD 7D AH 7H")
    assert evaluation.tricks_after_exchange(twelve, 0) == pytest.approx(
        evaluation.declarer_tricks(hand("AS KS QS JS 10S 9S AC KC AD AH"), 0)
    )
    misere = hand("7S 8S 9S 7C 8C 9C 7D 9D 7H 8H AH AD")
    assert set(evaluation.safest_discard(misere, leads=False)) == set(cards("AD AH"))


def test_prospects_know_only_the_own_cards() -> None:
    ten = hand("AS KS QS JS 10S 7C AC 7D 8D 7H")
    outlooks = evaluation.talon_prospects(ten)
    assert len(outlooks) > 50
    now = tuple(evaluation.declarer_tricks(ten, trump) for trump in evaluation.STRAIN_ORDER)
    assert sum(each[0] for each in outlooks) / len(outlooks) > now[0]
    assert (Hand(FULL) - ten).bit_count() == 22


def test_all_strains_together_are_worth_what_each_is_alone() -> None:
    ten = int(hand("AS KS QS JS 10S 7C AC 7D 8D 7H"))
    pairs = evaluation.talon_sample(ten)
    for (low, high), outlook in zip(pairs, evaluation.talon_prospects(ten), strict=True):
        twelve = ten | 1 << low | 1 << high
        assert outlook == tuple(
            evaluation.tricks_after_exchange(twelve, trump) for trump in evaluation.STRAIN_ORDER
        )


def test_tenths_are_rounded_as_python_rounds() -> None:
    for expected in (0.25, 0.75, 3.04, 3.05, 3.35, 10.45):
        assert evaluation.to_tenths(expected) == round(expected * 10)
    assert (evaluation.to_tenths(-1.0), evaluation.to_tenths(12.0)) == (0, 105)


def test_a_sure_contract_is_declared_high() -> None:
    names = ("6S", "7S", "8S", "9S", "10S")
    assert best_contract(names, (8.1, 0.0, 0.0, 0.0, 0.0))[1] in ("7S", "8S")
    assert best_contract(names, (10.4, 0.0, 0.0, 0.0, 0.0))[1] == "10S"
    assert best_contract(names, (4.0, 0.0, 0.0, 0.0, 0.0))[1] == "6S"
    assert contract_value("6S", (5.0,) * 5) < contract_value("6S", (7.0,) * 5)


def test_misere_chances() -> None:
    safe = hand("7S 8S 9S 7C 8C 9C 7D 9D 7H 8H")
    assert evaluation.misere_probability(safe, leads=False) == 1.0
    assert evaluation.mean_misere_probability(safe) == pytest.approx(1.0)
    assert evaluation.mean_misere_probability(hand("AS KS QS AC KC QC AD KD AH KH")) == 0.0


@pytest.mark.parametrize(
    "names",
    [
        "7C 9C 10C JC AC 8S 9S JS 7H JH",  # a gapped long suit beside two poor ones
        "7S 8S 9S 7C 9C JC 7D 8D 10D 8H",
        "7S 9S JS KS 7C 8C 9C 8D 9D 7H",
        "8S 9S JS 7C 9C JC 7D 8D 9D 7H",
        "7S JS 7C 8C 9C 10C 7D 8D 7H 9H",
        "8S 9S 10S 7C 9C QC 7D 9D 7H 8H",
        "7S 9S QS KS AS 7C 8C 7D 9D 8H",
        "7S 8S 10S 7C 8C 10C 7D 8D 10D 7H",
        "7S 8S 10S QS 7C 8C 7D 8D 9D AH",  # nobody is forced to lead another suit
    ],
)
def test_misere_chances_agree_with_exact_play(names: str) -> None:
    """With hidden hands at least what exact play makes, and half of what it catches at most."""
    exact = share_of_exact_miseres(hand(names), FollowRule.SUIT, leader=0, layouts=150)
    chance = evaluation.misere_probability(hand(names), leads=False)
    assert exact - 0.1 < chance < exact + (1 - exact) / 2 + 0.1


@pytest.mark.parametrize(
    "names",
    [
        "7S 8S 9S 10S JS 7C 10C 7D 8D 9D",
        "7S JS 7C 8C 9C 10C 7D 8D 7H 9H",
        "7S 9S JS KS 7C 8C 9C 8D 9D 7H",
        "7S 8S 9S 7C 9C JC 7D 8D 10D 8H",
        "7C 9C 10C JC AC 8S 9S JS 7H JH",
    ],
)
def test_bettel_chances_agree_with_exact_play(names: str) -> None:
    exact = share_of_exact_miseres(hand(names), FollowRule.OVERTAKE, leader=1, layouts=150)
    assert exact - 0.1 < bettel_probability(hand(names)) < exact + (1 - exact) / 2 + 0.1


@pytest.mark.parametrize(
    ("names", "tricks"),
    [
        ("7S 8S 9S 10S QS KS AS 10C AC AD", 9),  # seven trumps, of which one is missing, two aces
        ("7S 8S 10S QS KS AS 10C AC AD 7H", 8),
        ("7S 8S 9S 10S JS KS AS QD 9H AH", 8),
        ("9S JS QS KS AS 8C QC QH KH AH", 8),  # ace, king and queen of hearts
        ("8S 9S 10S JS QS KS AC KC AD KD", 0),  # the ace of trumps is missing
        ("QS KS AS 7C 8C AC KC 7D AD AH", 0),  # three trumps draw nothing
    ],
)
def test_sure_tricks_are_won_in_exact_play(names: str, tricks: int) -> None:
    own = hand(names)
    assert solid_tricks(own, 0) == tricks
    solver = Solver(SolverContract(1, 0, Aim.MOST, FollowRule.SUIT))
    held = sum(solver.makes(cards, tricks) for cards in layouts_around(own, 0, 100))
    assert held >= 90


@pytest.mark.parametrize(
    ("dealt", "contract"),
    [
        ("8S 9S 10S QS KS AS 10C AC 9D AD | ... | ... | 7S 9H", "9S"),
        ("8S 10S QS KS AS 10C AC AD 7H 9H | ... | ... | 7S 9D", "8S"),
    ],
)
def test_no_contract_below_the_sure_tricks_is_named(dealt: str, contract: str) -> None:
    game = said(builders.dealt(dealt), "bid 6S", "pass", "pass")
    while stage_of(game) is not Stage.DEFENCE:
        game = apply_action(game, 0, PLAIN_ROBOT.choose(build_view(game, 0), Random(0)))
    assert game.deal is not None
    assert game.deal.declared_contract.name == contract


def share_of_exact_miseres(own: Hand, following: FollowRule, leader: int, layouts: int) -> float:
    """Return the share of layouts in which the player in the second place takes no trick."""
    solver = Solver(SolverContract(1, -1, Aim.LEAST, following))
    return sum(solver.makes(cards, 0) for cards in layouts_around(own, leader, layouts)) / layouts


def layouts_around(own: Hand, leader: int, number: int) -> Iterator[Cards]:
    """Yield layouts with these ten cards in the second place."""
    rng, rest = Random(1), list(Hand(FULL & ~own))
    for _ in range(number):
        rng.shuffle(rest)
        yield Cards((int(Hand.of(rest[:10])), int(own), int(Hand.of(rest[10:20]))), leader)
