"""How much of a result is luck that the values of the robots can take away (docs/ratings.md).

Free deals with the three levels on drawn seats.  From every result terms are subtracted whose mean
is zero whoever plays, in the manner of AIVAT (Burch and others, AIVAT: A New Variance Reduction
Technique for Agent Evaluation in Imperfect Information Games, 2018):

* the deal: the worth of the own hand by the tables of the robots, less that of the two others, or
  what eight tables of robots earned there with the same deck.  Seats are drawn, and what one earns
  others pay, so the mean over all decks is zero.
* a decision of a robot: the worth of its choice less the mean worth of what it chooses with other
  seeds.  The worth is the exact value with open hands, or what plain robots earn from there.

The factors of the terms are fitted on the other half of the deals.  A seat is a line of the file,
so a long measurement may be stopped at any time and goes on where it was.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from bot.analysis.position import Aim, position_of
from bot.analysis.postmortem import DealRecord
from bot.analysis.postmortem.forecast import PointScale, TwoSidedForecast, points_earned
from bot.analysis.review import DATUM_TABLES
from bot.engine import actions as act
from bot.engine.actions import Action, Play
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Carry, Deal
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, between_deals, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots import ROBOTS, evaluation
from bot.robots.same_deck import robot_table
from tests.robots.evenings import PRESETS, deck
from tools.arena.matches import mean_and_error
from tools.parallel import add_processes, shared

_AGAIN: Final = 4  # choices with other seeds for each decision
_BLOCKS: Final = 10
_PLAIN: Final = ROBOTS["beginner"]
SETS: Final = {  # the terms, by the number of their column in ``Seat.terms``
    "the hands": (0, 1, 2, 3),
    "the same deck": (4,),
    "the same deck, decisions of others": (4, 5),
    "the same deck, all decisions": (4, 5, 6),
    "all of these": (0, 1, 2, 3, 4, 5, 6),
}


class Place(NamedTuple):
    """A deal to measure."""

    preset: str
    seed: int
    levels: tuple[str, ...]


class Seat(NamedTuple):
    """One seat of a measured deal; ``terms`` have the mean zero over all decks and choices.

    Four worths of the hand by the tables, what robots earned with the deck, and the luck of the
    decisions of the others and of its own.
    """

    preset: str
    seed: int
    level: str
    earned: int
    terms: tuple[float, ...]


def measure(place: Place) -> list[Seat]:
    """Play one deal, with the terms of each seat."""
    rules, chance = PRESETS.rules(place.preset, players=3), Random(f"luck {place.seed}")
    levels = [chance.choice(place.levels) for _ in range(rules.players)]
    carry, opening = (
        family_of(rules).initial_carry(rules),
        (
            act.Dealer(place.seed % rules.players),
            deck(chance),
        ),
    )
    game = between_deals(rules, carry, 0, None)
    for action in opening:
        game = apply_action(game, TABLE_SEAT, action)
    assert game.deal is not None
    hands, talon = tuple(map(int, game.deal.dealt)), game.deal.talon
    record = DealRecord(rules, carry, tuple((TABLE_SEAT, format_action(a)) for a in opening))
    luck = [[0.0] * rules.players for _ in range(rules.players)]  # by who decides, for whom
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        game, by_seat = decided(game, levels[seat], chance)
        luck[seat] = [old + new for old, new in zip(luck[seat], by_seat, strict=True)]
    robots = [robot_table(record, number) for number in range(DATUM_TABLES)]
    earned = points_earned(rules, carry, game.carry)
    return [
        Seat(
            place.preset,
            place.seed,
            levels[seat],
            earned[seat],
            (
                *worths(hands, sum(1 << card for card in talon), seat),
                fmean(table[seat] for table in robots),
                sum(luck[other][seat] for other in range(rules.players) if other != seat),
                luck[seat][seat],
            ),
        )
        for seat in range(rules.players)
    ]


def decided(game: Game, level: str, chance: Random) -> tuple[Game, tuple[float, ...]]:
    """Return the game after a robot's choice, and the luck of the choice by seat."""
    seat = to_act(game)
    assert seat is not None
    view, robot = build_view(game, seat), ROBOTS[level]
    chosen = robot.choose(view, Random(chance.getrandbits(32)))
    after, nothing = apply_action(game, seat, chosen), (0.0,) * game.rules.players
    if len(view.legal) == 1:
        return after, nothing
    others = [robot.choose(view, Random(chance.getrandbits(32))) for _ in range(_AGAIN)]
    if all(other == chosen for other in others):
        return after, nothing
    known = {action: worth_of(game, action) for action in {chosen, *others}}
    means = [fmean(each) for each in zip(*(known[other] for other in others), strict=True)]
    return after, tuple(mine - mean for mine, mean in zip(known[chosen], means, strict=True))


