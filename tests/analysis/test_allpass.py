"""All-pass and Ausfechten: one rational line, and the results that the others can force."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import pytest

from bot.analysis.all_pass_solver import max_forced_tricks, rational_line
from bot.analysis.position import Aim, Cards, SolverContract
from bot.analysis.solver import BudgetSpent
from bot.engine.actions import Play
from bot.engine.cards import PACK, FollowRule
from bot.engine.deal import Deal
from tests.analysis.brute import Brute, Everybody, after_card, cards_of, ending, liking
from tests.properties.walking import WALKS

ENDINGS: Final = 1250 if WALKS == 1 else 5000  # ``make walks`` covers the rest
FROM_ONE: Final = 48


class Talon(NamedTuple):
    """The talon in play: its cards, their part in the tricks, and who leads after them."""

    leads: int
    plays: bool = False
    winner_leads: bool = False


KINDS: Final[dict[str, tuple[FollowRule, Talon]]] = {
    "closed talon": (FollowRule.SUIT, Talon(0)),
    "talon leads": (FollowRule.SUIT, Talon(2)),
    "talon leads, winner goes on": (FollowRule.SUIT, Talon(2, winner_leads=True)),
    "talon plays": (FollowRule.SUIT, Talon(2, plays=True)),
    "talon plays, winner goes on": (FollowRule.SUIT, Talon(2, plays=True, winner_leads=True)),
    "ausfechten": (FollowRule.OVERTAKE, Talon(0)),
}


def deals(kind: str, rng: Random) -> Iterator[tuple[Deal, SolverContract]]:
    """Yield deals of three to five cards; some hand can follow the suit the talon leads."""
    following, talon = KINDS[kind]
    while True:
        left = rng.choice((3, 3, 4))
        suits = rng.sample(range(4), rng.choice((2, 3, 4)))
        pack = [card for card in PACK if card >> 3 in suits]
        if len(pack) < 3 * left + talon.leads:
            continue
        drawn = rng.sample(pack, 3 * left + talon.leads)
        hands = [sum(1 << card for card in drawn[n * left : n * left + left]) for n in range(3)]
        lead = tuple(drawn[3 * left :])
        if not talon.plays and not all(_followed(hands, card) for card in lead):
            continue
        leader = 0 if lead else rng.randrange(3)
        cards = Cards(
            (hands[0], hands[1], hands[2]), leader, (), lead, talon.plays, talon.winner_leads
        )
        contract = SolverContract(-1, -1, Aim.OWN, following)
        yield ending(cards, contract), contract


def _followed(hands: list[int], lead: int) -> bool:
    """Return True if the hands keep four cards of the suit: one can follow even after a trick."""
    return sum((hand >> (lead & ~7) & 0xFF).bit_count() for hand in hands) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_rational_outcome_is_the_engine_s(kind: str) -> None:
    rng, checked = Random(2), 0
    for deal, contract in deals(kind, rng):
        everybody = Everybody()
        everybody.outcome(deal)
        for cards in rng.sample(list(everybody.known), min(FROM_ONE, len(everybody.known))):
            tricks, line = rational_line(cards, contract)
            assert tricks == everybody.known[cards][:3], (kind, cards)
            assert len(line) == sum(hand.bit_count() for hand in cards.hands)
            checked += 1
        if checked >= ENDINGS:
            break


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_card_of_the_line_is_the_best_and_the_lowest(kind: str) -> None:
    rng = Random(3)
    for (deal, contract), _ in zip(deals(kind, rng), range(60), strict=False):
        everybody, state = Everybody(), deal
        _, line = rational_line(cards_of(deal), contract)
        for card in line[: len(line) - 3]:  # the engine plays the last trick itself
            moves, turn = everybody.moves(state), state.turn
            assert card == min(moves, key=lambda move: (liking(move[1], turn), move[0]))[0]
            after, _ = after_card(state, Play(card))
            if after is None:  # the engine plays the last trick itself
                break
            state = after


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_others_can_force_no_more(kind: str) -> None:
    rng = Random(4)
    for (deal, contract), _ in zip(deals(kind, rng), range(16), strict=False):
        for place in range(3):
            brute = Brute(contract._replace(declarer=place, aim=Aim.LEAST))
            brute.value(deal)
            for cards in rng.sample(list(brute.known), min(12, len(brute.known))):
                assert max_forced_tricks(cards, contract, place) == brute.known[cards], (
                    kind,
                    cards,
                    place,
                )


@pytest.mark.slow
def test_nobody_takes_more_than_the_others_can_force() -> None:
    rng = Random(5)
    for _ in range(2):
        deck = rng.sample(PACK, 32)
        hands = [sum(1 << card for card in deck[n * 10 : n * 10 + 10]) for n in range(3)]
        cards = Cards((hands[0], hands[1], hands[2]), 0, (), tuple(deck[30:]))
        contract = SolverContract(-1, -1, Aim.OWN)
        tricks, line = rational_line(cards, contract)
        assert sum(tricks) == 10
        assert len(set(line)) == 30
        assert all(tricks[place] <= max_forced_tricks(cards, contract, place) for place in range(3))


def test_the_budget_is_kept() -> None:
    deck = Random(6).sample(PACK, 32)
    hands = [sum(1 << card for card in deck[n * 10 : n * 10 + 10]) for n in range(3)]
    cards = Cards((hands[0], hands[1], hands[2]), 0)
    with pytest.raises(BudgetSpent):
        rational_line(cards, SolverContract(-1, -1, Aim.OWN), budget=100)
    with pytest.raises(BudgetSpent):
        max_forced_tricks(cards, SolverContract(-1, -1, Aim.OWN), 0, budget=10)
