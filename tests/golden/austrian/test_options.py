"""Every option of rules/austrian.md 4: the effect of each of its values, as the rules state it.

A case is a scene and the result expected for every value; at least two results differ.  An
option without a case fails, and so does a value of a choice that no case names.
"""

from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.rules import Rules
from bot.presets import OptionSetting
from tests.golden import options
from tests.golden.austrian.scenes import (
    FOUR_ACES,
    after,
    after_a_round,
    bonus,
    claims,
    deck_style,
    emptied,
    follow,
    is_over,
    label,
    marked,
    no_aces_or_scored,
    offers,
    offers_made,
    opened,
    outcome_and_dealer,
    revealed,
    seats,
    second_thought,
    settled,
    stage_after,
    talon_seen,
    tricks_open,
    tricks_until,
    trump,
)
from tests.golden.options import TAKING_BACK, Case, taking_back
from tests.support.austrian import dealt_under
from tests.support.cases import for_each

SEALED: dict[str, OptionSetting] = {
    "premium_set": "hearts_only",
    "game_reveal": "sealed_simultaneous",
}

BOUGHT = ("bid 1", "bid 2", "pass", "hold", "pass", "discard 7S 7D", "declare 3")
NUMBERS = "bid 1, bid 2, bid 3, bid 4"
TOP = "bid 5, bid 5X, bid 6, bid 6X, bid 7, bid 7X, bid 8, bid 8X"


def second_thoughts(agreed: Rules) -> tuple[bool, bool]:
    return taking_back(dealt_under(agreed))


