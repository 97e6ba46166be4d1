"""The foundations of the table of thinking times."""

from bot.robots import ROBOTS
from tests.robots.evenings import PRESETS
from tools.arena.times import described, timed


def test_every_decision_of_a_deal_is_timed_in_the_same_order() -> None:
    rules, robot = PRESETS.rules("sochi", players=3), ROBOTS["beginner"]
    stages = [decision.stage for decision in timed(rules, robot, 0)]
    assert stages == [decision.stage for decision in timed(rules, robot, 0)]
    assert stages[0] == "auction"
    assert stages.count(stages[0]) >= 3


def test_the_slowest_twentieth_is_left_out_of_the_percentile() -> None:
    assert described([0.001] * 39 + [0.041]) == "40 decisions, mean 2.0, 95 % below 1.0 ms"
