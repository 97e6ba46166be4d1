"""A player whose clock ran out is played for with the least commitment."""

import re
from random import Random

from bot.engine import actions as act
from bot.engine.deal import Stage
from bot.engine.game import to_act
from bot.engine.view import SeatView, build_view
from bot.robots.plain_robot import PLAIN_ROBOT, hold_back
from bot.workers.robot_moves import modest_move, plain_move
from tests.properties.walking import TABLES, walk
from tests.support import builders
from tests.support.cases import for_each

HAND = "AS KS QS JS 10S AC KC AD AH KH"
STRONG = f"{HAND} | ... | ... | 7S 8S"
LEAST = (act.PASS, act.DROP, act.STAND, act.REFUSE)


def views(preset: str, players: int) -> list[SeatView]:
    """Return the views of the seats to act on a random walk of twenty deals."""
    steps = walk(builders.rules(preset, players), 1, 20)
    asked = [(step.before, to_act(step.before)) for step in steps]
    return [build_view(game, seat) for game, seat in asked if seat is not None and seat >= 0]


@for_each(("preset", "players"), TABLES)
def test_an_absent_player_is_bound_to_the_least(preset: str, players: int) -> None:
    """Pass, stay at home, let the stake stand, consent to nothing; the lowest contract."""
    seen = 0
    for view in views(preset, players):
        action = hold_back(view, Random(1))
        assert action in view.legal
        if view.stage in (Stage.PLAY, Stage.FUNDING, Stage.ROUND):
            assert action == PLAIN_ROBOT.choose(view, Random(1))
            continue
        possible = [one for one in LEAST if one in view.legal]
        assert not possible or action is possible[0], view.legal
        seen += bool(possible)
        if isinstance(action, act.Declare):
            levels = [level(one.name) for one in view.legal if isinstance(one, act.Declare)]
            assert level(action.name) == min(levels)
    assert seen > 20


def level(name: str) -> int:
    """Return the tricks in the name of a contract."""
    found = re.search(r"\d+", name)
    return int(found[0]) if found else 0


def test_a_strong_hand_bids_for_nobody_who_is_away() -> None:
    """The plain robot would bid; it did so at rated tables for players who missed a move."""
    view = builders.view_to_act(builders.dealt(STRONG))
    assert isinstance(plain_move(view, 1), act.Bid)
    assert modest_move(view, 1) is act.PASS
