"""A simulated club: how well each number finds the true order of the members (docs/ratings.md).

Members of known strength play matches with the measured luck of a deal.  Play and datum show the
same strength with their own noise, as ``arena skill`` measured it.
"""

import argparse
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from bot.features.rankings.rating import Ratings
from tests.robots.evenings import PRESETS
from tests.support.club import DEALS, STRENGTH, Club, rank_correlation

_LUCK: Final = 26.0  # of a deal of sochi


class Number(NamedTuple):
    """Noise of a number in standard deviations of members' strength, for one deal."""

    name: str
    noise: float
    share: float  # of the deals that show it


RESULT_NOISE: Final = _LUCK / STRENGTH
NUMBERS: Final = (  # measured by ``arena skill``, 77 to 203 deals
    Number("play in sochi", 10.5 / (6.28 / 3.1 * STRENGTH), 0.7),
    Number("datum in sochi", RESULT_NOISE * 0.68, 1.0),
    Number("datum in serbian", RESULT_NOISE * 0.39, 1.0),
    Number("datum in viennese", RESULT_NOISE * 0.31, 1.0),
)


def rating_correlation(matches: int, seed: int) -> float:
    """Return the rank correlation of the rating with the truth after matches of each member."""
    club, found = Club(seed), Ratings(PRESETS, PRESETS.spread("sochi"))
    found.take_all(club.rounds(matches))
    told = {rating.user_id: rating.points for rating in found.standings()}
    users = list(club.strength)
    return rank_correlation([told[user] for user in users], [*club.strength.values()])


def number_correlation(number: Number, matches: int, seed: int) -> float:
    """Return the rank correlation of a mean over all deals with the truth."""
    club, chance = Club(seed), Random(f"{number.name} {seed}")
    error = number.noise / (matches * DEALS * number.share) ** 0.5
    told = [strength / STRENGTH + chance.gauss(0, error) for strength in club.strength.values()]
    return rank_correlation(told, [*club.strength.values()])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seeds", type=int, default=60)


def run(chosen: argparse.Namespace) -> int:
    for matches in (5, 10, 20, 40):
        seeds = range(chosen.seeds)
        cells = [f"rating {mean(rating_correlation(matches, seed) for seed in seeds):.2f}"]
        for number in NUMBERS:
            found = mean(number_correlation(number, matches, seed) for seed in seeds)
            cells.append(f"{number.name} {found:.2f}")
        print(f"{matches} matches: {', '.join(cells)}")
    return 0
