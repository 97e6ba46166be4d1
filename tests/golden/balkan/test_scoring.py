"""Scoring: the worked cases, the example (a)-(p) column by column, every quota (3.2-3.8)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.deal import Deal, DealResult, PassedOut, PhaseOutcome, PlayFinished
from bot.engine.families.balkan import scoring
from bot.engine.families.balkan.defence import BothDropped, NotDoubled
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import BalkanCarry
from bot.engine.rules import Rules
from bot.presets import OptionSetting
from tests.golden.balkan.reading import carry_of, cases, played, rules_of, seat_of, side_of
from tests.support import balkan, builders
from tests.support.cases import for_each

PENALTIES = ("quota_missed", "team_quota_missed", "kontra_lost")


def outcome_of(deal: dict[str, Any]) -> PhaseOutcome:
    words = set(deal["defence"].values())
    if words == {"drop"}:
        return BothDropped()
    return NotDoubled() if words == {"no_kontra"} else PlayFinished()


def scored(agreed: Rules, at: BalkanCarry, deal: dict[str, Any]) -> DealResult:
    if deal["kind"] == "all_pass":
        result = BALKAN.after_phase(BALKAN.start_deal(agreed, at, balkan.deck().cards), PassedOut())
    else:
        result = BALKAN.after_phase(played(agreed, at, deal), outcome_of(deal))
    assert isinstance(result, DealResult)
    return result


def check_after(agreed: Rules, after: BalkanCarry, expect: dict[str, Any]) -> None:
    """Check every column against the printed one."""
    assert dict(zip("ABC", balkan.main_of(after), strict=True)) == expect["D"]
    assert side_of(after.sheet) == {who: n for who, n in expect["J"].items() if n}
    assert dict(zip("ABC", after.refas, strict=True)) == expect["refa_open"]
    assert after.refas_given == expect["refa_given"]
    options = BalkanOptions.of(agreed)
    hats = ["ABC"[seat] for seat in range(3) if scoring.wears_hat(options, after, seat)]
    assert hats == expect["under_hat"]
    assert BALKAN.has_ended(agreed, after) is expect["over"]
    assert sum(BALKAN.settle(agreed, after.sheet)) == 0


def check_units(agreed: Rules, at: BalkanCarry, case: dict[str, Any], result: DealResult) -> None:
    """Check the unit, the unit written, and the penalised seats."""
    deal, expect = case["deal"], case["expect"]
    if expect["unit"] is not None:
        assert scoring.deal_unit(played(agreed, at, deal)) == expect["unit"]
    of_declarer = [p for p in result.postings if p.account == "main" and p.why not in PENALTIES]
    used = abs(of_declarer[0].unit) if of_declarer else None
    assert used == expect["unit_used"]
    penalised = sorted("ABC"[p.seat] for p in result.postings if p.why in PENALTIES)
    assert penalised == expect["penalised"]


def delta_of(expect: dict[str, Any]) -> dict[str, int]:
    found = {f"main {seat_of(who)}": n for who, n in expect["D"].items()}
    for who, n in expect["J"].items():
        own, _, on = who.partition(">")
        found[f"side {seat_of(own)}>{seat_of(on)}"] = n
    return found


@for_each("case", cases("scoring"), ids=lambda case: case["id"])
def test_worked_scores(case: dict[str, Any]) -> None:
    agreed = rules_of(case, starting_level=case["start"])
    at = carry_of(agreed, case["before"])
    result = scored(agreed, at, case["deal"])
    check_units(agreed, at, case, result)
    assert builders.sums(result.postings) == delta_of(case["expect"]["delta"])
    after = balkan.carry_after(agreed, at, result)
    check_after(agreed, after, case["expect"]["after"])
    if "final" in case["expect"]:
        final = BALKAN.settle(agreed, after.sheet)
        assert dict(zip("ABC", final, strict=True)) == case["expect"]["final"]


def test_the_worked_example() -> None:
    """4: thirty, one refa, notes (b) to (p), every column after every note."""
    example = cases("worked-example")
    agreed = balkan.rules(
        example["preset"], starting_level=example["start"], max_refas=example["max_refas"]
    )
    at = replace(BALKAN.initial_carry(agreed), dealer=2)
    assert isinstance(at, BalkanCarry)
    for note in example["deals"]:
        assert not BALKAN.has_ended(agreed, at), note["note"]
        result = scored(agreed, at, note["deal"])
        if note["deal"]["kind"] == "contract":
            check_units(agreed, at, {"deal": note["deal"], "expect": note}, result)
            was, word = at.refas, {"made": ("made",), "failed": ("failed",)}
            words = word.get(note["outcome"], ("unplayed",))
            assert result.outcome in words
            at = balkan.carry_after(agreed, at, result)
            assert (was != at.refas) is note["refa_used"]
        else:
            at = balkan.carry_after(agreed, at, result)
        check_after(agreed, at, note["after"])
    assert BALKAN.has_ended(agreed, at)
    final = BALKAN.settle(agreed, at.sheet)
    assert final == (506, -496, -10)
    assert dict(zip("ABC", final, strict=True)) == example["final"]


@pytest.mark.parametrize("case", cases("write-off"), ids=lambda case: case["id"])
def test_write_off(case: dict[str, Any]) -> None:
    before = tuple(case["before_D"].values())
    assert scoring.with_debt_written_off(before) == tuple(case["after_D"].values())


# 3.4, the printed table: own tricks of two volunteers and the seats that pay
VOLUNTEERS = [
    ((0, 0), (True, True)),
    ((1, 0), (True, True)),
    ((2, 0), (False, True)),
    ((1, 1), (True, True)),
    ((3, 0), (False, True)),
    ((2, 1), (False, True)),
    ((4, 0), (False, False)),
    ((3, 1), (False, False)),
    ((2, 2), (False, False)),
    ((5, 0), (False, False)),
    ((4, 1), (False, False)),
    ((3, 2), (False, False)),
]


def score(
    value: int,
    tricks: tuple[int, int, int],
    is_game: bool = False,
    level: int = 0,
    before: dict[str, int] | None = None,
    roles: Mapping[str, tuple[int, ...]] | None = None,
    **options: OptionSetting,
) -> dict[str, int]:
    """Return the entries of a contract of A; ``level`` doublings by B."""
    agreed = balkan.rules("croatian", **({"starting_level": 100} | options))
    named = balkan.named(agreed, balkan.carry(agreed, before), value, is_game)
    deal: Deal = balkan.doubled(named.with_roles(**(roles or {})), level, 1)
    result = BALKAN.after_phase(deal._replace(won=tricks), PlayFinished())
    assert isinstance(result, DealResult)
    return builders.sums(result.postings)


BOTH = {"volunteer": (1, 2)}
CALLER = {"caller": (1,), "guest": (2,)}
HOST = {"host": (1,), "guest": (2,)}


@for_each(("tricks", "pays"), VOLUNTEERS)
def test_two_volunteers(tricks: tuple[int, int], pays: tuple[bool, bool]) -> None:
    team = sum(tricks)
    expect = {"main 0": 10 if team < 5 else -10}
    expect |= {f"main {seat}": -10 for seat in (1, 2) if pays[seat - 1]}
    expect |= {f"side {seat}>0": 10 * tricks[seat - 1] for seat in (1, 2) if tricks[seat - 1]}
    for order in (1, -1):
        swapped = {1: 1, 2: 2, 0: 0} if order == 1 else {1: 2, 2: 1, 0: 0}
        left, right = tricks[::order]
        found = score(5, (10 - team, left, right), roles=BOTH)
        assert found == {_swap(line, swapped): n for line, n in expect.items()}


def _swap(line: str, seats: dict[int, int]) -> str:
    account, _, where = line.partition(" ")
    return f"{account} " + ">".join(str(seats[int(seat)]) for seat in where.split(">"))


@pytest.mark.parametrize("tricks", range(6))
def test_one_volunteer_owes_two(tricks: int) -> None:
    found = score(3, (10 - tricks, tricks, 0), roles={"volunteer": (1,), "dropped": (2,)})
    assert found.get("main 1", 0) == (-6 if tricks < 2 else 0)
    assert found.get("side 1>0", 0) == 6 * tricks
    assert found["main 0"] == (6 if tricks < 5 else -6)


@for_each("team", range(6))
@for_each(("roles", "level", "quota"), [(HOST, 0, 4), (CALLER, 1, 5)])
def test_host_and_caller_answer_for_both(
    roles: dict[str, tuple[int, ...]], level: int, quota: int, team: int
) -> None:
    unit = 6 << level
    found = score(3, (10 - team, 0, team), level=level, roles=roles)
    assert found.get("main 1", 0) == (-unit if team < quota else 0)
    assert found.get("side 1>0", 0) == unit * team
    assert "main 2" not in found
    assert "side 2>0" not in found


UNITS = [
    *((2, False, 4), (3, False, 6), (4, False, 8), (5, False, 10), (6, False, 12), (7, False, 14)),
    *((8, False, 16), (2, True, 6), (3, True, 8), (4, True, 10), (5, True, 12), (6, True, 14)),
    *((7, True, 16), (8, True, 18)),
]


@for_each(("value", "is_game", "basic"), UNITS)
@for_each("level", [0, 1, 2, 3, 4, 7])
def test_units(value: int, is_game: bool, basic: int, level: int) -> None:
    """3.2, with and without an open refa of the declarer."""
    agreed = balkan.rules(preferans_contract=True)
    for open_refas, factor in (((0, 3, 3), 1), ((1, 0, 0), 2), ((3, 0, 0), 2)):
        at = balkan.carry(agreed, refas=open_refas)
        deal = balkan.doubled(balkan.named(agreed, at, value, is_game), level, 1)
        assert scoring.deal_unit(deal) == basic * factor * 2**level


@pytest.mark.parametrize(("value", "is_game", "each"), [(6, False, 60), (6, True, 70)])
def test_bettel_beaten(value: int, is_game: bool, each: int) -> None:
    """3.5."""
    found = score(value, (1, 0, 0), is_game, roles={"defender": (1, 2)})
    assert found == {"main 0": -each // 5, "side 1>0": each, "side 2>0": each}


def test_bettel_made_pays_nobody_else() -> None:
    assert score(6, (0, 5, 5), roles={"defender": (1, 2)}) == {"main 0": 12}


@pytest.mark.parametrize(
    ("payout", "expect"),
    [
        ("host_single", {"main 0": -24, "side 1>0": 120}),
        ("host_both_shares", {"main 0": -24, "side 1>0": 240}),
        ("both", {"main 0": -24, "side 1>0": 120, "side 2>0": 120}),
    ],
)
def test_bettel_beaten_under_kontra(payout: str, expect: dict[str, int]) -> None:
    found = score(6, (1, 0, 0), level=1, roles=CALLER, bettel_kontra_payout=payout)
    assert found == expect


def test_preferans() -> None:
    """A8: ten tricks, 80 or 90 to each defender; kontra as in bettel."""
    both = {"defender": (1, 2)}
    assert score(8, (10, 0, 0), roles=both, preferans_contract=True) == {"main 0": 16}
    beaten = score(8, (3, 0, 1), True, roles=both, preferans_contract=True)
    assert beaten == {"main 0": -18, "side 1>0": 90, "side 2>0": 90}
    lost = score(8, (10, 0, 0), level=1, roles=CALLER, preferans_contract=True)
    assert lost == {"main 0": 32, "main 1": -32}


# the last contract, 3.8

NEARLY = {"main 0": -6, "main 1": 20, "main 2": -20}  # six are left


def test_the_last_contract_is_cut() -> None:
    found = score(5, (6, 2, 2), before=NEARLY, roles=BOTH)
    assert found == {"main 0": 6, "side 1>0": 12, "side 2>0": 12}


def test_cut_only_the_contract_where_that_is_agreed() -> None:
    found = score(5, (6, 2, 2), before=NEARLY, roles=BOTH, last_contract_cut="contract_only")
    assert found == {"main 0": 6, "side 1>0": 20, "side 2>0": 20}


def test_a_penalised_defender_keeps_the_game_going() -> None:
    """A27: then all entries count in full."""
    found = score(5, (7, 2, 1), before=NEARLY, roles=BOTH)
    assert found == {"main 0": 10, "main 2": -10, "side 1>0": 20, "side 2>0": 10}


def test_a_kontra_never_ends_the_game() -> None:
    for team in range(5):
        found = score(5, (10 - team, team, 0), level=1, before=NEARLY, roles=CALLER)
        assert found["main 0"] == 20
        assert found["main 1"] == -20


def test_failing_the_last_contract() -> None:
    roles = {"host": (1,), "guest": (2,)}
    assert score(5, (5, 5, 0), before=NEARLY, roles=roles)["main 0"] == -10
    double = score(5, (5, 5, 0), before=NEARLY, roles=roles, last_contract_fall="double")
    assert double == {"main 0": -20, "side 1>0": 50}
    small = score(3, (5, 5, 0), before=NEARLY, roles=roles, last_contract_fall="double")
    assert small["main 0"] == -6  # no more than is left


def test_a_cut_unit_may_be_odd_and_small() -> None:
    before = {"main 0": -1, "main 1": 0, "main 2": 0}
    found = score(5, (6, 2, 2), before=before, roles=BOTH, starting_level=35)
    assert found == {"main 0": 1, "side 1>0": 2, "side 2>0": 2}


def test_an_exact_last_contract_is_an_ordinary_one() -> None:
    agreed = balkan.rules()
    deal = balkan.named(agreed, balkan.carry(agreed, NEARLY), 3).with_roles(**BOTH)
    postings = scoring.verdict_postings(deal, scoring.ContractVerdict(True, scoring.Why.CONTRACT))
    assert [(p.amount, p.why) for p in postings] == [(6, "contract")]
