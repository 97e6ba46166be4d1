"""The named presets against rules/balkan.md 5, refa budgets, and mixtures that are refused."""

from typing import Any

import pytest

from bot.engine.families.balkan import scoring
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.rules import BadRules
from bot.presets import PRESETS_FOLDER, load_presets, parse_rules, rules_text
from tests.golden.balkan.reading import cases
from tests.support import balkan
from tests.support.cases import for_each

TABLE = cases("presets")
# the kit's options, and the format of texts: the worked presets do not name them
OURS = {
    *("claims", "take_back", "reveal_after_deal", "tricks_shown", "stake_label"),
    *("suit_order", "refa_scale"),
}


def dumped(preset: str) -> dict[str, Any]:
    return balkan.rules(preset).options.model_dump(mode="json")


def test_the_table_has_every_option() -> None:
    for columns in TABLE.values():
        names = {name for name in columns if name not in ("max_refas_table", "max_refas_per")}
        assert set(BalkanOptions.model_fields) - names == OURS


@pytest.mark.parametrize("preset", TABLE)
def test_preset_is_as_in_the_table(preset: str) -> None:
    found = dumped(preset)
    for option, value in TABLE[preset].items():
        if option not in ("max_refas_table", "max_refas_per"):
            assert found[option] == value, option


@pytest.mark.parametrize("preset", TABLE)
def test_automatic_refas_are_as_in_the_table(preset: str) -> None:
    """3.7: the stated steps, the greatest one not above the level, below them one."""
    steps, per = TABLE[preset].get("max_refas_table"), TABLE[preset].get("max_refas_per")
    for level in range(10, 211):
        options = BalkanOptions.of(balkan.rules(preset, starting_level=level))
        if per:
            expect = level // per
        else:
            expect = max((n for at, n in steps.items() if int(at) <= level), default=1)
        assert scoring.refa_budget(options) == expect, level


def test_refas_as_agreed() -> None:
    assert scoring.refa_budget(BalkanOptions.of(balkan.rules(max_refas=5))) == 5
    assert scoring.refa_budget(BalkanOptions.of(balkan.rules(max_refas=0))) == 0


def test_the_general_game_is_otherwise_serbian() -> None:
    """4.2, 5: only the order of suits and the clockwise play differ."""
    serbian, general = dumped("serbian"), dumped("balkan")
    assert (general.pop("suit_order"), general.pop("direction")) == ("CDHS", "cw")
    assert (serbian.pop("suit_order"), serbian.pop("direction")) == ("SDHC", "ccw")
    assert general == serbian


def test_every_preset_has_its_file() -> None:
    assert {path.stem for path in (PRESETS_FOLDER / "balkan").glob("*.toml")} == set(balkan.PRESETS)


BAD = [
    ({"suit_order": "CDHS"}, "suit_order_needs_french_pack"),
    ({"suit_order": "CDHS", "suit_skin": "italian"}, "suit_order_needs_french_pack"),
    ({"players": 4}, "bad_option"),
    ({"starting_level": 9}, "bad_option"),
    ({"kontra_max_level": 0}, "bad_option"),
    ({"kontra_max_level": 11}, "bad_option"),
    ({"max_refas": -1}, "bad_option"),
    ({"max_refas": "many"}, "bad_option"),
    ({"plain_two": "perhaps"}, "bad_option"),
    ({"no_such_option": 1}, "bad_option"),
]


@for_each(("changes", "reason"), BAD)
def test_impossible_mixtures_are_refused_with_a_sentence(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadRules) as caught:
        load_presets().rules("croatian", **changes)
    assert caught.value.reason == reason


@pytest.mark.parametrize("preset", balkan.PRESETS)
def test_stored_rules_are_read_back(preset: str) -> None:
    presets = load_presets()
    agreed = presets.rules(preset, max_refas=2, stop_at_five=False)
    assert agreed == balkan.rules(preset, max_refas=2, stop_at_five=False)
    assert parse_rules(rules_text(agreed)) == agreed
    assert presets.differences(agreed) == (("max_refas", 2), ("stop_at_five", False))


def test_the_target_is_the_starting_level() -> None:
    from bot.engine.families.balkan.flow import BALKAN

    agreed = BALKAN.with_target(balkan.rules("serbian"), 60)
    assert BALKAN.target_of(agreed) == 60
    assert BALKAN.match_minutes(agreed) is None
