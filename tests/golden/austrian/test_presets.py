"""The presets against the table of rules/austrian.md 4, and mixtures that are refused."""

from pathlib import Path
from typing import Any

import pytest

from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.rules import BadRules
from bot.presets import load_presets, parse_rules, rules_text
from tests.support import austrian
from tests.support.cases import for_each

LINES = (Path(__file__).parent / "presets.txt").read_text(encoding="utf-8").splitlines()
ROWS = [[cell.strip() for cell in line.split("|")] for line in LINES if not line.startswith("#")]
TABLE = {option: dict(zip(austrian.NAMES, values, strict=True)) for option, *values in ROWS[1:]}


def shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_the_table_has_every_option() -> None:
    assert set(TABLE) == set(AustrianOptions.model_fields)
    assert set(austrian.NAMES) <= set(load_presets().names())


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", austrian.NAMES)
def test_preset_is_as_in_the_table(preset: str, players: int) -> None:
    options = austrian.rules(preset, players).options.model_dump(mode="json")
    assert options["players"] == players
    for option, row in TABLE.items():
        if option != "players" and row[preset] != "-":
            assert shown(options[option]) == row[preset], option


SEALED = "sealed_simultaneous"
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("viennese", {"max_amount_units": 25}, "ten_units"),
    ("viennese", {"basic_stake_chips": 15}, "ten_units"),
    ("austrian", {"ante_units": 15}, "ten_units"),
    ("viennese", {"max_amount_units": 0}, "bad_option"),
    ("viennese", {"game_reveal": SEALED}, "sealed_needs_hearts_only"),
    ("austrian", {"premium_set": "hearts_5_6"}, "sealed_needs_hearts_only"),
    ("viennese", {"hearts_ends_auction": True}, "hearts_end_needs_hearts_only"),
    ("viennese", {"game_may_name_hearts": True}, "hearts_game_needs_sealed"),
    ("viennese", {"ante_units": 20}, "dealer_antes_one_stake"),
    ("viennese", {"ante_mode": "all_players_when_empty"}, "common_ante_is_flat"),
    ("austrian", {"max_amount_units": 20}, "common_ante_is_flat"),
    ("viennese", {"negotiation_max_offers": 0}, "bad_option"),
    ("viennese", {"rounds": 0}, "bad_option"),
    ("viennese", {"no_such_option": 1}, "bad_option"),
    ("viennese", {"players": 5}, "bad_option"),
]


@for_each(("preset", "changes", "reason"), BAD)
def test_impossible_mixtures_are_refused_with_a_sentence(
    preset: str, changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadRules) as caught:
        load_presets().rules(preset, **changes)
    assert caught.value.reason == reason


GOOD: list[tuple[str, dict[str, Any]]] = [
    ("viennese", {"premium_set": "hearts_only"}),  # the after-buy is ignored (6.2)
    ("viennese", {"premium_set": "hearts_only", "game_reveal": SEALED}),
    ("viennese", {"ante_mode": "all_players_when_empty", "max_amount_units": 10}),
    ("austrian", {"ante_units": 50}),
    ("austrian", {"hold_right": "forehand", "negotiation": "before_first_lead"}),
]


@pytest.mark.parametrize(("preset", "changes"), GOOD)
def test_possible_mixtures(preset: str, changes: dict[str, Any]) -> None:
    assert load_presets().rules(preset, **changes)


@pytest.mark.parametrize("preset", austrian.NAMES)
@pytest.mark.parametrize("players", [3, 4])
def test_stored_rules_are_read_back(preset: str, players: int) -> None:
    presets = load_presets()
    agreed = presets.rules(preset, players=players, lowest_winner_duty=False)
    assert parse_rules(rules_text(agreed)) == agreed
    assert parse_rules(rules_text(agreed)) is parse_rules(rules_text(agreed))  # one for all tables
    assert presets.differences(agreed) == (("lowest_winner_duty", False),)


TARGETS = [
    ({}, 4, 7, "rounds"),
    ({"match_end": "pot_empty"}, 10, 10, "ante_units"),
    ({"preset": "austrian", "ante_units": 30}, 30, 50, "ante_units"),
]


@pytest.mark.parametrize(("changes", "present", "wanted", "option"), TARGETS)
def test_the_target_of_a_host(
    changes: dict[str, Any], present: int, wanted: int, option: str
) -> None:
    """Rounds, or the ante of a pot played empty."""
    agreed = austrian.rules(**changes)
    assert AUSTRIAN.target_of(agreed) == present
    assert getattr(AUSTRIAN.with_target(agreed, wanted).options, option) == wanted
    assert AUSTRIAN.match_minutes(agreed) is None


def test_a_vote_has_no_target() -> None:
    agreed = austrian.rules(match_end="vote")
    assert AUSTRIAN.with_target(agreed, 9) == agreed
