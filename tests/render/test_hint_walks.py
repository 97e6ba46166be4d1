"""A hint at every question of every preset, in every language: within the limits, and true."""

from collections import defaultdict

import pytest

from bot.analysis.advice import Advice, WeighedAction
from bot.engine.actions import Claim
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import action_verb, format_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.render.study.hint_screens import hint_screen
from bot.workers.jobs import advise_player
from tests.properties.walking import WALKS, sample
from tests.render.test_walks import TABLES
from tests.render.walks import CATALOGUE, faults, offered, table_facts, walk

MOST = min(WALKS, 2)  # questions of each stage that the expert really computes


def made_up(seen: SeatView) -> Advice:
    """Return advice that recommends one kind of action after another."""
    actions = [action for action in seen.legal if not isinstance(action, Claim)]
    kinds = {action_verb(action): action for action in actions}
    options = [WeighedAction(action, 1.0, 3) for action in kinds.values()]
    return Advice(options[seen.version % len(options)].action, tuple(options), 10)


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("rules", TABLES)
def test_every_action_can_be_recommended(rules: Rules) -> None:
    facts = table_facts(rules.players)
    for game in walk(rules, 3, 4):
        seat = to_act(game)
        if seat is None or seat == TABLE_SEAT:
            continue
        seen = build_view(game, seat)
        advice = made_up(seen)
        for locale in ("en", "ru"):
            screen = hint_screen(seen, facts, advice, CATALOGUE.words(locale))
            assert faults(screen) == []
            assert offered(screen) == {format_action(advice.action)}


# for an expert two players of Rostov are as two of Sochi
ASKED = [table for table in sample(TABLES, 7) if WALKS > 1 or table.id != "rostov-2"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ASKED)
def test_the_expert_has_an_answer_to_every_question(rules: Rules) -> None:
    words, facts = CATALOGUE.words("en"), table_facts(rules.players)
    asked: dict[Stage, int] = defaultdict(int)
    for game in walk(rules, 5, 3):
        seat = to_act(game)
        if seat is None or seat == TABLE_SEAT or len(legal_actions(game, seat)) == 1:
            continue
        seen = build_view(game, seat)
        asked[seen.stage] += 1
        if asked[seen.stage] > MOST:
            continue
        advice = advise_player(seen, 1)
        assert advice.action in seen.legal
        assert all(option.action in seen.legal for option in advice.options)
        assert offered(hint_screen(seen, facts, advice, words)) == {format_action(advice.action)}
    assert asked
