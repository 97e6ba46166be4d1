"""``make etudes``: searches the problems of the day and of the week in data/etudes.

Random cards of several kinds are solved; a deal whose first decision has exactly one holding card
is graded, and kept while its pool wants another of its kind and grade.  Every pool is a file that
only grows, and every entry names its draw: a search that was interrupted goes on behind the last
one, and finds the same problems as one that was not.  ``ARGS=--check`` proves every problem again.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import log2
from pathlib import Path
from random import Random
from typing import Final

from bot.analysis.problems.collection import (
    PROBLEM_FOLDER,
    ProblemPool,
    format_problem,
    load_draws,
    load_problems,
)
from bot.analysis.problems.opponent import ProblemSolver, only_holding_card, opening_line
from bot.analysis.problems.problem import (
    MISERE_LETTER,
    FollowingDuty,
    Grade,
    Problem,
    ProblemSide,
)
from bot.analysis.solver import makes, solve
from bot.engine.cards import PACK, Card, Hand
from bot.model.values import replace
from bot.robots.problem_grading import grade_of, measure_traits, plain
from tools.parallel import add_processes, shared
from tools.problem_proofs import faults_of_problem

SEED: Final = 6
SOUTH: Final = 1
PLACES: Final = 3
_TOGETHER: Final = 16  # draws: most of them are found wanting at once
_HEAD: Final = """# Found by `make etudes`, which only appends: the order is that of the days
# or weeks.

source = ""
daily = "{name}"
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """Wanted problems: a contract or "trump" for any suit, the side, how many of each grade."""

    contract: str
    side: ProblemSide
    each: int
    duty: FollowingDuty = FollowingDuty.SUIT


KINDS = (
    Kind("trump", ProblemSide.DECLARER, 6),
    Kind("trump", ProblemSide.DEFENDERS, 4),
    Kind("NT", ProblemSide.DECLARER, 3),
    Kind("NT", ProblemSide.DEFENDERS, 3),
    Kind(MISERE_LETTER, ProblemSide.DECLARER, 4),
    Kind(MISERE_LETTER, ProblemSide.DEFENDERS, 5),
    Kind("trump", ProblemSide.DECLARER, 2, FollowingDuty.OVERTAKE),
    Kind("trump", ProblemSide.DEFENDERS, 1, FollowingDuty.OVERTAKE),
    Kind(MISERE_LETTER, ProblemSide.DEFENDERS, 1, FollowingDuty.OVERTAKE),
)
_TURNS: Final = tuple(kind for kind in KINDS for _ in range(kind.each))


