"""Problems from positions of played deals: the same cards, the same duties, one holding card."""

from collections.abc import Iterator

import pytest

from bot.analysis.problems.opponent import only_holding_card, solve_problem
from bot.analysis.problems.posing import deal_in_play, problem_of_deal, weigh_cards
from bot.analysis.problems.problem import (
    LineStatus,
    Problem,
    legal_next_cards,
    line_status,
    replay_line,
)
from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.notation.single_deal import SingleDeal, replayed
from bot.presets import load_presets
from bot.workers.jobs import pose_problem
from tests.support.walked_deals import recorded

PRESETS = load_presets()
TABLES = [("sochi", 3), ("sochi", 2), ("rostov", 4), ("serbian", 3), ("austrian", 3)]
TABLES += [("viennese", 3), ("viennese_plain", 4)]


def places(preset: str, players: int) -> Iterator[tuple[SingleDeal, list[Game], int, Deal]]:
    """Yield the late places of a few played deals at which a problem may begin."""
    rules = PRESETS.rules(preset, players=players)
    for single, _ in recorded(rules, 5, 8):
        games = replayed(single)
        for place, game in enumerate(games):
            deal = deal_in_play(game)
            if deal is not None and 2 <= len(deal.hands[deal.turn]) <= 6:
                yield single, games, place, deal


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_one_card_holds_in_every_posed_problem(preset: str, players: int) -> None:
    posed = 0
    for _, _, place, deal in places(preset, players):
        problem, weighed = pose_problem(deal, f"own.1.{place}"), weigh_cards(deal)
        assert isinstance(problem, Problem) == weighed.is_problem
        if isinstance(problem, Problem):
            posed += 1
            assert (only_holding_card(problem),) == weighed.holding
            whole = replay_line(problem, solve_problem(problem, problem.opening).line)
            assert line_status(problem, whole) is LineStatus.REACHED
    assert posed


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_duties_of_a_problem_are_those_of_the_deal(preset: str, players: int) -> None:
    """Played as the deal was, every hand has the same legal cards and wins the same tricks."""
    compared = 0
    for single, games, place, deal in places(preset, players):
        weighed = weigh_cards(deal)
        problem = problem_of_deal(deal, weighed, "own.1.1") if weighed.is_problem else None
        if problem is None:
            continue
        line: tuple[Card, ...] = problem.opening
        for at in range(place, len(single.course)):
            now, action = deal_in_play(games[at]), single.course[at].action
            if now is None or not isinstance(action, Play):
                break
            state = replay_line(problem, line)
            legal = {one.card for one in now.phase.legal(now) if isinstance(one, Play)}
            assert set(legal_next_cards(problem, state)) == legal
            assert int(now.hands[now.turn]) == state.cards.hands[state.turn]
            line = (*line, action.card)
            compared += 1
    assert compared
