"""First guesses of calls: read from a file, and what they leave out is not searched."""

from itertools import islice
from random import Random

import pytest

from bot.engine.deal import Stage
from bot.engine.notation import format_action
from bot.engine.view import SeatView, build_view
from bot.robots import ROBOTS
from bot.robots.expert.call_choice import advise_call, candidate_calls
from bot.robots.expert.first_guesses import (
    GUESSES_FOLDER,
    GuessModel,
    Split,
    facts_of_options,
    models_of,
    options_in_question,
    read_models,
    value_in,
    write_model,
)
from bot.robots.families import strategy_of
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, positions
from tests.support import builders
from tests.support.builders import hand, said
from tools.train.guesses import LEAST
from tools.train.searched_calls import played_match
from tools.train.trees import grown

ONE_TRICK = "7S 8S 9S 7C 8C 9C 7D 10D JH KH"  # nothing to win with, too much for a misere


def weak_view() -> SeatView:
    """A weak hand whose owner would have to hold or raise a bid."""
    game = said(builders.dealt(f"... | {ONE_TRICK} | ... | ..."), "bid 6S")
    return build_view(game, 1)


def test_the_files_hold_the_stages_that_are_learned() -> None:
    files = sorted(GUESSES_FOLDER.glob("*.txt"))
    assert [path.stem for path in files] == sorted(LEAST)
    assert sum(path.stat().st_size for path in files) < 200_000
    for path in files:
        head, _, _ = path.read_text(encoding="ascii").partition("\n")
        assert head.startswith(f"# python -m tools.train.guesses {path.stem} ")
        found = models_of(path.stem)
        assert {stage: model.least for stage, model in found.items()} == LEAST[path.stem]


def test_a_model_is_read_as_it_was_written() -> None:
    (stage,) = islice(models_of("russian"), 1)
    model = GuessModel(0.02, -3.25, (Split(1, 0.5, Split(0, 2.0, -0.25, 0.5), 0.75), -0.125))
    assert read_models("\n".join(("# how", *write_model(stage, model)))) == {stage: model}


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_no_question_of_a_tree_is_beyond_the_facts(preset: str) -> None:
    """A guess is a probability wherever a model is asked."""
    rules = PRESETS.rules(preset, players=3)
    models, asked = models_of(rules.family), set()
    for seed in range(4):
        for game, seat in positions(rules, seed):
            seen = build_view(game, seat)
            if seen.stage not in models or len(seen.legal) < 2:
                continue
            plain = PLAIN_ROBOT.choose(seen, Random(1))
            options = candidate_calls(seen, plain)
            kept = options_in_question(seen, plain, options)
            assert plain in kept
            assert set(kept) <= set(options)
            model = models[seen.stage]
            for facts in facts_of_options(seen, plain, options).values():
                assert 0 < model.probability(facts) < 1
            asked.add(seen.stage)
    assert asked


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_by_straight_leads_a_lone_ace_falls_and_the_lowest_cards_do_not(preset: str) -> None:
    """The guesses ask for such probabilities down to 0.0004, so no other measure may take over."""
    tables = strategy_of(PRESETS.rules(preset, players=3)).miseres
    safe, ace = "7S 7C 8C 9C 7D 8D 9D 7H 8H 9H", "AS 7C 8C 9C 7D 8D 9D 7H 8H 9H"
    assert tables.of_ten(int(hand(safe)), False) > 0.95
    assert tables.of_ten(int(hand(ace)), False) < 0.0004
    high = int(hand("AS KS QS AC KC QC AD KD AH KH"))
    assert set(tables.of_talons(high, True)) == {0.0}


def test_what_a_search_would_hardly_choose_is_not_searched() -> None:
    seen = weak_view()
    move = ROBOTS["expert"].advise(seen, Random(1))
    assert format_action(move.action) == "pass"
    assert not move.options
    assert not move.reasons


def test_a_hint_searches_what_a_move_leaves_out() -> None:
    hint = advise_call(weak_view(), Random(1), patient=True)
    assert len(hint.options) > 1
    assert hint.layouts > 0
    assert hint.reasons


def test_trees_find_what_decides() -> None:
    rng = Random(3)
    rows = [(rng.random(), rng.random(), 1.0) for _ in range(400)]
    chosen = [one > 0.7 and two < 0.5 for one, two, _ in rows]
    base, trees = grown(rows, chosen)
    model = GuessModel(0.02, base, trees)
    assert grown(rows, chosen) == (base, trees)
    assert model.probability((0.9, 0.2, 1.0)) > 0.8
    assert model.probability((0.9, 0.8, 1.0)) < 0.1
    assert model.probability((0.3, 0.2, 1.0)) < 0.1
    assert value_in(0.5, ()) == 0.5


@pytest.mark.slow
def test_equal_numbers_give_equal_calls_and_no_cards() -> None:
    """A dozen calls reach into the second deal, after the cards of the first."""
    first, again = ([*islice(played_match("russian", 5), 12)] for _ in range(2))
    assert first == again
    assert not {Stage.PLAY, Stage.CLAIM} & {call.stage for call in first}
    for call in first:
        assert all(0 < count <= call.layouts for _, count, _ in call.rows)
        assert sum(chosen for chosen, _, _ in call.rows) == (call.gain != 0)
