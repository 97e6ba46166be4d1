"""House rules as text: titles of options and values, differences, length of a game."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from enum import StrEnum
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from babel.numbers import format_decimal

from bot.engine import families
from bot.engine.rules import BadRules, Options, Rules
from bot.model.enums import Clock
from bot.presets import OptionSetting, Presets
from bot.render import formatting, screen_data
from bot.render.families import presenter_of
from bot.render.screen import safe_name
from bot.render.words import TableWords, Words

Differences = Sequence[tuple[str, OptionSetting]]

_VALUE_WITH_NUMBER: Final = re.compile(r"(\w+)\(([\d:]+)(\*players)?\)")
_DECIMAL: Final = re.compile(r"\d+(\.\d+)?")

_LONGEST_SHARE_CODE: Final = 600

# at a table of three with experienced players
_MINUTES_A_DEAL: Final = {Clock.FAST: 2.5, Clock.NORMAL: 3.5, Clock.SLOW: 0, Clock.NONE: 3.5}


def option_values(rules: Rules) -> dict[str, OptionSetting]:
    """Return every option with its stored value."""
    values: dict[str, OptionSetting] = rules.options.model_dump(mode="json")
    return values


def game_title(rules: Rules, words: TableWords) -> str:
    """Return a title such as "Sochi to 10", "Rostov, 12 deals" or "Croatian from 30"."""
    kind, amount = presenter_of(rules).ending(rules)
    return words.say(f"title.{kind}", preset=words.say(f"preset.{rules.preset}"), n=amount)


def presets_by_family(presets: Presets) -> tuple[str, ...]:
    """Return all presets sorted by family; within a family the order of ``names()``."""
    order = {family: place for place, family in enumerate(families.FAMILIES)}
    names = presets.names()
    return tuple(sorted(names, key=lambda name: order[presets.family_key(name)]))


def preset_label(presets: Presets, name: str, words: Words) -> str:
    """Return one line for a list: family, preset, and its description."""
    family = words.say(f"family.{presets.family_key(name)}")
    called, plain = words.say(f"preset.{name}"), words.say(f"plain.{name}")
    return f"{family} · {called}. {plain}"


def option_title(words: Words, option: str) -> str:
    return words.say(f"option.{option}")


def value_label(words: Words, option: str, value: OptionSetting) -> str:
    """Return the text of a value, such as "yes", "both defenders" or "6–7"."""
    if isinstance(value, bool):
        own = f"value.{option}.{str(value).lower()}"
        return words.say(own if words.has_key(own) else f"value.{'yes' if value else 'no'}")
    if value is None:
        own = f"value.{option}.none"
        return words.say(own if words.has_key(own) else "value.none")
    if isinstance(value, list):
        return "–".join(map(str, value))
    if words.has_key(key := f"value.{option}.{value}"):
        return words.say(key)
    if found := _VALUE_WITH_NUMBER.fullmatch(str(value)):
        return words.say(f"value.{found[1]}{'.each' if found[3] else ''}", n=found[2])
    if _DECIMAL.fullmatch(str(value)):
        return format_decimal(Decimal(str(value)), "0.##", locale=words.locale)
    return safe_name(str(value))


def option_line(words: Words, option: str, value: OptionSetting) -> str:
    return f"{option_title(words, option)}: {value_label(words, option, value)}"


def differences_beyond_title(rules: Rules, differences: Differences) -> Differences:
    """Return the differences that the title of the game does not show."""
    told = presenter_of(rules).house_rules.title_options
    return [pair for pair in differences if pair[0] not in told]


def differences_line(rules: Rules, differences: Differences, words: TableWords) -> str:
    """Return one line of differences from the preset, or the description of the preset."""
    shown = differences_beyond_title(rules, differences)
    if not shown:
        return words.say(f"plain.{rules.preset}")
    items = "; ".join(option_line(words, option, value) for option, value in shown[:6])
    more = len(shown) - 6
    return items + (" " + words.say_plural("rules.and_more", more) if more > 0 else "")


def share_code_line(code: str, words: Words) -> str:
    """Return the share code as a small line; "" if it is too long to be useful."""
    return (
        formatting.small_print(words.say("rules.code", code=code))
        if 0 < len(code) <= _LONGEST_SHARE_CODE
        else ""
    )


def expected_minutes(rules: Rules, clock: Clock) -> int | None:
    """Return the length of a game, rounded to five minutes; None if it takes days."""
    if clock is Clock.SLOW:
        return None
    minutes = families.family_of(rules).match_minutes(rules)
    if minutes is not None:
        return minutes
    exact = presenter_of(rules).expected_deals(rules) * _MINUTES_A_DEAL[clock]
    return max(10, round(exact / 5) * 5)


def ends_line(facts: screen_data.TableData, words: TableWords) -> str:
    """Return the end of a timed match, in the reader's time zone; "" for other matches."""
    at = facts.ends_at
    return "" if at is None else words.say("board.ends", at=f"<t:{at}:t>", when=f"<t:{at}:R>")


