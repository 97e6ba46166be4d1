"""How soon each number tells a beginner from a club player: result, play and datum.

Free deals with the two levels on drawn seats, reviewed as the bot does it, and the same deck played
again by eight tables of robots (docs/ratings.md).  A seed is a line of the file, so a long
measurement may be stopped at any time and goes on where it was.
"""

import argparse
from collections.abc import Callable, Sequence
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from typing import Final, NamedTuple

from bot.analysis.postmortem import DealRecord
from bot.analysis.review import DATUM_TABLES, review_deal
from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.families import family_of
from bot.engine.game import apply_action, between_deals, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.same_deck import robot_results
from tests.robots.evenings import PRESETS, deck
from tools.parallel import add_processes, shared

CAP: Final = 30  # points given away that a deal counts at most
_LEVELS: Final = ("beginner", "club")
_ALL_LEVELS: Final = (*_LEVELS, "expert")


class Seat(NamedTuple):
    """One seat of a measured deal."""

    preset: str
    seed: int
    level: str
    earned: int
    given: int
    tricks: int
    decisions: int
    datum: float


class Place(NamedTuple):
    """A deal to measure."""

    preset: str
    players: int
    seed: int
    levels: tuple[str, ...]
    tables: int


def measure(place: Place) -> list[Seat]:
    """Play, review and compare one deal."""
    rules = PRESETS.rules(place.preset, players=place.players)
    chance = Random(f"skill {place.seed}")
    levels = [chance.choice(place.levels) for _ in range(rules.players)]
    carry = family_of(rules).initial_carry(rules)
    game, lines = between_deals(rules, carry, 0, None), list[tuple[int, str]]()
    for action in (act.Dealer(place.seed % rules.players), deck(chance)):
        game = apply_action(game, TABLE_SEAT, action)
        lines.append((TABLE_SEAT, format_action(action)))
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        chosen = ROBOTS[levels[seat]].choose(build_view(game, seat), chance)
        game = apply_action(game, seat, chosen)
        lines.append((seat, format_action(chosen)))
    record = DealRecord(rules, carry, tuple(lines))
    review = review_deal(record, (True,) * len(lines))
    robots = robot_results(record, place.tables) if place.tables else (0.0,) * rules.players
    return [
        Seat(
            place.preset,
            place.seed,
            levels[number],
            seat.earned,
            seat.given,
            seat.tricks_given,
            seat.decisions,
            round(seat.earned - robots[number], 3),
        )
        for number, seat in enumerate(review.seats)
        if seat.decisions or seat.earned
    ]


def read(line: str) -> Seat:
    preset, seed, level, *numbers, datum = line.split()
    earned, given, tricks, decisions = map(int, numbers)
    return Seat(preset, int(seed), level, earned, given, tricks, decisions, float(datum))


def seats_of(path: Path) -> list[Seat]:
    return [read(line) for line in path.read_text().splitlines()] if path.exists() else []


MEASURES: Final[dict[str, Callable[[Seat], float]]] = {
    "result": lambda seat: seat.earned,
    "datum": lambda seat: seat.datum,
    "points given": lambda seat: -min(seat.given, CAP),
    "tricks per 100": lambda seat: -100 * seat.tricks / max(1, seat.decisions),
    "without a mistake": lambda seat: float(seat.tricks == 0),
}


def report(seats: Sequence[Seat], preset: str) -> str:
    """Return a line for each number: both levels, the difference, deals that tell them apart."""
    own = [seat for seat in seats if seat.preset == preset]
    lines = [f"{preset}, {len({seat.seed for seat in own})} deals"]
    for name, value in MEASURES.items():
        played = [seat for seat in own if name in ("result", "datum") or seat.decisions]
        values = {
            level: [value(seat) for seat in played if seat.level == level] for level in _ALL_LEVELS
        }
        told = "  ".join(f"{level} {mean(found):.2f}" for level, found in values.items() if found)
        low, high = (values[level] for level in _LEVELS)
        gap = mean(high) - mean(low)
        spread = sqrt((pstdev(low) ** 2 + pstdev(high) ** 2) / 2)
        error = spread * sqrt(1 / len(low) + 1 / len(high))
        deals = 4 * 2 * spread**2 / gap**2 if gap > 0 else inf
        lines.append(
            f"{name:18} {told}  club less beginner {gap:+.2f} ± {error:.2f}"
            f"  sd {spread:.1f}  {deals:.0f} deals"
        )
    return "\n  ".join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", nargs="*", default=PRESETS.names())
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=DATUM_TABLES, help="of robots (0: no datum)")
    parser.add_argument("--experts", action="store_true", help="let the expert play too")
    parser.add_argument("--into", type=Path, default=Path("build/skill.txt"))
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    chosen.into.parent.mkdir(parents=True, exist_ok=True)
    done = {(seat.preset, seat.seed) for seat in seats_of(chosen.into)}
    levels = _ALL_LEVELS if chosen.experts else _LEVELS
    wanted = (
        Place(preset, chosen.players, seed, levels, chosen.tables)
        for seed in range(chosen.deals)
        for preset in chosen.presets
        if (preset, seed) not in done
    )
    with chosen.into.open("a", encoding="utf-8") as book:
        for seats in shared(measure, wanted, chosen.processes):
            book.writelines(" ".join(map(str, seat)) + "\n" for seat in seats)
            book.flush()
    for preset in chosen.presets:
        print(report(seats_of(chosen.into), preset))
    return 0
