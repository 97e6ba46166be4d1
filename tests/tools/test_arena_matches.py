"""The foundations of the comparison of robots."""

import re
import shlex
from pathlib import Path
from random import Random

import pytest

from bot.analysis.position import position_of
from bot.analysis.solver import solve
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from tests.robots.evenings import PRESETS, positions
from tests.support.builders import contract_won, dealt
from tools.arena.__main__ import arena_parser
from tools.arena.matches import (
    CHOOSERS,
    KINDS,
    Record,
    chooser,
    game_chooser,
    mean_and_error,
    report_lines,
    rotation,
    seated,
    sit,
)

PLAIN = "beginner"


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_a_robot_wins_nothing_from_its_equals(preset: str) -> None:
    balances, record = rotation(PRESETS.rules(preset), PLAIN, PLAIN, 3, 5)
    assert any(balances)
    assert sum(balances) == 0
    assert record.deals == 3 * 3


def test_every_seating_gets_the_same_cards() -> None:
    rules = PRESETS.rules("sochi")
    first, second = (sit(rules, 7, seat, [PLAIN] * 3, 4).record for seat in (0, 1))
    assert first.deals == second.deals == 4
    assert first.contracts + second.contracts <= 4


@pytest.mark.parametrize(
    ("name", "said"),
    [("always:beginner", "whist"), ("never:expert", "pass"), ("beginner:club", "pass")],
)
def test_answers_may_come_from_somebody_else(name: str, said: str) -> None:
    """Hands without an honour against seven: the plain robot passes, others act by habit."""
    weak = "7C 8C 9C 7D 8D 9D 7H 8H 9H 10H"
    game = contract_won(dealt(f"AS KS QS JS 10S 9S ... | {weak} | ... | AC AD"), "7S", "")
    asked = build_view(game, 1)
    assert format_action(chooser(name)(asked, Random(1))) == said


def test_a_kind_of_decision_may_come_from_somebody_else() -> None:
    """Every decision of a deal is of one kind, and of no other."""
    mixed, found = chooser("cards=club:beginner"), set[str]()
    rules = PRESETS.rules("sochi")
    for game, seat in (*positions(rules, 1), *positions(rules, 3)):  # the second one all pass
        seen = build_view(game, seat)
        kinds = [kind for kind, is_such in KINDS.items() if is_such(seen)]
        found.update(kinds)
        asked = CHOOSERS["club" if kinds == ["cards"] else PLAIN]
        assert len(kinds) == 1
        assert mixed(seen, Random(1)) == asked(seen, Random(1))
    assert found == set(KINDS)


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_where_all_see_all_hands_the_exact_value_is_taken(seed: int) -> None:
    """They call as the robot does; in a passed-out deal (the second) they also play as it does."""
    choose, plain = game_chooser(f"seeing:{PLAIN}"), game_chooser(PLAIN)
    (game, _), exact = next(positions(PRESETS.rules("sochi"), seed)), None
    while game.last is None and (seat := to_act(game)) is not None:
        is_contract = stage_of(game) is Stage.PLAY and game.deal and game.deal.contract
        if is_contract and exact is None:
            exact = exact_tricks(game)
        action = choose(game, seat, Random(1))
        assert is_contract or action == plain(game, seat, Random(1))
        game = apply_action(game, seat, action)
    assert game.last is not None
    taken = game.last.contract and game.last.won[game.last.contract.declarer]
    assert taken == exact


def exact_tricks(game: Game) -> int:
    assert game.deal is not None
    position = position_of(game.deal)
    assert position is not None
    return solve(*position)


def test_several_others_sit_behind_the_robot_in_their_order() -> None:
    assert seated("expert", ["one", "two"], 1, 3) == ["two", "expert", "one"]
    assert seated("expert", ["one"], 3, 4) == ["one", "one", "one", "expert"]


def test_mean_and_standard_error() -> None:
    assert mean_and_error([1.0, 3.0]) == (2.0, 1.0)


def test_the_report_counts_by_match_and_by_deal() -> None:
    record = Record(deals=24)
    text = report_lines("title", [10.0, 14.0], record, 3)
    assert "+12.00 ± 2.00 a match (+6.0 s.e.), +3.00 ± 0.50 a deal" in text


def test_the_arena_reads_every_command_of_its_paper() -> None:
    paper = Path(__file__).parents[2] / "docs" / "robots.md"
    text = paper.read_text(encoding="utf-8")
    commands = re.findall(r'make\s+arena\s+ARGS=(?:"([^"]+)"|(\w+))', text)
    assert commands
    for quoted, word in commands:
        assert arena_parser().parse_args(shlex.split(quoted or word)).run