def worth_of(game: Game, action: Action) -> tuple[int, ...]:
    """Return by seat what a choice is worth with the cards as they lie.

    It knows the past and the cards alone, so that the luck of a choice has the mean zero.
    """
    seat = to_act(game)
    assert seat is not None
    assert game.deal is not None
    before, chance = game.deal.carry, Random(0)
    game = apply_action(game, seat, action)
    if isinstance(action, Play) and game.deal is not None and _is_contested(game.deal):
        return _exact_points(game.deal)
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        game = apply_action(game, seat, _PLAIN.choose(build_view(game, seat), chance))
    return _earned(game, before)


def _is_contested(deal: Deal) -> bool:
    position = position_of(deal)
    return position is not None and position.contract.aim is not Aim.OWN


def _exact_points(deal: Deal) -> tuple[int, ...]:
    forecast = TwoSidedForecast(deal, deal.won)
    tricks = forecast.counting_tricks(forecast.final_tricks(deal))
    return PointScale(deal, (), ()).points(tricks)


def _earned(game: Game, before: Carry) -> tuple[int, ...]:
    return points_earned(game.rules, before, game.carry)


def worths(hands: Sequence[int], talon: int, seat: int) -> tuple[float, ...]:
    """Return four worths of a hand by the robots' tables, each less the mean of the others'."""
    by_seat = [_worths_of(hand, talon) for hand in hands]
    others = [each for other, each in enumerate(by_seat) if other != seat]
    means = [fmean(column) for column in zip(*others, strict=True)]
    return tuple(mine - mean for mine, mean in zip(by_seat[seat], means, strict=True))


def _worths_of(hand: int, talon: int) -> tuple[float, ...]:
    """Return tricks before and after the talon, the chance of a misère, tricks nobody wants."""
    outlooks = evaluation.talon_prospects(hand)
    return (
        fmean(max(outlook) for outlook in outlooks),
        max(evaluation.tricks_after_exchange(hand | talon, t) for t in evaluation.STRAIN_ORDER),
        evaluation.mean_misere_probability(hand),
        evaluation.unwanted_tricks(hand),
    )


def read(line: str) -> Seat:
    preset, seed, level, earned, *terms = line.split()
    return Seat(preset, int(seed), level, int(earned), tuple(map(float, terms)))


def written(seat: Seat) -> str:
    terms = " ".join(f"{term:.4f}" for term in seat.terms)
    return f"{seat.preset} {seat.seed} {seat.level} {seat.earned} {terms}"


def seats_of(path: Path) -> list[Seat]:
    return [read(line) for line in path.read_text().splitlines()] if path.exists() else []


def without_luck(seats: Sequence[Seat], columns: Sequence[int]) -> list[float]:
    """Return the results less their terms, with the factors that suit the other half of deals."""
    halves = [[seat for seat in seats if seat.seed % 2 == part] for part in range(2)]
    factors = [_fitted(half, columns) for half in halves]
    return [
        seat.earned
        - sum(
            factor * seat.terms[column]
            for factor, column in zip(factors[1 - seat.seed % 2], columns, strict=True)
        )
        for seat in seats
    ]


def _fitted(seats: Sequence[Seat], columns: Sequence[int]) -> list[float]:
    """Return the factors of least squares, without a constant: every term has the mean zero."""
    rows = [[seat.terms[column] for column in columns] for seat in seats]
    left = [
        [fmean(row[a] * row[b] for row in rows) for b in range(len(columns))]
        for a in range(len(columns))
    ]
    right = [
        fmean(row[a] * seat.earned for row, seat in zip(rows, seats, strict=True))
        for a in range(len(columns))
    ]
    return _solved(left, right)


