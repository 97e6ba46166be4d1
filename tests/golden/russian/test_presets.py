"""The named presets against the table of rules/russian.md 5, and mixtures that are refused."""

import re
from typing import Any, Final

import pytest

from bot.engine.families.russian.options import RussianOptions
from bot.engine.rules import BadRules
from bot.presets import PRESETS_FOLDER, parse_rules, rules_text
from tests.golden.russian.reading import option_table
from tests.support import builders
from tests.support.cases import for_each

TABLE: Final = option_table()
FILES: Final = {path.stem: path for path in sorted((PRESETS_FOLDER / "russian").glob("*.toml"))}
PRESETS: Final = tuple(FILES)
LEAST: dict[str, Any] = {"rostov_raspasy": "least_takes"}
OUT: dict[str, Any] = {"raspasy_dealer_4p": "sits_out"}
SILENT_ON_FOUR: Final = {"rostov"}  # IN-09: the source has no four; a host may ask for them


def shown(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list():
            return "[" + ",".join(map(str, value)) + "]"
        case _:
            return str(value)


def column_of(preset: str) -> str:
    """Return the head of the preset's column, which the first line of its file names."""
    head, _, _ = FILES[preset].read_text(encoding="utf-8").partition("\n")
    found = re.search(r"rules/russian\.md 5, column (\w+)", head)
    assert found, f"say in line 1 of {preset}.toml: (rules/russian.md 5, column ...)"
    return found[1]


def test_the_table_has_every_option() -> None:
    unequal = set(TABLE) ^ set(RussianOptions.model_fields)
    assert not unequal, f"docs/rules/russian.md 5: write or delete the row of {unequal}"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_table_has_every_preset(preset: str) -> None:
    column = column_of(preset)
    lacking = [option for option, row in TABLE.items() if column not in row]
    assert not lacking, f"docs/rules/russian.md 5: add column {column}, the one of {preset}"


@for_each("players", [2, 3, 4])
@for_each("preset", PRESETS)
def test_preset_is_as_in_the_table(preset: str, players: int) -> None:
    """``-`` means that the preset never asks; a target without aid caps nothing either."""
    options = builders.rules(preset, players).options.model_dump(mode="json")
    column = column_of(preset)
    for option, row in TABLE.items():
        expect = row[column]
        if option == "players":
            is_listed = str(players) in expect or (players == 4 and preset in SILENT_ON_FOUR)
            assert is_listed, (
                f"docs/rules/russian.md 5: {preset} is for {players} too, column {column}"
            )
        elif option == "pool_target" and expect == "null":
            assert options["american_aid"] is False
        elif expect != "-":
            assert shown(options[option]) == expect, option


def test_the_full_round_is_agreed_where_it_means_something() -> None:
    """4.10: a pool sum ends at once, so a preset that ends so leaves the round out."""
    for preset in PRESETS:
        options = builders.rules(preset).options
        assert isinstance(options, RussianOptions)
        assert options.finish_round is (options.end_condition.kind in ("deals", "time"))


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_has_amnesty_beside_a_resting_dealer(preset: str) -> None:
    """3.5: it would change the score of the resting dealer; where all take part it is on."""
    takes_part = TABLE["raspasy_dealer_4p"][column_of(preset)] == "participates"
    for players, dealer, expect in ((3, {}, True), (4, {}, takes_part), (4, OUT, False)):
        options = builders.rules(preset, players, **dealer).options
        assert isinstance(options, RussianOptions)
        assert options.has_amnesty is expect
    for agreed in (True, False):
        options = builders.rules(preset, 4, raspasy_amnesty=agreed, **OUT).options
        assert isinstance(options, RussianOptions)
        assert options.has_amnesty is agreed


BAD = [
    ({"pool_target": None}, "aid_needs_target"),
    ({"american_aid": False}, "closed_pools_need_aid"),
    ({"end_condition": "pool_sum(21*players)"}, "sum_beyond_pools"),
    ({"end_condition": "every_pool(21)"}, "pool_beyond_target"),
    ({"end_condition": "every_pool(20*players)"}, "bad_option"),
    ({"players": 4, "raspasy_talon": "closed"}, "dealer_needs_open_talon"),
    ({"raspasy_exit_bar": []}, "bar_starts_at_six"),
    ({"raspasy_exit_bar": [7, 8]}, "bar_starts_at_six"),
    ({"raspasy_exit_bar": [6, 8, 7]}, "bar_never_falls"),
    (LEAST, "least_takes_is_rostov"),
    (LEAST | {"mountain_mode": "whists", "players": 4}, "least_takes_is_rostov"),
    ({"stalingrad": "perhaps"}, "bad_option"),
    ({"no_such_option": 1}, "bad_option"),
    ({"end_condition": "tomorrow"}, "bad_option"),
    ({"end_condition": "until(24:00)"}, "bad_option"),
    ({"end_condition": "until(3:00)"}, "bad_option"),
    ({"pool_settlement": "average()"}, "bad_option"),
    ({"players": 5}, "bad_option"),
    ({"whist_price": 0}, "bad_option"),
    ({"whist_price": "-0.1"}, "bad_option"),
    ({"whist_price": "0.125"}, "bad_option"),
    ({"whist_price": "1001"}, "bad_option"),
    ({"whist_price": "NaN"}, "bad_option"),
    ({"whist_price": "ten"}, "bad_option"),
    ({"players": 1}, "bad_option"),
    ({"players": 2, "misere_exposure": "after_first_trick"}, "dummy_lies_open"),
    ({"players": 2, "open_whist_exposure": "after_first_trick"}, "dummy_lies_open"),
]


@for_each(("changes", "reason"), BAD)
def test_impossible_mixtures_are_refused_with_a_sentence(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadRules) as caught:
        builders.PRESETS.rules("sochi", **changes)
    assert caught.value.reason == reason


def test_a_closed_talon_is_no_matter_with_three() -> None:
    assert builders.rules("sochi", 3, raspasy_talon="closed")


@for_each("preset", PRESETS)
@for_each("players", [2, 3, 4])
def test_stored_rules_are_read_back(preset: str, players: int) -> None:
    agreed = builders.rules(preset, players, half_whist=False)
    assert parse_rules(rules_text(agreed)) == agreed
    assert builders.PRESETS.differences(agreed) == (("half_whist", False),)
