"""Post-mortems of the game for two (rules/russian.md 2.11): the dummy decides nothing.

The rational line beside a dummy is compared with a plain search on names of cards.
"""

from random import Random

import pytest

from bot.analysis.all_pass_solver import rational_line
from bot.analysis.claim_proofs import prove_offer
from bot.analysis.position import Aim, Cards, SolverContract
from bot.analysis.postmortem import (
    DECLARER_STRAINS,
    DealRecord,
    PlayKind,
    double_dummy_table,
    post_mortem,
)
from bot.analysis.review import review_deal
from bot.analysis.solver import BudgetSpent
from bot.engine.cards import CARD_NAMES, PACK
from bot.engine.game import Game, apply_action, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.view import build_view
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.properties.oracles.reading import suit, winner
from tests.properties.test_dummy import by_the_rule
from tests.robots.evenings import deck
from tests.support import builders
from tests.support.builders import said
from tests.support.deal_records import logged

DUMMY = 2
Names = tuple[frozenset[str], ...]  # the hands by place
Trick = tuple[tuple[int, str], ...]
Known = dict[tuple[Names, int, Trick], tuple[int, ...]]


def plainly(hands: Names, turn: int, trick: Trick, dummy: int, known: Known) -> tuple[int, ...]:
    """Return tricks by place: each of the two minimises first its lead, then its own tricks."""
    if len(trick) == 3:
        taker = winner(trick, suit(trick[0][1]), None)
        rest = plainly(hands, taker, (), dummy, known)
        return tuple(n + (place == taker) for place, n in enumerate(rest))
    if not any(hands):
        return (0, 0, 0)
    key = (hands, turn, trick)
    if key not in known:
        led = suit(trick[0][1]) if trick else None
        held = set(hands[turn])
        choices = {name for name in held if suit(name) == led} or held
        if turn == dummy:
            choices = {by_the_rule(held, led)}
        found = []
        for name in choices:
            left = tuple(hand - {name} for hand in hands)
            found.append(plainly(left, (turn + 1) % 3, (*trick, (turn, name)), dummy, known))
        other = 3 - dummy - turn
        known[key] = min(found, key=lambda n: (n[turn] - n[other], n[turn]) if turn != dummy else n)
    return known[key]


@pytest.mark.parametrize("dummy", [0, 1, 2])
def test_the_rational_line_beside_a_dummy(dummy: int) -> None:
    rng, contract = Random(dummy), SolverContract(-1, -1, Aim.OWN, dummy=dummy)
    for _ in range(60):
        size = rng.choice((2, 3, 4))
        drawn = rng.sample(PACK, 3 * size)
        parts = [drawn[n * size : n * size + size] for n in range(3)]
        hands = [sum(1 << card for card in part) for part in parts]
        leader = rng.randrange(3)
        cards = Cards((hands[0], hands[1], hands[2]), leader)
        named = tuple(frozenset(CARD_NAMES[card] for card in part) for part in parts)
        tricks, line = rational_line(cards, contract)
        expect = plainly(named, leader, (), dummy, {})
        own, other = (place for place in range(3) if place != dummy)
        assert tricks[own] - tricks[other] == expect[own] - expect[other], (cards, dummy)
        assert tricks == expect
        assert sorted(line) == sorted(drawn)


def test_the_budget_is_kept_beside_a_dummy() -> None:
    drawn = Random(1).sample(PACK, 30)
    hands = [sum(1 << card for card in drawn[n * 10 : n * 10 + 10]) for n in range(3)]
    cards = Cards((hands[0], hands[1], hands[2]), 0)
    with pytest.raises(BudgetSpent):
        rational_line(cards, SolverContract(-1, -1, Aim.OWN, dummy=1), budget=1000)


def played(preset: str, seed: int, *calls: str) -> DealRecord:
    """Return a deal of two, forehand seat 0: the calls, then the cards of the plain robot."""
    rules, rng = builders.rules(preset, 2), Random(seed)
    lines, game = [], new_game(rules)
    script = ["dealer 1", format_action(deck(rng)), *calls]
    while game.carry.number == 0:
        seat = to_act(game)
        assert seat is not None
        line = (
            script.pop(0)
            if script
            else format_action(PLAIN_ROBOT.choose(build_view(game, seat), rng))
        )
        lines.append((seat, line))
        game = apply_action(game, seat, parse_action(line))
    return DealRecord(rules, new_game(rules).carry, tuple(lines))


@pytest.mark.parametrize("preset", ["sochi", pytest.param("rostov", marks=pytest.mark.slow)])
def test_all_thirty_cards_of_raspasy_are_told_in_their_order(preset: str) -> None:
    """The dummy's cards are listed as cards nobody chose; tricks that the two gave away count."""
    record = played(preset, 8, "pass", "pass")
    found = post_mortem(record)
    assert found.kind is PlayKind.ALL_PASS
    fallen = [card for trick in found.result.tricks for card in trick.cards]
    assert [card.card for card in found.cards] == fallen
    dummys = [card for card in found.cards if card.seat == DUMMY]
    assert len(dummys) == 10
    assert all((card.choices, card.cost, card.record_line) == (1, 0, -1) for card in dummys)
    assert (sum(found.best_tricks), found.bounds) == (10, ())
    assert sum(len(trick.cards) for trick in found.best_line) == 30
    swing = sum(card.cost * (1 if card.seat else -1) for card in found.cards)
    ahead = [tricks[1] - tricks[0] for tricks in (found.best_tricks, found.result.won)]
    assert ahead[1] - ahead[0] == swing != 0


def test_against_a_contract_the_opponent_has_chosen_the_dummys_cards() -> None:
    (record,) = logged("sochi-2-six-spades")
    found = post_mortem(record)
    assert found.kind is PlayKind.CONTRACT
    chosen = [card.chooser for card in found.cards if card.seat == DUMMY and card.record_line >= 0]
    assert set(chosen) == {1}
    own = [True] * len(record.lines)
    assert len(review_deal(record, own).seats) == 2
    makes = double_dummy_table(record)
    assert [row.seat for row in makes] == [0, 1]
    assert all(len(row.tricks) == len(DECLARER_STRAINS) for row in makes)


TOPS = (
    "AS KS QS JS 10S 9S 8S 7S AH KH | 9H 10H JH QH 7C 8C 9C 10C JC QC |"
    " KC AC 7D 8D 9D 10D JD QD KD AD | 7H 8H"
)


def claimed(line: str) -> Game:
    game = said(builders.dealt(TOPS, players=2), "bid 10S", "pass", "discard 7H 8H")
    return said(game, "declare 10S", "whist", line)


def test_a_sure_claim_is_proved_with_two() -> None:
    """All ten from the top: nobody else could have had more."""
    assert prove_offer(builders.deal_of(claimed("0: claim 10 0 0"))) is not None
    assert prove_offer(builders.deal_of(claimed("0: claim 0 10 0"))) is not None  # it gives up


def test_a_claim_in_raspasy_is_judged_by_the_two_balances() -> None:
    game = said(builders.dealt(players=2, raspasy_talon="closed"), "pass", "pass")
    assert prove_offer(builders.deal_of(said(game, "0: claim 0 5 5"))) is None
    assert prove_offer(builders.deal_of(said(game, "0: claim 10 0 0"))) is not None
