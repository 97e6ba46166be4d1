"""Points of a match, compared with the papers of preferans.org and gambler.ru."""

from zoneinfo import ZoneInfo

import pytest

from bot.features.leagues import formats
from bot.features.leagues.formats import LeagueFormat, LeaguePlan


def plan(kind: LeagueFormat, **changes: object) -> LeaguePlan:
    values: dict[str, object] = {
        "format": kind,
        "rules": "{}",
        "final_rules": "{final}",
        "starts_at": 1_800_000_000,
        "every": 14,
        "rounds": 5,
        "minutes": 240,
        "deals": 18,
        "with_fours": False,
        "seed": "seed",
    }
    return LeaguePlan(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("balances", "points"),
    [
        ((120, -20, -100), (40, 10, 0)),  # alone positive: 4; a negative second: 1
        ((70, 30, -100), (30, 20, 0)),  # a positive second: 2, and the first was not alone
        ((50, 0, -50), (30, 20, 0)),  # zero counts as positive
        ((0, 0, 0), (30, 30, 30)),  # all share the first place
        ((40, 40, -80), (30, 30, 0)),  # two share the first place, the other is third
        ((80, -40, -40), (40, 10, 10)),  # two share the second place
        ((-100, 120, -20), (0, 40, 10)),
    ],
)
def test_serbian_points(balances: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert formats.serbian_points(balances) == points


@pytest.mark.parametrize(
    ("balance", "tenths"),
    [(50, 500), (51, 505), (100, 750), (101, 751), (300, 950), (-300, -3000), (0, 0)],
)
def test_cut_offs_of_rounds_of_six_deals(balance: int, tenths: int) -> None:
    """gambler.ru 1031061: 51 to 100 by half, above by a tenth."""
    cut = plan(LeagueFormat.RUSSIAN, deals=6).cut_offs
    assert formats.cut_off_points(balance, cut) == tenths
    assert cut.worst == -500


@pytest.mark.parametrize(
    ("balance", "tenths"),
    [(200, 2000), (210, 2010), (650, 2450), (651, 2450), (2000, 2450), (-999, -9990)],
)
def test_cut_offs_of_rounds_of_eighteen_deals(balance: int, tenths: int) -> None:
    """gambler.ru 1029125: up to 200 whole, above ten to one, from 650 on nothing."""
    cut = plan(LeagueFormat.RUSSIAN).cut_offs
    assert formats.cut_off_points(balance, cut) == tenths
    assert cut.worst == -1000


def test_out_of_time_a_plus_is_not_written() -> None:
    russian = plan(LeagueFormat.RUSSIAN)
    balances = {1: 120, 2: -20, 3: -100}
    late = formats.match_points(russian, balances, frozenset(), is_late=True)
    assert late == {1: 0, 2: -200, 3: -1000}
    assert formats.match_points(russian, balances, frozenset(), is_late=False)[1] == 1200


def test_a_substitute_wins_nothing_for_the_absent_member() -> None:
    serbian = plan(LeagueFormat.SERBIAN)
    found = formats.match_points(serbian, {1: 50, 2: 10, 3: -60}, frozenset({1}), is_late=False)
    assert found == {1: 0, 2: 20, 3: 0}


def test_a_plan_survives_its_text() -> None:
    one = plan(LeagueFormat.KNOCK_OUT)
    assert formats.parse_plan(formats.plan_text(one)) == one


def test_the_final_has_rules_of_its_own() -> None:
    russian = plan(LeagueFormat.RUSSIAN)
    assert [russian.rules_of(n) for n in (5, 6)] == ["{}", "{final}"]


def test_rounds_keep_their_hour_when_clocks_change() -> None:
    zone = ZoneInfo("Europe/Belgrade")
    serbian = plan(LeagueFormat.SERBIAN, starts_at=1_773_345_600)  # 2026-03-12 21:00
    gap = formats.days_later(serbian.starts_at, 28, zone) - serbian.starts_at
    assert gap == 28 * 86400 - 3600  # 29 March has 23 hours
