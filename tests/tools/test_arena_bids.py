"""Bids beside the plain robot's: the foundations of the comparison."""

from random import Random

import pytest

from bot.engine.actions import PASS, Bid
from bot.engine.game import to_act
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.support.builders import dealt, said, texts
from tools.arena.bids import KINDS, Auction, Other, auction, gained, report

GRAND = (  # forehand has ten tricks in spades, whatever the others hold
    "7S 8S 9S 10S JS QS KS AS AC AD | 7C 8C 9C 10C JC QC KC 7D 8D 9D"
    " | 10D JD QD KD 7H 8H 9H 10H JH QH | KH AH"
)


def test_the_plain_robot_says_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROBOTS, "plain", PLAIN_ROBOT)
    found = auction(0, "sochi", "plain")
    assert found.others == ()
    assert sum(found.asked) >= 3


def test_who_passes_ten_tricks_loses_what_they_are_worth() -> None:
    game = dealt(GRAND)
    seat = to_act(game)
    assert seat is not None
    mean, error = gained(build_view(game, seat), PASS, Bid("6S"), Random(1), 6)
    assert mean + 3 * error < -50


def test_bids_of_a_seat_are_counted_by_its_own() -> None:
    """A robot asked for the third time is asked about a later bid."""
    game = said(dealt(GRAND), *texts("bid 6S, pass, bid 6C, hold, bid 6D, hold"))
    assert to_act(game) == 2
    assert [Other(0, own, "pass", "hold", 1.0, 0.5).kind for own in range(4)] == [*KINDS, KINDS[-1]]


def test_a_deal_counts_with_the_first_call_that_leaves_the_plain_auction() -> None:
    calls = (Other(1, 0, "pass", "bid 6S", 2.0, 1.0), Other(1, 2, "pass", "hold", 6.0, 1.0))
    told = report([Auction((3, 1, 2), calls), Auction((3, 0, 0), ())])
    assert "first bids: 6, 1 others, each +2.00" in told
    assert "later bids: 2, 1 others, each +6.00" in told
    assert "2 deals by the first of them, each +1.00" in told
