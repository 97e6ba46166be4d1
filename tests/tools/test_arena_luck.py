"""Results less luck: terms with the mean zero, and what they take away."""

from random import Random
from statistics import fmean

import pytest

from bot.engine.actions import PASS, Bid
from bot.engine.game import stage_of, to_act
from tests.support.builders import dealt
from tools.arena.luck import (
    Place,
    Seat,
    decided,
    measure,
    read,
    share_of_luck,
    without_luck,
    worth_of,
    worths,
    written,
)

GRAND = (  # forehand has ten tricks in spades, whatever the others hold
    "7S 8S 9S 10S JS QS KS AS AC AD | 7C 8C 9C 10C JC QC KC 7D 8D 9D"
    " | 10D JD QD KD 7H 8H 9H 10H JH QH | KH AH"
)


def made_up(deals: int) -> list[Seat]:
    """Return seats whose results are three times a known luck, and a little chance."""
    rng, seats = Random(7), []
    for seed in range(deals):
        luck, other = rng.gauss(0, 5), rng.gauss(0, 5)
        level = rng.choice(("beginner", "club"))
        earned = round(3 * luck + rng.gauss(0, 3) + 2 * (level == "club"))
        seats.append(Seat("sochi", seed, level, earned, (luck, other)))
    return seats


def test_every_term_of_a_deal_sums_to_zero() -> None:
    """What is luck of one seat is bad luck of the others, so the mean over drawn seats is zero."""
    seats = measure(Place("sochi", 1, ("beginner",)))
    assert sum(seat.earned for seat in seats) == 0
    *deal, others, own = zip(*(seat.terms for seat in seats), strict=True)
    for column in (*deal, (*others, *own)):
        assert sum(column) == pytest.approx(0.0, abs=1e-6)


def test_a_good_hand_is_worth_more_than_those_of_the_others() -> None:
    game = dealt(GRAND)
    assert game.deal is not None
    hands, talon = tuple(map(int, game.deal.dealt)), sum(1 << card for card in game.deal.talon)
    tricks, with_talon, *_ = worths(hands, talon, 0)
    assert min(tricks, with_talon) > 1


def test_a_choice_that_is_always_the_same_is_no_luck() -> None:
    game = dealt(GRAND)
    after, by_seat = decided(game, "beginner", Random(1))
    assert by_seat == (0.0, 0.0, 0.0)
    assert stage_of(after) == stage_of(game)
    assert to_act(after) == 1


def test_the_worth_of_a_choice_is_settled_to_the_end_of_the_deal() -> None:
    """Forehand passes ten tricks or bids on them."""
    game = dealt(GRAND)
    assert worth_of(game, Bid("6S"))[0] > worth_of(game, PASS)[0] + 30


def test_what_luck_explains_is_taken_away_and_nothing_else() -> None:
    seats = made_up(400)
    left = without_luck(seats, (0, 1))
    share, error = share_of_luck(seats, left)
    assert share == pytest.approx(3 / (15**2 + 3**2) ** 0.5, abs=3 * error)
    moved = [value - seat.earned for value, seat in zip(left, seats, strict=True)]
    assert abs(fmean(moved)) < 3 * 15 / 400**0.5
    gap = {
        level: fmean(v for v, s in zip(left, seats, strict=True) if s.level == level)
        for level in ("beginner", "club")
    }
    assert gap["club"] - gap["beginner"] == pytest.approx(2.0, abs=1.0)


def test_a_term_that_explains_nothing_takes_nothing_away() -> None:
    seats = made_up(400)
    share, _ = share_of_luck(seats, without_luck(seats, (1,)))
    assert share == pytest.approx(1.0, abs=0.02)


def test_a_line_of_the_file_is_a_seat() -> None:
    seat = Seat("serbian", 3, "expert", -12, (0.5, -1.25, 0.0, 2.0, 7.5, 0.0, -3.0))
    assert read(written(seat)) == seat
