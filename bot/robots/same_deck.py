"""A deal played again by robots with the same deck in the same seats: the datum of its result.

Eight tables have every mixture of the plain robot and ``club`` in the three active seats once.  The
seeds come from the deck, so that the same deal always gives the same numbers.
"""

from random import Random
from typing import Final

from bot.analysis.postmortem import DealRecord
from bot.analysis.postmortem.forecast import points_earned
from bot.analysis.review import DATUM_TABLES, datum
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import Game, apply_action, between_deals, to_act
from bot.engine.notation import parse_action
from bot.engine.view import build_view
from bot.robots import Robot
from bot.robots.characters import CLUB
from bot.robots.plain_robot import PLAIN_ROBOT

_ROBOTS: Final[tuple[Robot, Robot]] = (PLAIN_ROBOT, CLUB)


def robot_results(record: DealRecord, tables: int = DATUM_TABLES) -> tuple[float, ...]:
    """Return by seat the trimmed mean of what robots earned with the deck of a recorded deal.

    In points of the settlement.  Raises BadNotation or IllegalAction where the record does not fit
    the rules, ValueError where it has no deck.
    """
    return datum([robot_table(record, number) for number in range(tables)])


def robot_table(record: DealRecord, number: int) -> tuple[int, ...]:
    """Return what each seat earns at one table of robots.  Raises as ``robot_results``."""
    dealt, deck = dealt_game(record)
    return _played(dealt, number, Random(f"{deck} {number}"))


def dealt_game(record: DealRecord) -> tuple[Game, str]:
    """Return the game just after the deal, and the line of the deck."""
    game = between_deals(record.rules, record.carry, 0, None)
    for seat, line in record.lines:
        game = apply_action(game, seat, parse_action(line))
        if game.deal is not None and game.deal.is_dealt:
            return game, line
    raise ValueError("the record has no deck")


def _played(game: Game, table: int, chance: Random) -> tuple[int, ...]:
    """Return what each seat earns at one table of robots."""
    assert game.deal is not None
    rules, before = game.rules, game.deal.carry
    robots = [robot_at(table, game, seat) for seat in range(rules.players)]
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        seed = Random(chance.getrandbits(32))
        game = apply_action(game, seat, robots[seat].choose(build_view(game, seat), seed))
    return points_earned(rules, before, game.carry)


def robot_at(table: int, game: Game, seat: int) -> Robot:
    """Return the robot of a seat: one binary digit of the table's number, forehand the last."""
    place = (seat - game.carry.dealer - 1) % game.rules.players
    return _ROBOTS[table >> place & 1]