def _solved(left: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination; an unknown that nothing depends on is zero."""
    size, rows = len(right), [[*row, value] for row, value in zip(left, right, strict=True)]
    for at in range(size):
        best = max(range(at, size), key=lambda number: abs(rows[number][at]))
        rows[at], rows[best] = rows[best], rows[at]
        if not rows[at][at]:
            continue
        for number in range(size):
            if number != at:
                share = rows[number][at] / rows[at][at]
                rows[number] = [a - share * b for a, b in zip(rows[number], rows[at], strict=True)]
    return [rows[at][-1] / rows[at][at] if rows[at][at] else 0.0 for at in range(size)]


def report(seats: Sequence[Seat], preset: str) -> str:
    """Return a line for each set of terms: luck left, its share, and how far the means moved."""
    own = [seat for seat in seats if seat.preset == preset]
    plain = [float(seat.earned) for seat in own]
    spread = _spread(own, plain)
    lines = [f"{preset}, {len(own)} seats, luck of the result {spread:.1f} points"]
    for name, columns in SETS.items():
        left = without_luck(own, columns)
        share, error = share_of_luck(own, left)
        told = f"{name:36} {share * spread:5.1f}  share {share:.2f} ± {error:.2f}"
        lines.append(f"{told}  {_shift(own, left)}")
    return "\n  ".join(lines)


def share_of_luck(seats: Sequence[Seat], left: Sequence[float]) -> tuple[float, float]:
    """Return the spread that is left as a share of that of the results, with its error.

    The error is that of a jackknife over ten blocks of deals.
    """

    def share(without: int) -> float:
        rows = [
            (s, v) for s, v in zip(seats, left, strict=True) if s.seed // 2 % _BLOCKS != without
        ]
        kept = [seat for seat, _ in rows]
        return _spread(kept, [v for _, v in rows]) / _spread(kept, [s.earned for s in kept])

    parts = [share(block) for block in range(_BLOCKS)]
    middle = fmean(parts)
    squares = sum((part - middle) ** 2 for part in parts)
    return share(-1), sqrt(squares * (_BLOCKS - 1) / _BLOCKS)


def _spread(seats: Sequence[Seat], values: Sequence[float]) -> float:
    """Return the standard deviation within the levels."""
    means = _means(seats, values)
    squares = [(v - means[s.level]) ** 2 for s, v in zip(seats, values, strict=True)]
    return sqrt(sum(squares) / (len(seats) - len(means)))


def _means(seats: Sequence[Seat], values: Sequence[float]) -> dict[str, float]:
    levels = {seat.level for seat in seats}
    return {
        level: fmean(v for s, v in zip(seats, values, strict=True) if s.level == level)
        for level in levels
    }


def _shift(seats: Sequence[Seat], left: Sequence[float]) -> str:
    """Return by level how far the mean moved, with the error of the difference."""
    cells = []
    for level in ROBOTS:
        moved = [v - s.earned for s, v in zip(seats, left, strict=True) if s.level == level]
        if len(moved) > 1:
            mean, error = mean_and_error(moved)
            cells.append(f"{level} {mean:+.1f} ± {error:.1f}")
    return "moved " + ", ".join(cells)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", nargs="*", default=["sochi", "serbian", "viennese"])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--levels", nargs="*", choices=ROBOTS, default=list(ROBOTS))
    parser.add_argument("--into", type=Path, default=Path("build/luck.txt"))
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    chosen.into.parent.mkdir(parents=True, exist_ok=True)
    done = {(seat.preset, seat.seed) for seat in seats_of(chosen.into)}
    wanted = (
        Place(preset, seed, tuple(chosen.levels))
        for seed in range(chosen.deals)
        for preset in chosen.presets
        if (preset, seed) not in done
    )
    with chosen.into.open("a", encoding="utf-8") as book:
        for seats in shared(measure, wanted, chosen.processes):
            book.writelines(written(seat) + "\n" for seat in seats)
            book.flush()
    for preset in chosen.presets:
        print(report(seats_of(chosen.into), preset))
    return 0
