"""House rules as one line, the share code: written, read back, and refused with a sentence."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.engine.rules import BadRules
from bot.presets import OptionSetting
from bot.render.rule_text import format_code, offered_values, parse_code
from tests.render.walks import CATALOGUE, PRESETS, players_of, rules_for
from tests.support.cases import for_each

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")


def test_a_line_says_what_differs() -> None:
    rules = PRESETS.rules("sochi", whist_sharing="gentleman_single", raspasy_exit_bar=[6, 7, 8])
    line = "russian(sochi, whist_sharing=gentleman_single, raspasy_exit_bar=6,7,8)"
    assert format_code(PRESETS, rules) == line
    assert parse_code(PRESETS, line) == rules
    assert (
        parse_code(
            PRESETS, " russian( sochi ,raspasy_exit_bar = 6,7,8,whist_sharing=gentleman_single ) "
        )
        == rules
    )
    assert parse_code(PRESETS, "russian(sochi, players=4)") == PRESETS.rules("sochi", players=4)


@pytest.mark.sampled(quick=8)
@pytest.mark.parametrize("preset", PRESETS.names())
def test_any_rules_are_read_back(preset: str) -> None:
    """Every offered value, one after another and as far as they fit together."""
    dice = Random(preset)
    for players in players_of(preset):
        rules = rules_for(preset, players)
        kept: dict[str, OptionSetting] = {}
        for option in sorted(type(rules.options).model_fields, key=lambda _: dice.random()):
            for value in offered_values(rules, option):
                try:
                    mixed = PRESETS.rules(preset, **{"players": players} | kept | {option: value})
                except (BadRules, ValidationError):
                    continue
                assert parse_code(PRESETS, format_code(PRESETS, mixed)) == mixed
                kept[option] = value


FAULTS = [
    ("russian(sochi", "unreadable_code"),
    ("russian sochi)", "unreadable_code"),
    ("(sochi)", "unreadable_code"),
    ("russian(sochi, stalingrad)", "unreadable_code"),
    ("russian(sochi, stalingrad=`no`)", "unreadable_code"),
    ("russian(sochi, stake_label=<@1>)", "unreadable_code"),
    ("russian(sochi" + " " * 3000 + ")", "unreadable_code"),
    ("russian(moscow)", "unknown_preset"),
    ("balkan(sochi)", "preset_of_another_family"),
    ("chess(sochi)", "preset_of_another_family"),
    ("russian(sochi, castling=yes)", "unknown_option"),
    ("russian(sochi, stalingrad=perhaps)", "unknown_value"),
    ("russian(sochi, stalingrad=yes, stalingrad=no)", "option_twice"),
    ("russian(sochi, american_aid=no)", "closed_pools_need_aid"),
    ("balkan(serbian, players=4)", "unknown_value"),
    ("balkan(serbian, starting_level=9)", "bad_option"),
]


@for_each(("line", "why"), FAULTS, ids=range(len(FAULTS)))
def test_what_is_wrong_with_a_line_is_said(line: str, why: str) -> None:
    with pytest.raises(BadRules) as fault:
        parse_code(PRESETS, line)
    assert fault.value.reason == why
    for words in (EN, RU):
        assert words.rules_fault(fault.value).endswith(".")


def test_what_was_typed_cannot_break_the_sentence() -> None:
    with pytest.raises(BadRules) as fault:
        parse_code(PRESETS, "russian(sochi, castling_@everyone*=yes)")
    assert "@everyone" not in EN.rules_fault(fault.value)


@given(st.text("russian(sochi,=_5*: \n)", max_size=60).map("russian(sochi".__add__))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        rules = parse_code(PRESETS, line)
    except BadRules:
        return
    assert parse_code(PRESETS, format_code(PRESETS, rules)) == rules
