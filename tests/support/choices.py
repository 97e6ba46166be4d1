"""The values an option can have, read from its type."""

from enum import Enum
from typing import Any, Literal, get_args, get_origin

from bot.engine.rules import Options


def choices_of(options: type[Options], option: str) -> list[Any]:
    """All values of a choice; nothing for numbers and texts."""
    kind = options.model_fields[option].annotation
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [member.value for member in kind]
    return []
