"""Every option of rules/russian.md 5: the effect of each of its values, as the rules state it.

A case is a scene and the result expected for every value; at least two results differ.  An
option without a case fails, and so does a value of a choice that no case names.
"""

from decimal import Decimal

from bot.engine.deal import Stage
from bot.engine.families.russian.options import RussianOptions
from bot.engine.rules import Rules
from tests.golden import options
from tests.golden.options import TAKING_BACK, Case, taking_back
from tests.golden.russian.scenes import (
    after_talon,
    all_pass,
    both,
    choices,
    claims,
    contract,
    free_lead,
    is_over,
    may_throw,
    names_bid,
    next_dealer,
    open_after,
    passed_by_both,
    reported,
    revealed,
    seats,
    settled,
    six_spades,
    streak_after,
    tricks_open,
    unplayed,
)
from tests.support.builders import dealt_under
from tests.support.cases import for_each

REMISE = contract("7C", 3, 1, (1,))  # u = 1, T = 4: mountain 4; B writes 16 + 4


def second_thoughts(agreed: Rules) -> tuple[bool, bool]:
    return taking_back(dealt_under(agreed))


CASES = (
    Case("players", "2.3, 2.11", seats, ((2, (0, 2, 1)), (3, (2, 0, 1)), (4, (2, 3, 0)))),
    Case("claims", "2.8", claims, (("by_consent", 66), ("off", 0))),
    Case("take_back", "5", second_thoughts, TAKING_BACK),
    Case("reveal_after_deal", "2.9", revealed, ((True, True), (False, False))),
    Case("tricks_shown", "2.9", tricks_open, (("all", (1, 2)), ("last", (2,)))),
    Case(
        "stake_label",
        "5",
        reported("stake_label"),
        (("points", ("points", 4)), ("cent", ("cent", 4))),
    ),
    Case(
        "whist_price",
        "4.11",
        reported("whist_price"),
        (("1", (Decimal(1), 4)), ("0.1", (Decimal("0.1"), 4)), (10, (Decimal(10), 4))),
    ),
    Case(
        "defender_talk", "2.7", reported("defender_talk"), ((True, (True, 4)), (False, (False, 4)))
    ),
    Case(
        "mountain_mode",
        "4.9",
        REMISE,
        (
            ("mountain", {"mountain 0": 4, "whists 1>0": 20}),
            ("whists", {"whists 1>0": 40, "whists 2>0": 20}),
        ),
    ),
    Case(
        "mountain_multiplier",
        "4.3",
        REMISE,
        (
            (1, {"mountain 0": 4, "whists 1>0": 20}),
            (2, {"mountain 0": 8, "whists 1>0": 20}),
        ),
    ),
    Case(
        "whist_multiplier",
        "4.3",
        REMISE,
        (
            (1, {"mountain 0": 4, "whists 1>0": 20}),
            (2, {"mountain 0": 4, "whists 1>0": 40}),
        ),
    ),
    Case(
        "rostov_whists_per_point",
        "4.9",
        REMISE,
        (
            (5, {"whists 1>0": 40, "whists 2>0": 20}),
            (10, {"whists 1>0": 60, "whists 2>0": 40}),
        ),
        {"mountain_mode": "whists"},
    ),
    Case(
        "whist_penalty",
        "4.3",
        contract("6D", 2, 0, (1,)),
        (
            ("full", {"pool 0": 2, "mountain 1": 4, "whists 1>0": 4}),
            ("half", {"pool 0": 2, "mountain 1": 2, "whists 1>0": 4}),
        ),
    ),
    Case(
        "whist_sharing",
        "4.3",
        both(REMISE, contract("7C", 3, 1, (1, 2))),
        (
            (
                "individual",
                (
                    {"mountain 0": 4, "whists 1>0": 20},
                    {"mountain 0": 4, "whists 1>0": 16, "whists 2>0": 8},
                ),
            ),
            (
                "gentleman_single",
                (
                    {"mountain 0": 4, "whists 1>0": 10, "whists 2>0": 10},
                    {"mountain 0": 4, "whists 1>0": 16, "whists 2>0": 8},
                ),
            ),
            (
                "gentleman_all",
                (
                    {"mountain 0": 4, "whists 1>0": 10, "whists 2>0": 10},
                    {"mountain 0": 4, "whists 1>0": 12, "whists 2>0": 12},
                ),
            ),
        ),
    ),
    Case(
        "consolation_to",
        "4.3",
        REMISE,
        (
            ("none", {"mountain 0": 4, "whists 1>0": 16}),
            ("whisters", {"mountain 0": 4, "whists 1>0": 20}),
            ("defenders", {"mountain 0": 4, "whists 1>0": 20, "whists 2>0": 4}),
            (
                "defenders_and_dealer",
                {"mountain 0": 4, "whists 1>0": 20, "whists 2>0": 4, "whists 3>0": 4},
            ),
        ),
        {"players": 4},
    ),
    Case(
        "consolation_value",
        "5",
        REMISE,
        (
            ("contract", {"mountain 0": 4, "whists 1>0": 20}),
            ("fixed10", {"mountain 0": 4, "whists 1>0": 26}),
        ),
    ),
    Case(
        "single_whister_tricks",
        "AM-08",
        contract("6D", 3, 1, (1,)),
        (
            ("all_defence", {"pool 0": 2, "whists 1>0": 8}),
            ("own", {"pool 0": 2, "whists 1>0": 6}),
        ),
    ),
    Case(
        "quota_rule",
        "AM-05",
        both(contract("6D", 3, 0, (1, 2)), contract("7D", 2, 0, (1, 2))),
        (
            (
                "team_capped",
                (
                    {"pool 0": 2, "mountain 2": 2, "whists 1>0": 6},
                    {"pool 0": 4, "whists 1>0": 8},
                ),
            ),
            (
                "team_uncapped",
                (
                    {"pool 0": 2, "mountain 2": 4, "whists 1>0": 6},
                    {"pool 0": 4, "whists 1>0": 8},
                ),
            ),
            (
                "personal",
                (
                    {"pool 0": 2, "mountain 2": 4, "whists 1>0": 6},
                    {"pool 0": 4, "mountain 2": 4, "whists 1>0": 8},
                ),
            ),
        ),
    ),
    Case(
        "half_whist",
        "2.6",
        choices("bid 6C", "pass", "pass", "discard 7S 8S", "declare 6C", "pass"),
        ((True, "pass, whist, half"), (False, "pass, whist")),
    ),
    Case(
        "half_whist_first",
        "2.6",
        choices("bid 6C", "pass", "pass", "discard 7S 8S", "declare 6C", "whist", "pass"),
        ((True, "open, closed, half"), (False, "open, closed")),
    ),
    Case(
        "high_whist",
        "AM-06",
        both(contract("8C", 0, 0, (1, 2)), contract("10C", 0, 0, (1, 2))),
        (
            ("second", ({"pool 0": 6, "mountain 2": 6}, {"pool 0": 10, "mountain 2": 10})),
            (
                "both",
                (
                    {"pool 0": 6, "mountain 1": 6, "mountain 2": 6},
                    {"pool 0": 10, "mountain 1": 10, "mountain 2": 10},
                ),
            ),
            ("none", ({"pool 0": 6}, {"pool 0": 10})),
        ),
    ),
    Case("stalingrad", "2.6", six_spades, ((True, "play"), (False, "defence"))),
    Case(
        "ten_trick",
        "2.6",
        contract("10C", 0, 0, (1, 2)),
        (("whisted", {"pool 0": 10, "mountain 2": 10}), ("checked", {"pool 0": 10})),
    ),
    Case(
        "misere_without_talon",
        "2.4 rule 7",
        names_bid("bid 9NT"),
        ((True, ("MW", 6)), (False, ("10S", 5))),
    ),
    Case(
        "senior_hold",
        "2.4 rule 3",
        choices("bid 9NT", "bid 10H", "pass"),
        ((True, "pass, hold, bid 10NT"), (False, "pass, bid 10NT")),
    ),
    Case("jump_bids", "2.4 rule 2", names_bid("bid 6S"), ((True, ("6C", 25)), (False, ("6C", 2)))),
    Case(
        "concede_three",
        "2.5 rule 5",
        choices("bid 10NT", "pass", "pass", "discard 7S 8S"),
        ((True, "declare 10NT, concede"), (False, "declare 10NT")),
    ),
    Case(
        "open_whist_exposure",
        "2.7",
        open_after("7C", "whist, pass, open"),
        (
            ("before_lead", (2, 2, 2)),
            ("after_declarer_lead", (0, 2, 2)),
            ("after_first_trick", (0, 0, 2)),
        ),
    ),
    Case(
        "misere_exposure",
        "2.7",
        open_after("M", ""),
        (
            ("before_lead", (2, 2, 2)),
            ("after_declarer_lead", (0, 2, 2)),
            ("after_first_trick", (0, 0, 2)),
        ),
    ),
    Case(
        "raspasy_cost_base",
        "3.3",
        all_pass(0, 3, 7),
        (
            (1, {"pool 0": 2, "mountain 1": 3, "mountain 2": 7}),
            (2, {"pool 0": 4, "mountain 1": 6, "mountain 2": 14}),
        ),
    ),
    Case(
        "raspasy_progression",
        "3.3",
        all_pass(0, 3, 7, streak=2),
        (
            ("none", {"pool 0": 2, "mountain 1": 3, "mountain 2": 7}),
            ("arithmetic", {"pool 0": 6, "mountain 1": 9, "mountain 2": 21}),
            ("geometric", {"pool 0": 8, "mountain 1": 12, "mountain 2": 28}),
        ),
        {"raspasy_cost_cap": None},
    ),
    Case(
        "raspasy_cost_cap",
        "3.3",
        all_pass(0, 3, 7, streak=4),
        (
            (1, {"pool 0": 2, "mountain 1": 3, "mountain 2": 7}),
            (3, {"pool 0": 6, "mountain 1": 9, "mountain 2": 21}),
            (None, {"pool 0": 10, "mountain 1": 15, "mountain 2": 35}),
        ),
    ),
    Case(
        "raspasy_exit_bar",
        "3.3",
        names_bid(streak=2),
        (([6], ("6S", 26)), ([6, 7], ("7S", 21)), ([6, 7, 8], ("8S", 16))),
    ),
    Case(
        "raspasy_exit_on",
        "3.2",
        streak_after("remise", "unplayed"),
        (("fulfilled", (2, 0)), ("declared", (0, 0)), ("fulfilled_whisted", (2, 2))),
    ),
    Case(
        "raspasy_max_streak", "3.2", streak_after("all_pass"), ((None, (3,)), (3, (0,)), (4, (3,)))
    ),
    Case("raspasy_talon", "3.4", free_lead, (("closed", 10), ("open", 6))),
    Case(
        "raspasy_third_lead",
        "3.4",
        after_talon,
        (("first_hand", ((1, 1, 0), 0)), ("winner", ((1, 1, 0), 1))),
    ),
    Case(
        "raspasy_dealer_4p",
        "3.4",
        after_talon,
        (("participates", ((1, 0, 0, 1), 0)), ("sits_out", ((1, 1, 0, 0), 0))),
        {"players": 4},
    ),
    Case(
        "raspasy_amnesty",
        "3.5 rule 1",
        all_pass(2, 3, 5),
        (
            (True, {"mountain 1": 1, "mountain 2": 3}),
            (False, {"mountain 0": 2, "mountain 1": 3, "mountain 2": 5}),
        ),
    ),
    Case(
        "raspasy_amnesty",
        "3.5 rule 1",
        all_pass(2, 3, 5),
        (
            (True, {"mountain 1": 1, "mountain 2": 3}),
            ("auto", {"mountain 0": 2, "mountain 1": 3, "mountain 2": 5}),
        ),
        {"players": 4, "raspasy_dealer_4p": "sits_out"},
    ),
    Case(
        "raspasy_zero_bonus",
        "3.5 rule 3",
        all_pass(0, 3, 7, streak=1),
        (
            (0, {"mountain 1": 6, "mountain 2": 14}),
            (1, {"pool 0": 2, "mountain 1": 6, "mountain 2": 14}),
            (2, {"pool 0": 4, "mountain 1": 6, "mountain 2": 14}),
        ),
    ),
    Case(
        "raspasy_zero_bonus_dealer",
        "3.5 rule 3",
        all_pass(1, 3, 6),
        (
            (True, {"mountain 0": 1, "mountain 1": 3, "mountain 2": 6, "pool 3": 2}),
            (False, {"mountain 0": 1, "mountain 1": 3, "mountain 2": 6}),
        ),
        {"players": 4},
    ),
    Case(
        "rostov_raspasy",
        "3.5",
        all_pass(2, 3, 5),
        (
            ("conversion", {"whists 0>1": 5, "whists 2>1": 5, "whists 0>2": 15, "whists 1>2": 15}),
            ("least_takes", {"whists 0>1": 15, "whists 0>2": 25}),
        ),
        preset="rostov",
    ),
    Case(
        "dealer_talon_bonus",
        "4.6",
        contract("7C", 2, 0, (1,), talon="AS KS"),
        (
            (True, {"pool 0": 4, "whists 1>0": 8, "whists 3>0": 8}),
            (False, {"pool 0": 4, "whists 1>0": 8}),
        ),
        {"players": 4},
    ),
    Case(
        "throw_talon",
        "2.5 rule 3",
        may_throw,
        ((True, True), (False, False)),
        {"players": 4},
    ),
    Case(
        "american_aid",
        "4.7",
        unplayed("7S", _0=20, _1=14, _2=9),
        ((True, {"pool 1": 4, "whists 0>1": 40}), (False, {"pool 0": 4})),
        {"end_condition": "deals(3)"},
    ),
    Case(
        "aid_whists_per_point",
        "4.7",
        unplayed("7S", _0=20, _1=14, _2=9),
        ((10, {"pool 1": 4, "whists 0>1": 40}), (5, {"pool 1": 4, "whists 0>1": 20})),
    ),
    Case(
        "pool_target",
        "4.7",
        both(unplayed("7S", _0=9, _1=4, _2=3), is_over(9, 10, 10, 10)),
        (
            (10, ({"pool 0": 1, "pool 1": 3, "whists 0>1": 30}, True)),
            (20, ({"pool 0": 4}, False)),
        ),
    ),
    Case(
        "end_condition",
        "4.10",
        both(is_over(4, 15, 1, 0), is_over(4, 20, 20, 20), is_over(3, 1, 1, 1, time_up=True)),
        (
            ("all_pools_closed", (False, True, False)),
            ("every_pool(2)", (False, True, False)),
            ("pool_sum(15)", (True, True, False)),
            ("pool_sum(15*players)", (False, True, False)),
            ("deals(4)", (True, True, False)),
            ("time(60)", (False, False, True)),
            ("until(03:00)", (False, False, True)),
        ),
    ),
    Case(
        "finish_round",
        "4.10",
        both(is_over(4), is_over(6)),
        ((False, (True, True)), (True, (False, True))),
        {"end_condition": "deals(4)"},
    ),
    Case(
        "pool_settlement",
        "4.11",
        settled(pool0=9, pool1=3),
        # mean 4: +5 -1 -4; pairwise: 9-3 + 9-0, 3-9 + 3-0, -9 -3
        (
            ("average(10)", (50, -10, -40)),
            ("average(20)", (100, -20, -80)),
            ("pairwise(5)", (75, -15, -60)),
        ),
    ),
    Case(
        "rounding",
        "4.11",
        settled(mountain0=1, pool0=2),
        # worked in test_settlement
        (("combined", (6, -3, -3)), ("separate", (7, -3, -4))),
    ),
    Case(
        "two_handed_all_pass",
        "2.11 rule 6",
        passed_by_both,
        (("raspasy", Stage.PLAY), ("redeal", Stage.BETWEEN)),
        {"players": 2},
    ),
    Case(
        "dealer_rotation",
        "AM-35",
        next_dealer,
        (("always", (0, 0)), ("stays_on_raspasy", (2, 0))),
    ),
)


@for_each("case", CASES, ids=lambda case: case.option)
def test_option(case: Case) -> None:
    options.check(case, "sochi")
    assert options.changes_something(case)


def test_every_option_has_a_case() -> None:
    without = options.without_effect(RussianOptions, CASES)
    assert not without, f"write a Case of {without} in CASES, with what happens"


def test_every_value_of_a_choice_has_a_case() -> None:
    for option in RussianOptions.model_fields:
        assert options.unnamed(RussianOptions, option, CASES) == [], option
