"""A deal played again by robots: the same numbers every time, every mixture of levels once."""

from itertools import product
from random import Random

from bot.analysis.postmortem import DealRecord
from bot.analysis.review import DATUM_TABLES, trimmed_mean
from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.families import family_of
from bot.engine.notation import format_action
from bot.robots.characters import CLUB
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.same_deck import (
    dealt_game,
    robot_at,
    robot_results,
    robot_table,
)
from tests.robots.evenings import PRESETS, deck


def record_of(preset: str, seed: int, players: int = 3) -> DealRecord:
    """Return the record of a deal of which only the dealer and the deck are known."""
    rules = PRESETS.rules(preset, players=players)
    lines = (act.Dealer(seed % players), deck(Random(seed)))
    return DealRecord(
        rules,
        family_of(rules).initial_carry(rules),
        tuple((TABLE_SEAT, format_action(line)) for line in lines),
    )


def test_the_same_deal_gives_the_same_numbers() -> None:
    record = record_of("sochi", 3)
    assert robot_results(record, tables=3) == robot_results(record, tables=3)
    assert robot_table(record, 5) == robot_table(record, 5)


def test_the_results_of_a_table_sum_to_zero() -> None:
    for preset in ("sochi", "serbian"):
        for number in (0, 7):
            assert sum(robot_table(record_of(preset, 4), number)) == 0


def test_every_mixture_of_the_two_sits_once() -> None:
    for players in (3, 4):
        game, _ = dealt_game(record_of("sochi", 2, players))
        active = [seat for seat in range(players) if players == 3 or seat != game.carry.dealer]
        tables = {
            tuple(robot_at(table, game, seat) for seat in active) for table in range(DATUM_TABLES)
        }
        assert tables == set(product((PLAIN_ROBOT, CLUB), repeat=3))


def test_the_mean_leaves_out_the_smallest_and_the_largest() -> None:
    assert trimmed_mean([-200, 1, 2, 3, 400]) == 2
