"""Every house rule with the values it may take, read from the types of the family's options."""

from collections.abc import Callable
from enum import StrEnum
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from bot.engine.families import family_named
from bot.engine.refusal import BadRules
from bot.engine.rules import Options, Rules
from bot.presets import Setting
from bot.render.agreements import value_label, values_of
from bot.render.words import Words

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "match": (
        "players",
        "pool_target",
        "end_condition",
        "finish_round",
        "dealer_rotation",
        "claims",
        "reveal_after_deal",
        "stake_label",
    ),
    "auction": (
        "senior_hold",
        "jump_bids",
        "misere_without_talon",
        "concede_three",
        "throw_talon",
    ),
    "whist": (
        "half_whist",
        "half_whist_first",
        "stalingrad",
        "ten_trick",
        "whist_penalty",
        "quota_rule",
        "high_whist",
        "open_whist_exposure",
        "misere_exposure",
        "defender_talk",
    ),
    "sheet": (
        "mountain_mode",
        "mountain_multiplier",
        "whist_multiplier",
        "rostov_whists_per_point",
        "whist_sharing",
        "single_whister_tricks",
        "consolation_to",
        "consolation_value",
        "dealer_talon_bonus",
    ),
    "raspasy": (
        "raspasy_cost_base",
        "raspasy_progression",
        "raspasy_cost_cap",
        "raspasy_exit_bar",
        "raspasy_exit_on",
        "raspasy_max_streak",
        "raspasy_talon",
        "raspasy_third_lead",
        "raspasy_dealer_4p",
        "raspasy_amnesty",
        "raspasy_zero_bonus",
        "raspasy_zero_bonus_dealer",
        "rostov_raspasy",
    ),
    "settlement": ("american_aid", "aid_whists_per_point", "pool_settlement", "rounding"),
}

# what a host is offered where the type allows any number or text
_OFFERED: Final[dict[str, tuple[Setting, ...]]] = {
    "pool_target": (None, 5, 10, 15, 20, 25, 30, 40, 50),
    "end_condition": (
        "all_pools_closed",
        "pool_sum(10*players)",
        "pool_sum(20*players)",
        "pool_sum(30*players)",
        "deals(2*players)",
        "deals(3*players)",
        "deals(4*players)",
        "deals(6*players)",
        "deals(8*players)",
        "time(30)",
        "time(60)",
        "time(120)",
        "time(180)",
    ),
    "pool_settlement": ("average(10)", "average(20)", "pairwise(5)", "pairwise(10)"),
    "stake_label": ("points", "matches", "cookies"),
    "rostov_whists_per_point": (2, 5, 10),
    "aid_whists_per_point": (5, 10, 20),
    "raspasy_cost_base": (1, 2, 3, 5),
    "raspasy_cost_cap": (None, 1, 2, 3, 4, 5),
    "raspasy_max_streak": (None, 1, 2, 3, 4, 5),
    "raspasy_exit_bar": ([6], [6, 7], [6, 7, 7], [6, 7, 8], [6, 6, 7], [6, 7, 8, 9]),
}

_FOUR_ONLY: Final = frozenset(
    {
        "throw_talon",
        "dealer_talon_bonus",
        "raspasy_dealer_4p",
        "raspasy_zero_bonus_dealer",
    }
)


# options that speak only where another one has that value
_NEEDS: Final[dict[str, tuple[str, Setting]]] = {
    "rostov_whists_per_point": ("mountain_mode", "whists"),
    "rostov_raspasy": ("mountain_mode", "whists"),
    "mountain_multiplier": ("mountain_mode", "mountain"),
    "aid_whists_per_point": ("american_aid", True),
    "raspasy_third_lead": ("raspasy_talon", "open"),
}


def groups_of(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The options of these rules by subject; what no subject lists comes last."""
    known = type(rules.options).model_fields
    groups = {key: tuple(o for o in options if o in known) for key, options in GROUPS.items()}
    listed = {option for options in GROUPS.values() for option in options}
    rest = tuple(option for option in known if option not in listed)
    return {key: options for key, options in (groups | {"other": rest}).items() if options}


def is_relevant(rules: Rules, option: str) -> bool:
    """Whether an option changes anything with so many players."""
    return rules.players == 4 or option not in _FOUR_ONLY


def matters(rules: Rules, option: str) -> bool:
    """Whether an option changes anything beside the others."""
    other, value = _NEEDS.get(option, ("", None))
    needed = values_of(rules).get(other) if other else None
    return is_relevant(rules, option) and needed == value


def option_choices(rules: Rules, words: Words) -> dict[str, tuple[tuple[str, str], ...]]:
    """The values offered for every option, each as text and label."""
    return {
        option: tuple(
            (value_text(value), value_label(words, option, value))
            for value in offered(rules, option)
        )
        for option in type(rules.options).model_fields
    }


def offered(rules: Rules, option: str) -> tuple[Setting, ...]:
    """The values a host may choose from; the present one is always among them."""
    present = values_of(rules)[option]
    values = _OFFERED.get(option) or _of_type(type(rules.options), option)
    return values if present in values else (present, *values)


def value_text(value: Setting) -> str:
    """A value as it stands in a press or behind a slash command."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def read_value(rules: Rules, option: str, text: str) -> Setting:
    """The value of an option from its text.  Raises BadRules for what cannot be meant."""
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
    """All values of a yes-or-no, an enum or a literal type."""
    kind: Any = options.model_fields[option].annotation
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(member.value for member in kind)
    return ()


def _reader(kind: Any) -> Callable[[str], Setting]:
    """How a free text is read: numbers and lists of them; names stay text."""
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
