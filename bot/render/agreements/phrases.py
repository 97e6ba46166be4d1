"""House rules as text: titles of options and values, differences, length of a game."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from babel.numbers import format_decimal

from bot.engine.families import FAMILIES, family_of
from bot.engine.rules import Rules
from bot.presets import OptionSetting, Presets
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.names import safe_name
from bot.render.parts import small_print
from bot.render.words import TableWords, Words
from bot.terms import Clock

Differences = Sequence[tuple[str, OptionSetting]]

_VALUE_WITH_NUMBER: Final = re.compile(r"(\w+)\(([\d:]+)(\*players)?\)")
_DECIMAL: Final = re.compile(r"\d+(\.\d+)?")

_LONGEST_CODE: Final = 600

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
    order = {family: place for place, family in enumerate(FAMILIES)}
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
    return small_print(words.say("rules.code", code=code)) if 0 < len(code) <= _LONGEST_CODE else ""


def expected_minutes(rules: Rules, clock: Clock) -> int | None:
    """Return the length of a game, rounded to five minutes; None if it takes days."""
    if clock is Clock.SLOW:
        return None
    minutes = family_of(rules).match_minutes(rules)
    if minutes is not None:
        return minutes
    exact = presenter_of(rules).expected_deals(rules) * _MINUTES_A_DEAL[clock]
    return max(10, round(exact / 5) * 5)


def ends_line(facts: TableData, words: TableWords) -> str:
    """Return the end of a timed match, in the reader's time zone; "" for other matches."""
    at = facts.ends_at
    return "" if at is None else words.say("board.ends", at=f"<t:{at}:t>", when=f"<t:{at}:R>")


def length_line(rules: Rules, facts: TableData, words: TableWords) -> str:
    """Return the expected length of a game, or the end of a timed match."""
    if facts.ends_at is not None:
        return ends_line(facts, words)
    minutes = expected_minutes(rules, facts.clock)
    if minutes is None:
        return words.say("length.days")
    if minutes < 120:
        return words.say_plural("length.minutes", minutes)
    return words.say_plural("length.hours", round(minutes / 60))
