"""Robots at a table for two: legal, to the end, and sane (rules/russian.md 2.11)."""

from collections import Counter
from functools import lru_cache
from random import Random
from statistics import median

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import apply_action, new_game
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.robots import ROBOTS
from tests.properties.walking import WALKS
from tests.robots.evenings import (
    BEGINNER,
    PRESETS,
    Evening,
    at_random,
    deck,
    duplicate,
    play_deal,
    play_out,
    share,
)
from tests.support import builders
from tests.support.builders import said

RUSSIAN = ("sochi", "leningrad", "rostov", "online_classic")
presets = pytest.mark.parametrize("preset", RUSSIAN)


def rules_of(preset: str) -> Rules:
    changes = {"pool_target": 10} if preset in ("sochi", "online_classic") else {}
    return PRESETS.rules(preset, players=2, **changes)


@lru_cache
def evenings(preset: str) -> tuple[Evening, ...]:
    return tuple(play_out(rules_of(preset), seed) for seed in range(12))


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@presets
def test_matches_end(preset: str) -> None:
    assert all(evening.ended for evening in evenings(preset))
    assert median(len(evening.results) for evening in evenings(preset)) < 40


@pytest.mark.slow
def test_they_play_sensibly() -> None:
    """Contracts are mostly made, whists mostly kept, and not everything is passed out."""
    results = [r for preset in RUSSIAN for evening in evenings(preset) for r in evening.results]
    words = Counter(result.outcome for result in results)
    assert 0.6 < share(words["made"], words["made"] + words["remise"]) < 0.95
    assert share(words["misere_made"], words["misere_made"] + words["misere_failed"]) > 0.6
    assert 0.2 < share(words["all_pass"], len(results)) < 0.75
    whisted = [result for result in results if "whister" in result.roles]
    missed = sum(any(p.why == "quota_missed" for p in result.postings) for result in whisted)
    assert share(missed, len(whisted)) < 0.3


@pytest.mark.slow
@presets
def test_the_plain_one_beats_chance(preset: str) -> None:
    gains = [duplicate(rules_of(preset), at_random, seed) for seed in range(6)]
    assert sum(gains) / len(gains) < -50


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize("level", ["club", "expert"])
@presets
def test_stronger_levels_play_whole_deals(preset: str, level: str) -> None:
    """In either seat, every choice legal; ``make walks`` has more deals."""
    for seat in (0, 1):
        rng = Random(seat)
        game = apply_action(new_game(rules_of(preset)), TABLE_SEAT, act.Dealer(0))
        for _ in range(min(WALKS, 3)):
            game = apply_action(game, TABLE_SEAT, deck(rng))
            game = play_deal(game, rng, choosers={seat: ROBOTS[level].choose})


def answer(hand: str, contract: str, level: str = "beginner") -> Action:
    """Return the dealer's answer to a contract with such a hand."""
    game = said(builders.dealt(f"... | ... | {hand} | ...", players=2), f"bid {contract}", "pass")
    seen = builders.actions_of(game)[0]
    game = apply_action(apply_action(game, 0, seen), 0, act.Declare(contract))
    return ROBOTS[level].choose(build_view(game, 1), Random(1))


def test_it_whists_with_tricks_and_passes_without() -> None:
    assert answer("AS KS AC KC AD KD 7H 8H 9H 10H", "7H") is act.WHIST
    assert answer("7S 8S 9S 7C 8C 9C 7D 8D 9D 10D", "9H") is act.PASS


def last_to_speak(hand: str, all_pass: str) -> Action:
    rules = builders.rules("sochi", 2, two_handed_all_pass=all_pass)
    game = said(builders.dealt_under(rules, f"... | ... | {hand} | ..."), "pass")
    return BEGINNER.choose(build_view(game, 1), Random(1))


def test_the_second_pass_is_raspasy_for_certain() -> None:
    """A hand with many tricks therefore bids; where the cards are thrown in it passes."""
    heavy = "AS KS QC JC 9C AD QD KH JH 9H"
    assert last_to_speak(heavy, "raspasy") is not act.PASS
    assert last_to_speak(heavy, "redeal") is act.PASS
