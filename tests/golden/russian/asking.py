"""Short queries about a game, for the tests of the course of a deal."""

import pytest

from bot.engine.actions import Claim
from bot.engine.deal import DealResult
from bot.engine.game import Game, legal_actions
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction, RuleReason
from tests.support import builders
from tests.support.builders import said


def result_of(game: Game) -> DealResult:
    assert game.last is not None
    return game.last


def choices(game: Game) -> str:
    return ", ".join(format_action(action) for action in builders.actions_of(game))


def claims_of(game: Game, seat: int) -> int:
    return sum(isinstance(action, Claim) for action in legal_actions(game, seat))


def refusal(game: Game, line: str) -> RuleReason:
    with pytest.raises(IllegalAction) as caught:
        said(game, line)
    return caught.value.reason
