"""The simulated club finds the order of its members by every number, with fixed seeds."""

from statistics import mean

from tools.arena.club import NUMBERS, number_correlation, rating_correlation

SEEDS = range(60)


def test_ten_matches_tell_the_order() -> None:
    """By results 0.70, by play in Russian rules 0.85, by the datum better than by results."""
    by_results = mean(rating_correlation(10, seed) for seed in SEEDS)
    found = {
        number.name: mean(number_correlation(number, 10, seed) for seed in SEEDS)
        for number in NUMBERS
    }
    assert by_results >= 0.70
    assert found["play in sochi"] >= 0.85
    for family in ("serbian", "viennese"):
        assert found[f"datum in {family}"] > by_results + 0.1
