"""Queries about the Austrian course: legal actions, reasons for refusals, and a game in clubs."""

from collections.abc import Iterable

import pytest

from bot.engine.game import Game, apply_action, legal_actions, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import IllegalAction, RuleReason, Rules
from bot.presets import OptionSetting
from tests.support import austrian
from tests.support.austrian import dealt_under
from tests.support.builders import said

# A has six clubs, C seven hearts; the talon is 7C 7D
CLUBS = "AC KC QC JC 10C 9C AS KS 8D 7H | 8C AD KD QD 9D 10D JD 10S 9S 8S | ... | 7C 7D"


def choices(game: Game) -> str:
    seat = to_act(game)
    assert seat is not None
    return ", ".join(map(format_action, legal_actions(game, seat)))


def refused(game: Game, line: str, seat: int | None = None) -> RuleReason:
    asked = to_act(game) if seat is None else seat
    assert asked is not None
    with pytest.raises(IllegalAction) as caught:
        apply_action(game, asked, parse_action(line))
    return caught.value.reason


def contracted(
    *answers: str, pot: int = 10, preset: str = "viennese", **options: OptionSetting
) -> Game:
    """Return a deal in which A takes clubs (suit 1); ``pot`` is its amount before the ante."""
    return clubs_taken(austrian.rules(preset, 3, **options), answers, pot)


def clubs_taken(agreed: Rules, answers: Iterable[str], pot: int = 10) -> Game:
    game = dealt_under(agreed, CLUBS, pot=pot)
    return said(game, "bid 1", "pass", "pass", "discard 7C 7D", "declare 1", *answers)
