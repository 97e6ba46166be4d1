"""The value of a deal: order of seats, faults in its cards, and the data it keeps."""

import pytest

from bot.engine.cards import EMPTY
from bot.engine.deal import Deal
from bot.engine.families.russian.contracts import level_and_trump
from bot.engine.notation import read_result, result_text
from tests.support import builders


def dealt(players: int = 3, dealer: int | None = None) -> Deal:
    deal = builders.dealt(players=players, dealer=dealer).deal
    assert deal is not None
    return deal


def test_nothing_is_wrong_with_a_fresh_deal() -> None:
    assert dealt().faults() == ()
    assert dealt(4).faults() == ()


def test_faults_are_named() -> None:
    deal = dealt()
    assert deal._replace(hands=(EMPTY, *deal.hands[1:])).faults() == (
        "not 32 cards",
        "a card is missing",
    )
    twice = deal._replace(hands=(deal.hands[1], *deal.hands[1:]))
    assert twice.faults() == ("a card in two places", "a card is missing")
    for card in range(32):
        gap = deal._replace(
            hands=tuple(hand - (1 << card) for hand in deal.hands), aside=deal.aside - (1 << card)
        )
        assert gap.faults() == ("not 32 cards", "a card is missing")


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_next_active_seat_leaves_the_dealer_out(players: int, dealer: int) -> None:
    deal = dealt(players, dealer)
    first, second, third = deal.seats
    assert (deal.next_seat(first), deal.next_seat(second), deal.next_seat(third)) == (
        second,
        third,
        first,
    )
    assert (dealer in deal.seats) is (players == 3)


def test_defenders_answer_clockwise() -> None:
    agreed = builders.rules("sochi", 4)
    for declarer, expect in ((3, (0, 1)), (0, (1, 3)), (1, (3, 0))):
        deal = builders.in_play(agreed, "7C", declarer, builders.carry(agreed, dealer=2))
        assert deal.defenders() == expect


CONTRACTS = [("6S", (6, 0)), ("7C", (7, 1)), ("8D", (8, 2)), ("9H", (9, 3)), ("10NT", (10, -1))]


@pytest.mark.parametrize(("name", "expect"), [*CONTRACTS, ("M", (0, -1)), ("MW", (0, -1))])
def test_level_and_trump(name: str, expect: tuple[int, int]) -> None:
    assert level_and_trump(name) == expect


def test_a_result_is_stored_as_text() -> None:
    game = builders.play_out(builders.contract_won(builders.dealt(players=4), "6C"))
    result = game.last
    assert result is not None
    assert read_result(result_text(result)) == result
