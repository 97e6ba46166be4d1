"""Every option of rules/balkan.md 5: the effect of each of its values, as the rules state it.

A case is a scene and the result expected for every value; at least two results differ.  An
option without a case fails, and so does a value of a choice that no case names.
"""

from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.rules import Rules
from tests.golden import options
from tests.golden.balkan.scenes import (
    announced,
    choices,
    claims,
    columns,
    opening_debt,
    partner_asks,
    passed_out,
    reported,
    revealed,
    settled,
    talon_seen,
    tricks_open,
    tricks_played,
    two_without_kontra,
    written,
)
from tests.golden.options import TAKING_BACK, Case, taking_back
from tests.support.balkan import dealt_under
from tests.support.cases import for_each

HAT = {"main 0": 6, "main 1": -40, "main 2": -30}
ZERO = {"main 0": 0, "main 1": -40, "main 2": -30}
NO_HAT = {"main 0": -40, "main 1": -40, "main 2": -30}
NEARLY = {"main 0": -6, "main 1": 20, "main 2": -20}
BEATEN = written(6, (1, 0, 0), level=1, caller=(1,), guest=(2,))


def second_thoughts(agreed: Rules) -> tuple[bool, bool]:
    return taking_back(dealt_under(agreed))


CASES = (
    Case("players", "5", columns, ((3, 3),)),
    Case("claims", "8", claims, (("by_consent", 21), ("off", 0))),
    Case("take_back", "5", second_thoughts, TAKING_BACK),
    Case("reveal_after_deal", "2.12", revealed, ((True, True), (False, False))),
    Case("tricks_shown", "2.12", tricks_open, (("all", (1, 2)), ("last", (2,)))),
    Case(
        "stake_label",
        "5",
        reported("stake_label"),
        (("points", ("points", -30)), ("cent", ("cent", -30))),
    ),
    Case("direction", "2.0", reported("direction"), (("cw", ("cw", -30)), ("ccw", ("ccw", -30)))),
    Case(
        "suit_skin",
        "1.1",
        reported("suit_skin"),
        (("german", ("german", -30)), ("french", ("french", -30)), ("italian", ("italian", -30))),
    ),
    Case(
        "suit_order",
        "A33",
        choices("bid G", "pass", "pass"),
        (
            ("SDHC", "0: declare G2S declare G3D declare G4H declare G5C"),
            ("CDHS", "0: declare G2C declare G3D declare G4H declare G5S"),
        ),
        {"suit_skin": "french", "game_commitment": "suit_only"},
    ),
    Case("starting_level", "3.1", opening_debt, ((30, (-30,) * 3), (60, (-60,) * 3))),
    Case(
        "max_refas",
        "3.7",
        passed_out(given=1),
        (("auto", "passed_out"), (0, "passed_out"), (1, "passed_out"), (2, "passed_out_refa")),
    ),
    Case(
        "refa_scale",
        "A17",
        passed_out(given=1),
        (
            ("steps_30_50", "passed_out"),
            ("steps_40_60", "passed_out"),
            ("per_30", "passed_out"),
        ),
        {"starting_level": 49},
    ),
    Case(
        "refa_scale",
        "A17",
        passed_out(given=1),
        (
            ("steps_30_50", "passed_out_refa"),
            ("steps_40_60", "passed_out_refa"),
            ("per_30", "passed_out_refa"),
        ),
        {"starting_level": 60},
    ),
    Case(
        "refa_scale",
        "A17",
        passed_out(given=2),
        (
            ("steps_30_50", "passed_out_refa"),
            ("steps_40_60", "passed_out"),
            ("per_30", "passed_out"),
        ),
        {"starting_level": 60},
    ),
    Case(
        "refa_blocked_by_hat",
        "2.5",
        passed_out(HAT),
        ((True, "passed_out"), (False, "passed_out_refa")),
    ),
    Case(
        "hat_rule",
        "A16",
        passed_out(ZERO),
        (("above_zero", "passed_out_refa"), ("zero_counts", "passed_out")),
    ),
    Case(
        "game_commitment",
        "2.4",
        choices("bid G", "pass", "bid G6B"),
        (
            (
                "open",
                "0: declare G6B declare G7NT silent",
            ),
            ("suit_only", "0: stand kontra 1"),
        ),
    ),
    Case(
        "preferans_contract",
        "A8",
        choices("bid G7NT"),
        ((True, "1: pass bid G8P"), (False, "1: pass")),
    ),
    Case("talon_exposed", "2.6", talon_seen, ((True, 2), (False, 0))),
    Case(
        "plain_two",
        "2.9.3",
        two_without_kontra(NO_HAT),
        (
            ("default_win", ("two_credited", {"main 0": 4}, (0, 0, 0))),
            ("throw_in_refa", ("two_refa", {}, (1, 1, 1))),
            ("refa_then_hat_win", ("two_refa", {}, (1, 1, 1))),
            ("refa_then_win", ("two_refa", {}, (1, 1, 1))),
            ("normal", ("asked", {}, (0, 0, 0))),
        ),
    ),
    Case(
        "plain_two",
        "2.9.3",
        two_without_kontra(HAT),
        (
            ("default_win", ("two_credited", {"main 0": 4}, (0, 0, 0))),
            ("throw_in_refa", ("two_void", {}, (0, 0, 0))),
            ("refa_then_hat_win", ("two_credited", {"main 0": 4}, (0, 0, 0))),
            ("refa_then_win", ("two_credited", {"main 0": 4}, (0, 0, 0))),
        ),
    ),
    Case(
        "plain_two",
        "2.9.3",
        two_without_kontra(NO_HAT, given=9),
        (
            ("throw_in_refa", ("two_void", {}, (0, 0, 0))),
            ("refa_then_hat_win", ("two_void", {}, (0, 0, 0))),
            ("refa_then_win", ("two_credited", {"main 0": 4}, (0, 0, 0))),
        ),
    ),
    Case(
        "plain_two_refa_exempt",
        "2.9.3",
        choices(
            *("bid 2", "pass", "pass", "discard 7S 8S", "declare 2S"),
            refas=(1, 1, 1),
        ),
        ((True, "1: drop join"), (False, "1: stand kontra 1")),
    ),
    Case(
        "kontra_max_level",
        "A13",
        announced(4, "join", "join", "kontra 1", "kontra 2"),
        ((2, "0 leads"), (4, "1: stand kontra 3"), (None, "1: stand kontra 3")),
    ),
    Case(
        "kontra_callers",
        "A9",
        announced(4, "drop", "join", "invite"),
        (("volunteers", "0 leads"), ("any_active", "1: stand kontra 1")),
    ),
    Case(
        "bettel_kontra_payout",
        "A12",
        BEATEN,
        (
            ("host_single", {"main 0": -24, "side 1>0": 120}),
            ("host_both_shares", {"main 0": -24, "side 1>0": 240}),
            ("both", {"main 0": -24, "side 1>0": 120, "side 2>0": 120}),
        ),
    ),
    Case(
        "rekontra_on_game_bettel",
        "5",
        announced(6, "kontra 1", is_game=True),
        ((True, "0: stand kontra 2"), (False, "0 leads")),
    ),
    Case(
        "rekontra_on_game_bettel",
        "5",
        announced(6, "kontra 1"),
        ((True, "0: stand kontra 2"), (False, "0: stand kontra 2")),
    ),
    Case(
        "sanac_lead",
        "2.10",
        announced(7, "join", "join", "stand", "stand"),
        (("forehand", "1 leads"), ("predecessor", "2 leads")),
    ),
    Case("stop_at_five", "2.10", tricks_played, ((True, (5, 5)), (False, (10, 5)))),
    Case(
        "last_contract_cut",
        "A26",
        written(5, (6, 2, 2), before=NEARLY, volunteer=(1, 2)),
        (
            ("contract_and_tricks", {"main 0": 6, "side 1>0": 12, "side 2>0": 12}),
            ("contract_only", {"main 0": 6, "side 1>0": 20, "side 2>0": 20}),
        ),
    ),
    Case(
        "last_contract_fall",
        "3.8",
        written(5, (3, 5, 0), before=NEARLY, host=(1,), guest=(2,)),
        (
            ("single", {"main 0": -10, "side 1>0": 50}),
            ("double", {"main 0": -20, "side 1>0": 50}),
        ),
    ),
    Case(
        "abandoned_game",
        "3.9",
        settled(_0=-20, _1=-30, _2=-40),
        (("write_off", (100, 0, -100)), ("void", (0, 0, 0))),
    ),
    Case(
        "partner_pays",
        "3.11",
        partner_asks,
        (("off", ("-1: between", -36)), ("on_request", ("1: asking", -36))),
        {"suit_skin": "french"},
    ),
    Case(
        "defence_conventions",
        "2.10",
        reported("defence_conventions"),
        (("off", ("off", -30)), ("hints", ("hints", -30))),
    ),
    Case(
        "auto_forced_pass",
        "5",
        reported("auto_forced_pass"),
        ((True, (True, -30)), (False, (False, -30))),
    ),
)


@for_each("case", CASES, ids=lambda case: case.option)
def test_option(case: Case) -> None:
    options.check(case, "croatian")


def test_every_option_has_a_case() -> None:
    assert options.without_effect(BalkanOptions, CASES) == {"players"}


def test_every_value_of_a_choice_has_a_case() -> None:
    for option in BalkanOptions.model_fields:
        assert options.unnamed(BalkanOptions, option, CASES) == [], option
