"""The entries of a deal: every worked case and every table of rules/russian.md 4."""

from typing import Any

import pytest

from bot.engine.deal import Carry, DealResult
from bot.engine.families import family_of
from bot.engine.rules import Rules
from tests.golden.russian.reading import BASE_HALF, cases, cell, rows, seat_of, written
from tests.support import builders
from tests.support.cases import for_each

DEALS = cases("deals")
SYSTEMS = ("sochi", "leningrad", "rostov")


def by_seat(tricks: dict[str, int]) -> dict[int, int]:
    return {seat_of(letter): n for letter, n in tricks.items()}


def result_of(case: dict[str, Any]) -> DealResult:
    players, deal = len(case["players"]), case["deal"]
    agreed = builders.rules(case["preset"], players, **case.get("options", {}))
    before = written(case.get("before", {}))
    at = builders.carry(
        agreed, seat_of(deal["dealer"]), case.get("raspasy_streak_before", 0), before
    )
    if deal["kind"] == "raspasy":
        return builders.scored_all_pass(agreed, at, by_seat(deal["tricks"]))
    declarer, talon = seat_of(deal["declarer"]), " ".join(deal.get("talon", ("7C", "9D")))
    if deal["kind"] == "misere":
        tricks = {declarer: deal["declarer_tricks"]}
        return builders.scored_game(agreed, at, "M", tricks, (), declarer, talon)
    return game_result(agreed, at, deal, declarer, talon)


def game_result(
    agreed: Rules, at: Carry, deal: dict[str, Any], declarer: int, talon: str
) -> DealResult:
    forced = {"B": "whist", "C": "whist"}  # RU-06 names no choices: Stalingrad
    answers = {seat_of(x): word for x, word in deal.get("choices", forced).items()}
    half = next((seat for seat, word in answers.items() if word == "half"), -1)
    whisters = tuple(seat for seat, word in answers.items() if word == "whist")
    if not whisters:
        return builders.scored_unplayed(agreed, at, deal["contract"], half, declarer, talon)
    tricks = by_seat(deal["tricks"])
    return builders.scored_game(agreed, at, deal["contract"], tricks, whisters, declarer, talon)


@for_each("case", DEALS, ids=lambda case: case["id"])
def test_worked_deals(case: dict[str, Any]) -> None:
    assert builders.sums(result_of(case).postings) == written(case["expect"]), case["working"]


def test_the_match_of_ru_24_ends() -> None:
    (case,) = [case for case in DEALS if case["id"] == "RU-24"]
    agreed = builders.rules("sochi")
    at = builders.carry(agreed, 2, 0, written(case["before"]))
    after = builders.carry_after(agreed, at, result_of(case))
    assert family_of(agreed).has_ended(agreed, after)
    assert after.sheet.total("mountain", 0) == 6


@for_each("case", cases("contract-table"), ids=lambda case: f"row {case['row']}")
def test_seed_table_in_the_half_scheme(case: dict[str, Any]) -> None:
    """4.12, row 19 with the consolation the article forgot."""
    expect = case["expect"]
    agreed = builders.rules("sochi", 3, american_aid=False, end_condition="deals(9)", **BASE_HALF)
    result = builders.scored_game(
        agreed, builders.carry(agreed), f"{case['level']}C", by_seat(case["tricks"]), (1, 2)
    )
    lines = ("pool 0", "mountain 0", "mountain 1", "mountain 2", "whists 1>0", "whists 2>0")
    found = builders.sums(result.postings)
    assert [found.get(line, 0) for line in lines] == list(expect.values())
    assert set(found) <= set(lines)


@for_each("system", ["base_half", "sochi", "leningrad"])
@for_each("row", rows("printed-contracts"), ids=lambda row: f"row {row['row']}")
def test_seed_table_under_the_systems(row: dict[str, str], system: str) -> None:
    options = BASE_HALF if system == "base_half" else {}
    agreed = builders.rules("sochi" if system == "base_half" else system, 3, **options)
    b, c = int(row["b"]), int(row["c"])
    result = builders.scored_game(
        agreed, builders.carry(agreed), f"{row['level']}D", {0: 10 - b - c, 1: b, 2: c}, (1, 2)
    )
    lines = ("pool 0", "mountain 0", "mountain 1", "mountain 2", "whists 1>0", "whists 2>0")
    found = builders.sums(result.postings)
    assert " ".join(str(found.get(line, 0)) for line in lines) == row[system]