@dataclass(frozen=True, slots=True)
class Pool:
    """One file of problems: its name, grade, sizes of hands, first key, and the wanted number."""

    name: ProblemPool
    grade: Grade
    sizes: tuple[int, ...]
    first_key: int
    wanted: int

    @property
    def path(self) -> Path:
        return PROBLEM_FOLDER / f"daily_{self.name}.toml"

    def kind_of(self, draw: int) -> Kind:
        """Return the kind of a draw: each comes in its share of the turns."""
        return _TURNS[draw % len(_TURNS)]

    def most_of(self, kind: Kind) -> int:
        """Return the largest number of problems of a kind; the shares add up to enough."""
        return -(-self.wanted * kind.each // len(_TURNS))


# three years: a grade has two days of the week, the hardest has Sunday, and every week has its own
POOLS: Final = (
    Pool(ProblemPool.EASY, Grade.EASY, (4, 5), 1001, 314),
    Pool(ProblemPool.MEDIUM, Grade.MEDIUM, (5, 6, 7), 2001, 314),
    Pool(ProblemPool.HARD, Grade.HARD, (6, 7, 8), 3001, 314),
    Pool(ProblemPool.MASTER, Grade.MASTER, (8, 9), 4001, 157),
    Pool(ProblemPool.WEEKLY, Grade.MASTER, (10,), 5001, 157),
)
_SUITS = "SCDH"
_LEAST = {Grade.EASY: 1.0, Grade.MEDIUM: 2.0, Grade.HARD: 4.0, Grade.MASTER: 6.0}


def candidate(kind: Kind, size: int, rng: Random) -> Problem:
    """Random cards; a misère declarer gets low ones, a trump declarer some trumps."""
    contract = rng.choice(_SUITS) if kind.contract == "trump" else kind.contract
    while True:
        low = kind.contract == MISERE_LETTER
        weights = [2.0 ** -((card & 7) / 2) if low else 1.0 for card in PACK]
        own = _drawn(list(PACK), weights, size, rng)
        trumps = 0 if low or contract == "NT" else len(own.of_suit(_SUITS.index(contract)))
        if low or contract == "NT" or trumps * 5 >= size * 2:
            break
    rest = [card for card in PACK if card not in own]
    east = _drawn(rest, [1.0] * len(rest), size, rng)
    rest = [card for card in rest if card not in east]
    west = _drawn(rest, [1.0] * len(rest), size, rng)
    hands = (int(east), int(own), int(west))
    leader = rng.randrange(3)
    return Problem("", Grade.EASY, contract, kind.duty, SOUTH, kind.side, leader, hands, 0, "")


def _drawn(cards: list[Card], weights: list[float], size: int, rng: Random) -> Hand:
    """Draw `size` cards by weight, without replacement."""
    cards, weights, found = list(cards), list(weights), []
    for _ in range(size):
        (place,) = rng.choices(range(len(cards)), weights)
        found.append(cards.pop(place))
        weights.pop(place)
    return Hand.of(found)


def valued(etude: Problem) -> Problem | None:
    """Return the problem with its value; None if nothing is at stake.

    A misère is either clean or not, in a trump contract each side has its tricks.
    """
    if etude.contract == MISERE_LETTER:
        if makes(etude.cards, etude.solver_contract, 0) != (etude.side is ProblemSide.DECLARER):
            return None
        return replace(etude, tricks=solve(etude.cards, etude.solver_contract))
    tricks = solve(etude.cards, etude.solver_contract)
    return replace(etude, tricks=tricks) if 0 < tricks < etude.all_tricks else None


def problem(pool: Pool, draw: int) -> tuple[int, Problem | None]:
    """Return the draw, counted from 1, and its problem; None if the pool has no use for it."""
    rng = Random(f"{SEED} {pool.name} {draw}")
    drawn = valued(candidate(pool.kind_of(draw), rng.choice(pool.sizes), rng))
    if drawn is None or not _is_near(drawn, pool.grade) or not _is_fit(drawn):
        return draw, None
    graded = replace(drawn, grade=pool.grade)
    return draw, graded if grade_of(measure_traits(drawn, plain)) is pool.grade else None


def _is_near(etude: Problem, grade: Grade) -> bool:
    """A quick look before the careful one."""
    halvings = -log2(ProblemSolver(etude).chance(etude.cards, 0))
    return halvings >= _LEAST[grade]


def _is_fit(etude: Problem) -> bool:
    """True if one card holds, and the first decision falls in the first trick.

    The picture of a position shows no earlier trick.
    """
    return only_holding_card(etude) is not None and len(opening_line(etude)) < PLACES


@dataclass(slots=True)
class Search:
    """The search for the problems of a pool, behind those already found."""

    pool: Pool
    last_draw: int = 0
    found: Counter[Kind] = field(default_factory=Counter)

    @classmethod
    def after(cls, pool: Pool, draws: tuple[int, ...]) -> "Search":
        """Return the search behind these draws of the pool."""
        return cls(pool, max(draws, default=0), Counter(map(pool.kind_of, draws)))

    def wants(self, draw: int) -> bool:
        kind = self.pool.kind_of(draw)
        return not self.is_done() and self.found[kind] < self.pool.most_of(kind)

    def is_done(self) -> bool:
        return self.found.total() >= self.pool.wanted

    def run(self, processes: int = 1) -> Iterator[tuple[int, Problem]]:
        """Yield the next problems, each with its draw, until the pool is full."""
        if self.is_done():
            return
        draws = filter(self.wants, count(self.last_draw + 1))
        for draw, found in shared(partial(problem, self.pool), draws, processes, _TOGETHER):
            if found is not None and self.wants(draw):
                key = self.pool.first_key + self.found.total()
                self.found[self.pool.kind_of(draw)] += 1
                yield draw, replace(found, key=str(key))
            if self.is_done():
                return


def fill(pool: Pool, processes: int) -> None:
    """Append problems to the file of a pool until it is full; safe to interrupt at any time."""
    if not pool.path.exists():
        pool.path.write_text(_HEAD.format(name=pool.name), encoding="utf-8")
    search = Search.after(pool, load_draws(pool.path))
    for draw, found in search.run(processes):
        append(pool.path, found, draw)
        print(found.key, search.pool.name, f"draw {draw}", flush=True)


def append(path: Path, found: Problem, draw: int) -> None:
    """Append one problem: the file is replaced at once, so that none is ever cut in two."""
    text = path.read_text(encoding="utf-8")
    new = path.with_suffix(".new")
    new.write_text(f"{text}\n{format_problem(found)}draw = {draw}\n", encoding="utf-8")
    new.replace(path)


def check(processes: int) -> bool:
    """Prove every problem of the pools; print the faults.  True if there are none."""
    pools = load_problems(PROBLEM_FOLDER).pools
    problems = [problem for pool in pools.values() for problem in pool]
    checked = shared(faults_of_problem, problems, processes, _TOGETHER)
    faults = [
        f"{found.key}: {fault}"
        for found, said in zip(problems, checked, strict=True)
        for fault in said
    ]
    print(*faults, f"{len(problems)} problems, {len(faults)} faults", sep="\n")
    return not faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pools", nargs="*", type=ProblemPool)
    parser.add_argument("--check", action="store_true")
    add_processes(parser)
    wished = parser.parse_args()
    if wished.check:
        return int(not check(wished.processes))
    for pool in POOLS:
        if pool.name in (wished.pools or [pool.name]):
            fill(pool, wished.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
