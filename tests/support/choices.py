"""The options of a family in the tests: their type, and the values one of them can have."""

from enum import Enum
from typing import Literal, TypeVar, get_args, get_origin

from bot.engine.rules import Options, Rules
from bot.presets import Setting

Of = TypeVar("Of", bound=Options)


def options_of(kind: type[Of], rules: Rules) -> Of:
    """Rules of one family, known to be its."""
    assert isinstance(rules.options, kind)
    return rules.options


def choices_of(options: type[Options], option: str) -> list[Setting]:
    """All values of a choice; nothing for numbers and texts."""
    kind = options.model_fields[option].annotation
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [member.value for member in kind]
    return []
