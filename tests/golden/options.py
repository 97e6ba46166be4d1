"""What the families ask of their options alike: for each value, what the rules say happens.

A case is a scene and the result expected for every value.  An option without a case in which
something changes is reported, and so is a value of a choice that no case names.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.engine.rules import Options
from tests.support.choices import choices_of

Scene = Callable[..., Any]


class Case(NamedTuple):
    """``values`` are pairs of a value of the option and the result of the scene."""

    option: str
    rule: str
    scene: Scene
    values: tuple[tuple[Any, Any], ...]
    base: Mapping[str, Any] = MappingProxyType({})


def check(case: Case) -> None:
    for value, expect in case.values:
        found = case.scene(**dict(case.base) | {case.option: value})
        assert found == expect, (case.option, value, case.rule)


def changes_something(case: Case) -> bool:
    results = [expect for _, expect in case.values]
    return any(result != results[0] for result in results)


def without_effect(options: type[Options], cases: Iterable[Case]) -> set[str]:
    """The options that no case shows to change anything."""
    return set(options.model_fields) - {case.option for case in cases if changes_something(case)}


def unnamed(options: type[Options], option: str, cases: Iterable[Case]) -> list[Any]:
    """The values of a choice that no case names."""
    named = [value for case in cases if case.option == option for value, _ in case.values]
    return [value for value in choices_of(options, option) if value not in named]
