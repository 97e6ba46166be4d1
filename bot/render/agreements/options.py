"""House rules with their possible values, read from the types of the family's options."""

from collections.abc import Callable
from enum import StrEnum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from bot.engine.families import family_named
from bot.engine.refusal import BadRules
from bot.engine.rules import Options, Rules
from bot.presets import OptionSetting
from bot.render.agreements.phrases import option_values, value_label
from bot.render.families import presenter_of
from bot.render.words import Words


def option_groups(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the options of these rules by subject; unlisted options come last."""
    known = type(rules.options).model_fields
    groups = dict(presenter_of(rules).house_rules.groups)
    listed = {option for options in groups.values() for option in options}
    rest = tuple(option for option in known if option not in listed)
    return {key: options for key, options in (groups | {"other": rest}).items() if options}


def is_relevant_option(rules: Rules, option: str) -> bool:
    """Return True if an option has an effect with this number of players."""
    return rules.players in presenter_of(rules).house_rules.player_counts.get(
        option, (rules.players,)
    )


def has_effect(rules: Rules, option: str) -> bool:
    """Return True if an option has an effect given the values of the others."""
    other, value = presenter_of(rules).house_rules.required_values.get(option, ("", None))
    needed = option_values(rules).get(other) if other else None
    return is_relevant_option(rules, option) and needed == value


def option_choices(rules: Rules, option: str, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the values offered for an option, each as text and label."""
    values = offered_values(rules, option)
    return tuple((format_value(value), value_label(words, option, value)) for value in values)


def offered_values(rules: Rules, option: str) -> tuple[OptionSetting, ...]:
    """Return the values a host may choose from, always with the present one."""
    present = option_values(rules)[option]
    values = presenter_of(rules).house_rules.offered_values.get(option) or _values_of_type(
        type(rules.options), option
    )
    return values if present in values else (present, *values)


def format_value(value: OptionSetting) -> str:
    """Return a value as text for a button or a slash command."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def parse_value(rules: Rules, option: str, text: str) -> OptionSetting:
    """Return the value of an option from its text.  Raises BadRules if the text is invalid."""
    field = family_named(rules.family).options.model_fields.get(option)
    if field is None:
        raise BadRules("unknown_option", option=option)
    for value in offered_values(rules, option):
        if format_value(value) == text:
            return value
    try:
        return _parser_for(field.annotation)(text)
    except ValueError as error:
        raise BadRules("unknown_value", option=option, value=text) from error


def _values_of_type(options: type[Options], option: str) -> tuple[OptionSetting, ...]:
    """Return all values of a bool, enum or literal option; nothing for other types."""
    kind: Any = options.model_fields[option].annotation
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(member.value for member in kind)
    return ()


def _parser_for(kind: Any) -> Callable[[str], OptionSetting]:
    """Return the parser of a free text: numbers and lists of them; names stay text."""
    if get_origin(kind) in (Union, UnionType):
        return lambda text: None if text == "none" else int(text)
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis:
        return lambda text: [int(part) for part in text.split(",")]
    if kind is int:
        return int
    if kind is bool or get_origin(kind) is Literal or _is_enum(kind):
        return _reject
    return lambda text: text


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def _reject(text: str) -> OptionSetting:
    raise ValueError(text)