def length_line(rules: Rules, facts: screen_data.TableData, words: TableWords) -> str:
    """Return the expected length of a game, or the end of a timed match."""
    if facts.ends_at is not None:
        return ends_line(facts, words)
    minutes = expected_minutes(rules, facts.clock)
    if minutes is None:
        return words.say("length.days")
    if minutes < 120:
        return words.say_plural("length.minutes", minutes)
    return words.say_plural("length.hours", round(minutes / 60))


# House rules with their possible values, read from the types of the family's options.


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
    field = families.family_named(rules.family).options.model_fields.get(option)
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


# The share code: rules as one line, ``russian(sochi, whist_sharing=gentleman_single)``.
#
# Options that a line leaves out are those of the preset, so a line is short, can be typed, and
# stays readable for every later version that knows the options it names.

_CODE: Final = re.compile(r"(\w+)\s*\(\s*([\w.-]+)\s*(?:,(.*))?\)", re.DOTALL)
_SEPARATOR: Final = re.compile(r",(?=\s*\w+\s*=)")  # lists of numbers contain commas too
# characters of a value: none that Discord would format in a message
_VALUE: Final = re.compile(r"[\w.:,*() +-]{1,60}")
_LONGEST_INPUT: Final = 2000


def format_code(presets: Presets, rules: Rules) -> str:
    """Return the line that ``parse_code`` parses into these rules."""
    changed = dict[str, OptionSetting](presets.differences(rules))
    if rules.players != presets.rules(rules.preset).players:
        changed = {"players": rules.players, **changed}
    written = {option: format_value(value) for option, value in changed.items()}
    said = [f"{option}={text}" for option, text in written.items() if _VALUE.fullmatch(text)]
    return f"{rules.family}({', '.join([rules.preset, *said])})"


def looks_like_code(text: str) -> bool:
    """Return True if the text was meant as such a line, even a malformed one."""
    return "(" in text


def parse_code(presets: Presets, text: str) -> Rules:
    """Return the rules of a line.  Raises BadRules if it cannot be parsed or played."""
    found = _CODE.fullmatch(text.strip()) if len(text) <= _LONGEST_INPUT else None
    if found is None:
        raise BadRules("unreadable_code")
    family, preset, rest = found[1], found[2], (found[3] or "").strip()
    rules = presets.rules(preset)
    if rules.family != family:
        raise BadRules("preset_of_another_family", preset=preset, family=rules.family)
    return presets.rules(preset, **_parse_changes(rules, rest))


def _parse_changes(rules: Rules, text: str) -> dict[str, OptionSetting]:
    changes: dict[str, OptionSetting] = {}
    for part in _SEPARATOR.split(text) if text else ():
        option, is_said, value = (word.strip() for word in part.partition("="))
        if not is_said or not _VALUE.fullmatch(value):
            raise BadRules("unreadable_code")
        if option in changes:
            raise BadRules("option_twice", option=option)
        changes[option] = parse_value(rules, option, value)
    return changes
