"""A small arena: search must give away less than habit does on the same cards."""

from itertools import islice
from random import Random
from statistics import mean

import pytest

from bot.analysis.position import position_of
from bot.analysis.solver import Solver
from bot.engine.actions import Play
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import Game, apply_action, to_act
from bot.engine.view import build_view
from bot.robots.expert import card_play as thinking
from bot.robots.expert.card_play import EXPERT_EFFORT, SearchEffort
from tools.arena.cards import PLAIN, contested, contests, report, swing

QUICK = EXPERT_EFFORT._replace(layouts=16, exact=8, nodes=20_000)
HANDS = 10
TRICKS = 4  # the first ones, which cost most


def given_away(game: Game, effort: SearchEffort) -> tuple[int, int]:
    """Return the tricks given away by the cards of habit and of search, along the play of habit."""
    plain = thought = 0
    while game.deal is not None and len(game.deal.tricks) < TRICKS:
        seat, position = to_act(game), position_of(game.deal)
        assert seat is not None
        assert position is not None
        seen = build_view(game, seat)
        habit = PLAIN(seen, Random(game.version))
        values = dict(Solver(position.contract).move_values(position.cards))
        assert game.deal.contract is not None
        sign = 1 if seat == game.deal.contract.declarer else -1
        best = max(sign * value for value in values.values())
        choice = thinking.advise_card(seen, Random(game.version), effort).action
        assert isinstance(habit, Play)
        assert isinstance(choice, Play)
        plain += best - sign * values[habit.card]
        thought += best - sign * values[choice.card]
        game = apply_action(game, seat, habit)
    return plain, thought


@pytest.mark.slow
def test_thinking_gives_away_less_than_habit() -> None:
    games = islice(filter(None, map(contested, range(400))), HANDS)
    rows = [given_away(game, QUICK) for game in games]
    assert len(rows) == HANDS
    assert mean(thought for _, thought in rows) < 0.7 * mean(plain for plain, _ in rows)


def test_the_arena_counts_success() -> None:
    (hand,) = contests(1, QUICK._replace(layouts=4), first=0)
    assert hand.value in range(5, 8)
    assert TABLE_SEAT < min(hand.plain, hand.declaring, hand.defending) <= 10
    points, _ = swing([hand, hand])
    assert points in (-100, 0, 100)
    assert "swing" in report([hand, hand])