CASES = (
    Case("players", "C-3", seats, ((3, (0, 1, 2)), (4, (3, 0, 1)))),
    Case("claims", "V-18", claims, (("off", 0), ("by_consent", 66))),
    Case("take_back", "4", second_thoughts, TAKING_BACK),
    Case("reveal_after_deal", "C-12", revealed, ((True, True), (False, False))),
    Case("tricks_shown", "C-12", tricks_open, (("all", (1, 2)), ("last", (2,)))),
    Case("stake_label", "3", label, (("points", "points"), ("cookies", "cookies"))),
    Case("suit_order", "C-2, C-4", trump, (("CSDH", (1, 2)), ("SCDH", (0, 1)))),
    Case("deck_style", "4", deck_style, (("french", "french"), ("german", "german"))),
    Case(
        "premium_set",
        "2.2",
        after(),
        (
            ("hearts_only", f"pass, {NUMBERS}, bid S, bid HE"),
            ("hearts_5_6", f"pass, {NUMBERS}, bid S, bid HE, bid 5, bid 5X, bid 6, bid 6X"),
            ("hearts_5_8", f"pass, {NUMBERS}, bid S, bid HE, {TOP}"),
        ),
    ),
    Case(
        "trump_obligation",
        "C-8",
        follow("1", 2, 0, "9D JC", "8C 9C AH"),
        ((False, "8C 9C AH"), (True, "8C 9C")),
    ),
    Case(
        "lowest_winner_duty",
        "C-9",
        follow("4", 1, 0, "9C", "7C 10C AC KD"),
        ((True, "10C"), (False, "10C AC")),
    ),
    Case(
        "hold_right",
        "V-4",
        after("bid 1", "bid 2", "pass"),
        (("forehand", "pass, hold, bid 3, bid 4"), ("none", "pass, bid 3, bid 4")),
    ),
    Case(
        "hold_successor_3p",
        "V-4, Q2",
        after("pass", "bid 1", "bid 2"),
        (("dealer", "pass, bid 3, bid 4"), ("second_speaker", "pass, hold, bid 3, bid 4")),
    ),
    Case(
        "hold_successor_4p",
        "V-4, Q2",
        after("pass", "bid 1", "bid 2"),
        (("second_speaker", "pass, hold, bid 3, bid 4"), ("last_speaker", "pass, bid 3, bid 4")),
        {"players": 4},
    ),
    Case(
        "number_jumps",
        "V-5, A-2",
        after("bid 1", "bid 2", "pass"),
        (("allowed", "pass, hold, bid 3, bid 4"), ("forbidden", "pass, hold, bid 3")),
    ),
    Case(
        "game_reveal",
        "V-7, A-7",
        after("bid S", "bid S", "pass"),
        (
            ("sequential_raise", "bid S1, bid S2, bid S3"),
            ("sealed_simultaneous", "seal S1, seal S2, seal S3"),
        ),
        {"premium_set": "hearts_only"},
    ),
    Case(
        "game_may_name_hearts",
        "A-7, Q12",
        after("bid S", "bid S", "pass"),
        (
            (False, "seal S1, seal S2, seal S3"),
            (True, "seal S1, seal S2, seal S3, seal S4"),
        ),
        SEALED,
    ),
    Case(
        "game_may_name_hearts",
        "A-7, Q12",
        after("bid S", "pass", "pass"),
        (
            (False, "declare 1X, declare 2X, declare 3X"),
            (True, "declare 1X, declare 2X, declare 3X, declare 4X"),
        ),
        SEALED,
    ),
    Case(
        "hearts_ends_auction",
        "A-4",
        stage_after("bid 1", "bid HE"),
        ((False, "auction"), (True, "play")),
        {"premium_set": "hearts_only"},
    ),
    Case("after_buy", "V-11", stage_after(*BOUGHT), ((True, "after_buy"), (False, "play"))),
    Case(
        "after_buy_decline_final",
        "V-11 rule 5, Q5",
        second_thought,
        ((True, 2), (False, 1)),
    ),
    Case(
        "all_pass",
        "V-17, A-12, Q14",
        outcome_and_dealer,
        (
            ("ausfechten", ("ausfechten", 0)),
            ("redeal_next_dealer", ("thrown_in", 0)),
            ("redeal_same_dealer", ("thrown_in", 2)),
        ),
    ),
    Case(
        "ante_mode",
        "T1, U1",
        marked("pot"),
        (("dealer_each_deal", 10), ("all_players_when_empty", 30)),
        {"max_amount_units": 10},
    ),
    Case(
        "ante_mode",
        "T1, U1",
        marked("pot", pot=40),
        (("dealer_each_deal", 50), ("all_players_when_empty", 40)),
        {"max_amount_units": 10},
    ),
    Case("basic_stake_chips", "3.1", settled, ((10, (3, -3, 0)), (50, (15, -15, 0)))),
    Case("ante_units", "3.1", marked("pot"), ((10, 30), (20, 60)), preset="austrian"),
    Case("max_amount_units", "3.2", marked("amount", pot=40), ((10, 10), (30, 30), (90, 50))),
    Case(
        "forced_play",
        "V-12",
        stage_after("bid HE", "pass", "pass"),
        (("one_stake", "play"), ("never", "defence")),
    ),
    Case(
        "negotiation",
        "V-14, Q6",
        offers,
        (
            ("off", (0, 0, 0)),
            ("before_first_lead", (3, 3, 0)),
            ("any_trick_boundary", (3, 3, 6)),
        ),
    ),
    Case("negotiation_max_offers", "V-14", offers_made, ((1, 1), (3, 3))),
    Case("open_defence", "V-16, Q7", opened, (("opt_in", (0, True)), ("automatic", (2, False)))),
    Case(
        "ace_bonuses",
        "A-10, U7, U8",
        bonus(FOUR_ACES, "drop", "drop"),
        ((True, {"cash 0>1": 20, "cash 0>2": 20}), (False, {"cash 0>1": 10, "cash 0>2": 10})),
        preset="austrian",
    ),
    Case(
        "no_aces_when_unplayed",
        "A-10, Q13",
        no_aces_or_scored,
        ((True, False), (False, True)),
        preset="austrian",
    ),
    Case("talon_exposed", "C-10, Q16", talon_seen, ((False, []), (True, ["7S", "7D"]))),
    Case("early_stop_premium", "V-18", tricks_until, ((True, 2), (False, 10))),
    Case(
        "sitting_dealer_pays_premiums",
        "T7, Q8",
        bonus(FOUR_ACES, "pass", "pass", "drop", "drop", pot=10),
        (
            (False, {"cash 0>1": 10, "cash 0>2": 10}),
            (True, {"cash 0>1": 10, "cash 0>2": 10, "cash 0>3": 10}),
        ),
        {"players": 4},
    ),
    Case(
        "match_end",
        "3.6",
        is_over(12),
        (("rounds", True), ("vote", False), ("pot_empty", False)),
    ),
    Case(
        "match_end",
        "3.6",
        emptied,
        (("rounds", "scored"), ("vote", "scored"), ("pot_empty", "funding")),
    ),
    Case(
        "match_end",
        "3.6, Q15",
        after_a_round,
        (("rounds", "scored"), ("vote", "round"), ("pot_empty", "scored")),
    ),
    Case("rounds", "3.6", is_over(11), ((3, True), (4, False))),
)


@for_each("case", CASES, ids=lambda case: f"{case.option}-{case.rule}")
def test_option(case: Case) -> None:
    options.check(case, "viennese")
    assert options.changes_something(case)


def test_every_option_has_a_case() -> None:
    assert options.without_effect(AustrianOptions, CASES) == set()


def test_every_value_of_a_choice_has_a_case() -> None:
    for option in AustrianOptions.model_fields:
        assert options.unnamed(AustrianOptions, option, CASES) == [], option
