"""The share code: rules as one line, ``russian(sochi, whist_sharing=gentleman_single)``.

Options that a line leaves out are those of the preset, so a line is short, can be typed, and
stays readable for every later version that knows the options it names.
"""

import re
from typing import Final

from bot.engine import rule_errors, rules
from bot.presets import OptionSetting, Presets
from bot.render.house_rules.rule_text import format_value, parse_value

_CODE: Final = re.compile(r"(\w+)\s*\(\s*([\w.-]+)\s*(?:,(.*))?\)", re.DOTALL)
_SEPARATOR: Final = re.compile(r",(?=\s*\w+\s*=)")  # lists of numbers contain commas too
# characters of a value: none that Discord would format in a message
_VALUE: Final = re.compile(r"[\w.:,*() +-]{1,60}")
_LONGEST_INPUT: Final = 2000


def format_code(presets: Presets, rules: rules.Rules) -> str:
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


def parse_code(presets: Presets, text: str) -> rules.Rules:
    """Return the rules of a line.  Raises BadRules if it cannot be parsed or played."""
    found = _CODE.fullmatch(text.strip()) if len(text) <= _LONGEST_INPUT else None
    if found is None:
        raise rule_errors.BadRules("unreadable_code")
    family, preset, rest = found[1], found[2], (found[3] or "").strip()
    rules = presets.rules(preset)
    if rules.family != family:
        raise rule_errors.BadRules("preset_of_another_family", preset=preset, family=rules.family)
    return presets.rules(preset, **_parse_changes(rules, rest))


def _parse_changes(rules: rules.Rules, text: str) -> dict[str, OptionSetting]:
    changes: dict[str, OptionSetting] = {}
    for part in _SEPARATOR.split(text) if text else ():
        option, is_said, value = (word.strip() for word in part.partition("="))
        if not is_said or not _VALUE.fullmatch(value):
            raise rule_errors.BadRules("unreadable_code")
        if option in changes:
            raise rule_errors.BadRules("option_twice", option=option)
        changes[option] = parse_value(rules, option, value)
    return changes