@for_each("system", SYSTEMS)
@for_each("row", rows("one-whister"), ids=lambda row: f"{row['level']} T={row['defence']}")
def test_one_whister(row: dict[str, str], system: str) -> None:
    """4.5: the split between the defenders does not matter."""
    defence = int(row["defence"])
    agreed = builders.rules(system)
    for own in range(defence + 1):
        tricks = {0: 10 - defence, 1: own, 2: defence - own}
        result = builders.scored_game(
            agreed, builders.carry(agreed), f"{row['level']}H", tricks, (1,)
        )
        assert builders.sums(result.postings) == cell(row[system]), own


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("table", ["two-whisters-quota", "two-whisters-remise"])
def test_two_whisters(table: str, system: str) -> None:
    """4.5, second and third table."""
    agreed = builders.rules(system)
    for row in rows(table):
        b, c = int(row["b"]), int(row["c"])
        tricks = {0: 10 - b - c, 1: b, 2: c}
        result = builders.scored_game(
            agreed, builders.carry(agreed), f"{row['level']}NT", tricks, (1, 2)
        )
        assert builders.sums(result.postings) == cell(row[system]), row
        against = {one.why for one in result.postings if one.account == "mountain" and one.seat}
        assert against <= {"quota_missed"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_whisters_with_the_quota_met(system: str) -> None:
    """4.5: all other splits of a made contract write V, V a trick, and no penalty."""
    charged = {(r["level"], r["b"], r["c"]) for r in rows("two-whisters-quota")}
    agreed = builders.rules(system)
    unit = 2 if system == "leningrad" else 1
    for level, value in {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}.items():
        for b in range(11 - level):
            for c in range(11 - level - b):
                if (str(level), str(b), str(c)) in charged:
                    continue
                result = builders.scored_game(
                    agreed, builders.carry(agreed), f"{level}C", {0: 10 - b - c, 1: b, 2: c}, (1, 2)
                )
                expect = {"pool 0": value, "whists 1>0": value * b * unit}
                expect["whists 2>0"] = value * c * unit
                expect = {line: amount for line, amount in expect.items() if amount}
                assert builders.sums(result.postings) == expect, (level, b, c)


# rules/russian.md 4.4, rows not in 4.5: system -> (half-whist, misère caught
# for two, raspasy tricks 0 3 7 at cost 1)
SYSTEM_ROWS = {
    "sochi": (4, {"mountain 0": 20}, {"pool 0": 2, "mountain 1": 3, "mountain 2": 7}),
    "leningrad": (8, {"mountain 0": 40}, {"pool 0": 2, "mountain 1": 6, "mountain 2": 14}),
    "rostov": (
        4,
        {"whists 1>0": 100, "whists 2>0": 100},
        {"pool 0": 2, "whists 0>1": 15, "whists 2>1": 15, "whists 0>2": 35, "whists 1>2": 35},
    ),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_systems_side_by_side(system: str) -> None:
    half, misere, all_pass = SYSTEM_ROWS[system]
    agreed = builders.rules(system)
    at = builders.carry(agreed)
    for contract, value in {"6H": 2, "7H": 4}.items():
        result = builders.scored_unplayed(agreed, at, contract, half=2)
        assert builders.sums(result.postings) == {"pool 0": value, "whists 2>0": half}
    for contract, value in {"6H": 2, "7H": 4, "8H": 6, "9H": 8, "10H": 10}.items():
        result = builders.scored_unplayed(agreed, at, contract)
        assert builders.sums(result.postings) == {"pool 0": value}
    made = builders.scored_game(agreed, at, "M", {1: 4, 2: 6})
    assert builders.sums(made.postings) == {"pool 0": 10}
    caught = builders.scored_game(agreed, at, "M", {0: 2, 1: 4, 2: 4})
    assert builders.sums(caught.postings) == misere
    passed = builders.scored_all_pass(agreed, at, {0: 0, 1: 3, 2: 7})
    assert builders.sums(passed.postings) == all_pass


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("system", [*SYSTEMS, "online_classic"])
@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("quota", ["team_capped", "team_uncapped", "personal"])
def test_a_remise_and_a_whist_failure_exclude_each_other(
    system: str, players: int, quota: str
) -> None:
    """4.3, checked over all trick splits."""
    agreed = builders.rules(system, players, quota_rule=quota, high_whist="both")
    at = builders.carry(agreed)
    for level in range(6, 11):
        deal = builders.in_play(agreed, f"{level}C", 0, at)
        for own in range(11):
            for b in range(11 - own):
                for whisters in ((1,), (2,), (1, 2)):
                    tricks = {0: own, 1: b, 2: 10 - own - b}
                    result = builders.scored_play(deal, tricks, whisters)
                    reasons = {posting.why for posting in result.postings}
                    assert not {"undertricks", "quota_missed"} <= reasons


# rules/russian.md 4.6
TALONS = [
    ("7C", "AS AD", 3),
    ("7C", "AS KS", 2),
    ("7C", "AS KD", 1),
    ("7C", "AS 7S", 1),
    ("7C", "KH QH", 1),
    ("7C", "KH QD", 0),
    ("7C", "KH KD", 0),
    ("7C", "10H JH", 0),
    ("M", "7S 7D", 2),
    ("M", "7S 8S", 2),
    ("M", "8S 7S", 2),
    ("M", "7S 8H", 1),
    ("M", "7S KH", 1),
    ("M", "8S 8H", 0),
    ("M", "AS AH", 0),
    ("MW", "7S 7D", 0),
]


@for_each(("contract", "talon", "units"), TALONS)
@for_each(("system", "factor"), [("sochi", 1), ("leningrad", 2), ("rostov", 1)])
def test_paid_talon(contract: str, talon: str, units: int, system: str, factor: int) -> None:
    """4.6: units times V on the declarer, whether made, failed or not played."""
    agreed = builders.rules(system, 4)
    at = builders.carry(agreed)
    value = 4 if contract == "7C" else 10
    expect = units * value * factor
    results = [
        builders.scored_game(agreed, at, contract, {0: n, 1: 10 - n}, (1,), talon=talon)
        for n in (0, 6, 7, 10)
    ]
    if contract == "7C":
        results.append(builders.scored_unplayed(agreed, at, contract, talon=talon))
        results.append(builders.scored_unplayed(agreed, at, contract, half=2, talon=talon))
    for result in results:
        bonus = [p.amount for p in result.postings if p.why == "talon_bonus"]
        assert sum(bonus) == expect
        assert all(p[:3] == ("whists", 3, 0) for p in result.postings if p.why == "talon_bonus")


def test_a_concession_has_no_paid_talon() -> None:
    """2.5 rule 5: 3V into the mountain, nobody writes whists."""
    agreed = builders.rules("leningrad", 4, concede_three=True)
    result = builders.scored_concession(agreed, builders.carry(agreed), "8C")
    assert builders.sums(result.postings) == {"mountain 0": 36}


def test_amnesty_with_a_dealer_outside() -> None:
    """3.5: 2, 3, 5 and a dealer outside settle at +5 -5 -25 +25, with amnesty +10 0 -20 +10."""
    for amnesty, expect in ((False, (5, -5, -25, 25)), (True, (10, 0, -20, 10))):
        agreed = builders.rules("sochi", 4, raspasy_dealer_4p="sits_out", raspasy_amnesty=amnesty)
        at = builders.carry(agreed)
        result = builders.scored_all_pass(agreed, at, {0: 2, 1: 3, 2: 5})
        after = builders.carry_after(agreed, at, result)
        assert family_of(agreed).settle(agreed, after.sheet) == expect


def test_amnesty_changes_nothing_when_all_take_part() -> None:
    """3.5."""
    for players, tricks in ((3, {0: 2, 1: 3, 2: 5}), (4, {0: 2, 1: 3, 2: 4, 3: 1})):
        settled = set()
        for amnesty in (False, True):
            agreed = builders.rules("sochi", players, raspasy_amnesty=amnesty)
            at = builders.carry(agreed)
            result = builders.scored_all_pass(agreed, at, tricks)
            after = builders.carry_after(agreed, at, result)
            settled.add(family_of(agreed).settle(agreed, after.sheet))
        assert len(settled) == 1


def test_rostov_with_four_players_costs_fifteen_a_point() -> None:
    """4.9: declarer, defenders and resting dealer alike write five."""
    agreed = builders.rules("rostov", 4)
    result = builders.scored_game(agreed, builders.carry(agreed), "M", {0: 1, 1: 9})
    assert builders.sums(result.postings) == {"whists 1>0": 50, "whists 2>0": 50, "whists 3>0": 50}
