"""Checks of options that all families share: the effect of each value, as the rules state it.

A case is a scene and the result expected for every value.  An option without a case in which
something changes is reported, and so is a value of a choice that no case names.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.engine.actions import TakeBack
from bot.engine.game import Game, apply_action, legal_actions, to_act
from bot.engine.notation import format_action
from bot.engine.replaying import apply_take_back, is_free_take_back
from bot.engine.rules import IllegalAction, Options, Rules
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.support import builders
from tests.support.choices import choices_of

Scene = Callable[[Rules], object]


class Case(NamedTuple):
    """A scene and its expected results; ``values`` are pairs of a value and the result.

    ``base`` holds further options; ``preset`` is given if it is not that of the family's tests.
    """

    option: str
    rule: str
    scene: Scene
    values: tuple[tuple[OptionSetting, object], ...]
    base: Mapping[str, OptionSetting] = MappingProxyType({})
    preset: str = ""


def check(case: Case, preset: str) -> None:
    for value, expect in case.values:
        changes = {"players": 3} | dict(case.base) | {case.option: value}
        agreed = builders.PRESETS.rules(case.preset or preset, **changes)
        assert case.scene(agreed) == expect, (case.option, value, case.rule)


def changes_something(case: Case) -> bool:
    results = [expect for _, expect in case.values]
    return any(result != results[0] for result in results)


def without_effect(options: type[Options], cases: Iterable[Case]) -> set[str]:
    """Return the options that no case shows to change anything."""
    return set(options.model_fields) - {case.option for case in cases if changes_something(case)}


def unnamed(options: type[Options], option: str, cases: Iterable[Case]) -> list[OptionSetting]:
    """Return the values of a choice that no case names."""
    named = [value for case in cases if case.option == option for value, _ in case.values]
    return [value for value in choices_of(options, option) if value not in named]


def open_tricks(game: Game) -> tuple[int, ...]:
    """Return the numbers of the tricks that are visible in the third one; two are remembered."""
    while len(builders.deal_of(game).tricks) < 2:
        game = builders.said(game, format_action(builders.actions_of(game)[0]))
    shown = build_view(game, None)
    assert shown.table is not None
    assert len(shown.table.tricks) == 2
    return tuple(number for number, _ in shown.visible_tricks)


def taking_back(game: Game) -> tuple[bool, bool]:
    """Return if the first action can be taken back, and if a friendly table needs no vote."""
    seat = to_act(game)
    assert seat is not None
    after = apply_action(game, seat, legal_actions(game, seat)[0])
    try:
        back = apply_take_back([game, after], seat, TakeBack(game.version))
    except IllegalAction:
        return False, False
    assert back.deal == game.deal
    assert not is_free_take_back(game.rules, False, 0)
    assert not is_free_take_back(game.rules, True, 1)
    return True, is_free_take_back(game.rules, True, 0)


TAKING_BACK = (("off", (False, False)), ("ask", (True, False)), ("friendly", (True, True)))
