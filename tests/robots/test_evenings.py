"""Robots alone at a Russian table: legal, quick, to the end, and sane in the long run."""

from collections import Counter
from functools import lru_cache
from statistics import median

import pytest

from bot.engine.deal import DealResult
from bot.engine.rules import Rules
from tests.robots.evenings import (
    PRESETS,
    Evening,
    at_random,
    cards_at_random,
    duplicate,
    play_out,
    share,
    tables,
)

pytestmark = pytest.mark.slow

TABLES = tables("russian")
SHORT = 10  # a target for a Discord evening


@lru_cache
def rules_of(preset: str, players: int) -> Rules:
    changes = {"pool_target": SHORT} if preset in ("sochi", "online_classic") else {}
    return PRESETS.rules(preset, players=players, **changes)


@lru_cache
def evenings(preset: str, players: int) -> tuple[Evening, ...]:
    first = 1000 * TABLES.index((preset, players))
    return tuple(play_out(rules_of(preset, players), first + n) for n in range(5))


@lru_cache
def deals() -> tuple[DealResult, ...]:
    return tuple(
        result
        for preset, players in TABLES
        for evening in evenings(preset, players)
        for result in evening.results
    )


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_matches_end(preset: str, players: int) -> None:
    played = evenings(preset, players)
    assert all(evening.ended for evening in played)
    assert median(len(evening.results) for evening in played) < 60


def test_every_decision_is_quick() -> None:
    seconds = sorted(
        each for table in TABLES for evening in evenings(*table) for each in evening.seconds
    )
    assert sum(seconds) / len(seconds) < 0.002
    assert seconds[int(len(seconds) * 0.999)] < 0.05


def test_contracts_are_mostly_made() -> None:
    words = Counter(result.outcome for result in deals())
    assert len(deals()) > 400
    assert 0.55 < share(words["made"], words["made"] + words["remise"]) < 0.95
    assert words["remise"] > 0


def test_misere_is_made_more_often_than_not() -> None:
    words = Counter(result.outcome for result in deals())
    called = words["misere_made"] + words["misere_failed"]
    assert 0.005 < share(called, len(deals())) < 0.2
    assert share(words["misere_made"], called) > 0.5


def test_not_every_deal_is_passed_out() -> None:
    passed = sum(result.outcome == "all_pass" for result in deals())
    assert 0.1 < share(passed, len(deals())) < 0.6


def test_most_whists_are_kept() -> None:
    played = [result for result in deals() if result.outcome in ("made", "remise")]
    whisters = sum(result.roles.count("whister") for result in played)
    missed = sum(
        len({p.seat for p in result.postings if p.why == "quota_missed"}) for result in played
    )
    assert whisters > 100
    assert share(missed, whisters) < 0.4


def test_all_levels_are_played() -> None:
    levels = {result.contract.level for result in deals() if result.contract is not None}
    assert {0, 6, 7, 8} <= levels


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_beats_chance(preset: str, players: int) -> None:
    rules = rules_of(preset, players)
    gains = [duplicate(rules, at_random, seed) for seed in range(6)]
    assert sum(gains) / len(gains) < -50


def test_its_cards_are_better_than_any_cards() -> None:
    rules = rules_of("leningrad", 3)
    gains = [duplicate(rules, cards_at_random, seed) for seed in range(40)]
    assert sum(gains) / len(gains) < -5
