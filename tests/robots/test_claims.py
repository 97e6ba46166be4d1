"""A robot agrees to a claim only when its side can take no more, best play on both sides."""

from functools import cache
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.cards import Hand, Seat, following_cards, winning_index
from bot.engine.deal import Deal
from bot.engine.game import Game, apply_action
from bot.engine.trick_play import TrickPlay
from bot.engine.view import build_view
from bot.robots.claim_policy import sure_tricks
from tests.properties.walking import fewer
from tests.robots.evenings import BEGINNER, PRESETS, positions
from tests.support.builders import hand


def most_for_declarer(
    hands: dict[Seat, int], turn: int, seats: tuple[Seat, ...], deal: Deal
) -> int:
    """Return the declarer's tricks with all hands open: the most, or in misère the fewest."""
    contract = deal.contract
    assert contract is not None
    sign = -1 if contract.is_misere else 1

    @cache
    def search(hands: tuple[int, ...], leader: int, trick: tuple[int, ...]) -> int:
        if not any(hands) and not trick:
            return 0
        place = (leader + len(trick)) % 3
        led = trick[0] >> 3 if trick else None
        wants = sign if seats[place] == contract.declarer else -sign
        found = []
        for card in Hand(following_cards(hands[place], led, contract.trump)):
            left = tuple(h & ~(1 << card) if n == place else h for n, h in enumerate(hands))
            cards = (*trick, card)
            if len(cards) < 3:
                found.append(search(left, leader, cards))
                continue
            best = winning_index(cards, cards[0] >> 3, contract.trump)
            assert best is not None
            winner = (leader + best) % 3
            found.append((seats[winner] == contract.declarer) + search(left, winner, ()))
        return wants * max(wants * each for each in found)

    return search(tuple(hands[seat] for seat in seats), turn, ())


def between_tricks(seed: int) -> list[tuple[Game, Seat]]:
    preset = ("sochi", "leningrad")[seed % 2]
    return [
        (game, seat)
        for game, seat in positions(PRESETS.rules(preset), seed)
        if game.deal is not None
        and isinstance(game.deal.phase, TrickPlay)
        and game.deal.contract is not None
        and not game.deal.trick
        and len(game.deal.tricks) in (6, 7)
    ]


@pytest.mark.slow
def test_it_never_gives_tricks_away() -> None:
    agreed = 0
    for seed in range(fewer(80)):
        for game, _ in between_tricks(seed):
            agreed += check(game)
    assert agreed > 20


def check(game: Game) -> int:
    """Check every proposal of every seat; return how many a first robot accepted."""
    deal, agreed = game.deal, 0
    assert deal is not None
    assert deal.contract is not None
    hands = {seat: int(deal.hands[seat]) for seat in deal.seats}
    value = most_for_declarer(hands, deal.seats.index(deal.turn), deal.seats, deal)
    declarer = deal.contract.declarer
    for proposer in deal.seats:
        for claim in deal.phase.out_of_turn_actions(deal, proposer):
            asked = apply_action(game, proposer, claim)
            assert asked.deal is not None
            voter = asked.deal.phase.to_act(asked.deal)
            if BEGINNER.choose(build_view(asked, voter), Random(0)) != act.ACCEPT:
                continue
            agreed += 1
            assert isinstance(claim, act.Claim)
            given = claim.tricks[deal.seats.index(declarer)]
            wants_many = (voter == declarer) != deal.contract.is_misere
            assert given >= value if wants_many else given <= value
    return agreed


@pytest.mark.parametrize(
    ("own", "others", "trump", "leads", "tricks"),
    [
        ("AS KS AH", "7S 8S KH QH", 0, True, 3),
        ("AS KS AH", "7S 8S QS KH", 0, True, 2),  # the third trump may be in one hand
        ("AS KS AH", "7S 8S KH", 0, False, 2),
        ("AH KH 7H", "8H 9H", -1, True, 3),
        ("AH KH 7H", "8H 9H 10H", -1, True, 2),
        ("KH QH", "AH", -1, True, 0),
    ],
)
def test_sure_tricks(own: str, others: str, trump: int, leads: bool, tricks: int) -> None:
    assert sure_tricks(hand(own), hand(others), trump, leads) == tricks


@pytest.mark.parametrize("preset", ["rostov", "sochi"])
def test_all_pass_is_given_up_only_for_nothing(preset: str) -> None:
    for seed in range(40):
        for game, _ in positions(PRESETS.rules(preset), seed):
            deal = game.deal
            assert deal is not None
            if deal.contract or deal.trick or not isinstance(deal.phase, TrickPlay):
                continue
            for claim in deal.phase.out_of_turn_actions(deal, deal.turn)[:3]:
                asked = apply_action(game, deal.turn, claim)
                assert asked.deal is not None
                voter = asked.deal.phase.to_act(asked.deal)
                answer = BEGINNER.choose(build_view(asked, voter), Random(0))
                assert isinstance(claim, act.Claim)
                nothing = claim.tricks[deal.seats.index(voter)] == 0
                assert (answer == act.ACCEPT) == nothing
