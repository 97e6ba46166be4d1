"""The values that an option of a family can have."""

from enum import Enum
from typing import Literal, get_args, get_origin

from bot.engine.rules import Options
from bot.presets import OptionSetting


def choices_of(options: type[Options], option: str) -> list[OptionSetting]:
    """Return all values of a choice; nothing for numbers and texts."""
    kind = options.model_fields[option].annotation
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [member.value for member in kind]
    return []
