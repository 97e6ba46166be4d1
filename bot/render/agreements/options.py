"""House rules with their possible values, read from the types of the family's options."""

from collections.abc import Callable
from enum import StrEnum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from bot.engine.families import family_named
from bot.engine.refusal import BadRules
from bot.engine.rules import Options, Rules
from bot.presets import Setting
from bot.render.agreements.phrases import value_label, values_of
from bot.render.families import manner_of
from bot.render.words import Words


def groups_of(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the options of these rules by subject; unlisted options come last."""
    known = type(rules.options).model_fields
    groups = dict(manner_of(rules).house.groups)
    listed = {option for options in groups.values() for option in options}
    rest = tuple(option for option in known if option not in listed)
    return {key: options for key, options in (groups | {"other": rest}).items() if options}


def is_relevant(rules: Rules, option: str) -> bool:
    """Return True if an option has an effect with this number of players."""
    return rules.players in manner_of(rules).house.spoken_by.get(option, (rules.players,))


def matters(rules: Rules, option: str) -> bool:
    """Return True if an option has an effect given the values of the others."""
    other, value = manner_of(rules).house.needs.get(option, ("", None))
    needed = values_of(rules).get(other) if other else None
    return is_relevant(rules, option) and needed == value


def option_choices(rules: Rules, option: str, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the values offered for an option, each as text and label."""
    values = offered(rules, option)
    return tuple((value_text(value), value_label(words, option, value)) for value in values)


def offered(rules: Rules, option: str) -> tuple[Setting, ...]:
    """Return the values a host may choose from, always with the present one."""
    present = values_of(rules)[option]
    values = manner_of(rules).house.offered.get(option) or _of_type(type(rules.options), option)
    return values if present in values else (present, *values)


def value_text(value: Setting) -> str:
    """Return a value as text for a button or a slash command."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def read_value(rules: Rules, option: str, text: str) -> Setting:
    """Return the value of an option from its text.  Raises BadRules if the text is invalid."""
    field = family_named(rules.family).options.model_fields.get(option)
    if field is None:
        raise BadRules("unknown_option", option=option)
    for value in offered(rules, option):
        if value_text(value) == text:
            return value
    try:
        return _reader(field.annotation)(text)
    except ValueError as error:
        raise BadRules("unknown_value", option=option, value=text) from error


def _of_type(options: type[Options], option: str) -> tuple[Setting, ...]:
    """Return all values of a bool, enum or literal option; nothing for other types."""
    kind: Any = options.model_fields[option].annotation
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(member.value for member in kind)
    return ()


def _reader(kind: Any) -> Callable[[str], Setting]:
    """Return the parser of a free text: numbers and lists of them; names stay text."""
    if get_origin(kind) in (Union, UnionType):
        return lambda text: None if text == "none" else int(text)
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis:
        return lambda text: [int(part) for part in text.split(",")]
    if kind is int:
        return int
    if kind is bool or get_origin(kind) is Literal or _is_enum(kind):
        return _nothing_else
    return lambda text: text


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def _nothing_else(text: str) -> Setting:
    raise ValueError(text)
