"""Contracts beside the plain robot's: the foundations of the comparison."""

from bot.engine.deal import Stage
from bot.engine.game import stage_of
from bot.robots import ROBOTS
from tools.arena.contracts import NINES, auctioned, contracts, frozen, may_go_high, named, report

PLAIN = "beginner"


def test_the_plain_robot_names_what_it_names() -> None:
    rows = list(contracts(frozen()[:2], PLAIN, NINES, processes=1))
    assert len(rows) == 2
    assert all(pair.mine == pair.plain for pair in rows)
    assert "always: robot less plain +0.0 +- 0.0" in report(rows)


def test_a_contract_is_settled_against_two_who_whist() -> None:
    """A failed contract costs, however the plain robots would have answered."""
    for seed in frozen()[:12]:
        game = auctioned(seed)
        assert game is not None
        assert stage_of(game) is Stage.EXCHANGE
        assert may_go_high(game)
        found = named(game, ROBOTS[PLAIN].choose)
        assert found is not None
        assert (found.points[0] > 0) == found.made
