"""The foundations of the comparison of first tricks."""

from tools.arena.allpass import LATER, PLAIN, compared, hands, tricks


def test_nobody_has_bid_and_all_ten_tricks_are_taken() -> None:
    game = next(hands("sochi", 3))
    assert game.deal is not None
    assert game.deal.contract is None
    assert sum(tricks(game, seat, PLAIN, PLAIN) for seat in game.deal.seats) == 10


def test_every_seat_that_plays_is_compared() -> None:
    assert len(compared("sochi", 3, 2, LATER["beginner"])) == 2 * 3
    assert len(compared("rostov", 4, 1, LATER["beginner"])) == 3
