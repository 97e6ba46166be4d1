"""All problems of data/etudes, and those of the day and of the week."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.analysis.problems.problem import (
    PLACE_LETTERS,
    FirstTries,
    FollowingDuty,
    Grade,
    Problem,
    ProblemSide,
    format_hand,
    grade_by_people,
    parse_hand,
    parse_place,
)

PROBLEM_FOLDER: Final = Path(__file__).resolve().parents[3] / "data" / "etudes"

_FIRST_MONDAY: Final = 20780  # 2026-11-23, in days since 1970-01-01: the pools begin here
DAYS_OF_WEEK: Final = 7


class ProblemPool(StrEnum):
    """The set from which a day or a week takes its problem."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    MASTER = "master"
    WEEKLY = "weekly"


# by weekday, Monday first: the hardest comes on Sunday, the others twice a week
_POOL_OF_WEEKDAY: Final = (
    ProblemPool.EASY,
    ProblemPool.EASY,
    ProblemPool.MEDIUM,
    ProblemPool.MEDIUM,
    ProblemPool.HARD,
    ProblemPool.HARD,
    ProblemPool.MASTER,
)


class _Entry(BaseModel):
    """One problem as written in a file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    grade: Grade
    contract: str
    duty: FollowingDuty = FollowingDuty.SUIT
    declarer: str
    side: ProblemSide
    leader: str
    hands: str  # East, South, West
    tricks: int
    source: str = ""
    draw: int = 0  # of the search that found it


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    daily: ProblemPool | None = None
    etude: tuple[_Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class ProblemCollection:
    """The problems by key, and those of each pool in the order of their days or weeks.

    A pool only grows at its end, so a problem keeps its day, and programs with a shorter pool agree
    with those that have a longer one.
    """

    problems: dict[str, Problem]
    pools: dict[ProblemPool, tuple[Problem, ...]]
    first_tries: Mapping[str, FirstTries] = field(default_factory=dict)  # by key

    def get(self, key: str) -> Problem | None:
        return self.problems.get(key)

    def graded_by(self, tries: Mapping[str, FirstTries]) -> "ProblemCollection":
        """Return the collection with the grades that follow from people's first tries, by key."""
        problems = {
            key: replace(problem, grade=grade_by_people(problem.grade, tries[key]))
            if key in tries
            else problem
            for key, problem in self.problems.items()
        }
        pools = {name: tuple(problems[e.key] for e in pool) for name, pool in self.pools.items()}
        return ProblemCollection(problems, pools, tries)

    def of_grade(self, grade: Grade | None) -> tuple[Problem, ...]:
        """Return the problems of a grade, or all."""
        return tuple(e for e in self.problems.values() if grade is None or e.grade is grade)

    def daily(self, day: int) -> Problem:
        """Return the world's problem for a day since 1970-01-01, UTC.

        None comes again before its pool is exhausted.
        """
        pool = _POOL_OF_WEEKDAY[(day - _FIRST_MONDAY) % DAYS_OF_WEEK]
        return self._at(pool, _turns_before(pool, day))

    def weekly(self, day: int) -> Problem:
        """Return the world's problem for the week of a day."""
        return self._at(ProblemPool.WEEKLY, _turns_before(ProblemPool.WEEKLY, day))

    def open_for_practice(self, grade: Grade | None, day: int) -> tuple[Problem, ...]:
        """Return the problems of a grade, or all, that no day or week from ``day`` on will bring.

        A problem of a pool joins once its day is over.
        """
        waiting = {
            problem.key
            for name, pool in self.pools.items()
            for problem in pool[max(_turns_before(name, day), 0) :]
        }
        return tuple(problem for problem in self.of_grade(grade) if problem.key not in waiting)

    def _at(self, name: ProblemPool, turn: int) -> Problem:
        pool = self.pools[name]
        return pool[turn % len(pool)]


def week_start(day: int) -> int:
    """Return the Monday of the week of a day."""
    return day - (day - _FIRST_MONDAY) % DAYS_OF_WEEK


def _turns_before(pool: ProblemPool, day: int) -> int:
    """Return how many problems of a pool the days or weeks before a day take; negative earlier."""
    weeks, weekday = divmod(day - _FIRST_MONDAY, DAYS_OF_WEEK)
    if pool is ProblemPool.WEEKLY:
        return weeks
    return weeks * _POOL_OF_WEEKDAY.count(pool) + _POOL_OF_WEEKDAY[:weekday].count(pool)


@cache
def shipped_problems() -> ProblemCollection:
    """Return the problems that ship with the bot."""
    return load_problems(PROBLEM_FOLDER)


def load_problems(folder: Path) -> ProblemCollection:
    """Return every problem of a folder.  Raises ValueError for an unreadable one."""
    etudes: dict[str, Problem] = {}
    pools: dict[ProblemPool, tuple[Problem, ...]] = {}
    for path in sorted(folder.glob("*.toml")):
        file = _read(path)
        found = [_parse_entry(entry, file.source) for entry in file.etude]
        for etude in found:
            if etude.key in etudes:
                raise ValueError(f"{path.name}: {etude.key} twice")
            etudes[etude.key] = etude
        if file.daily is not None:
            pools[file.daily] = tuple(found)
    return ProblemCollection(etudes, pools)


def load_draws(path: Path) -> tuple[int, ...]:
    """Return the draws that found the problems of a file, in its order."""
    return tuple(entry.draw for entry in _read(path).etude)


def _read(path: Path) -> _File:
    return _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def _parse_entry(entry: _Entry, source: str) -> Problem:
    east, south, west = map(parse_hand, entry.hands.split(" "))
    if east & south or east & west or south & west:
        raise ValueError(f"{entry.key}: a card in two hands")
    return Problem(
        key=entry.key,
        grade=entry.grade,
        contract=entry.contract,
        duty=entry.duty,
        declarer=parse_place(entry.declarer),
        side=entry.side,
        leader=parse_place(entry.leader),
        hands=(int(east), int(south), int(west)),
        tricks=entry.tricks,
        source=entry.source or source,
    )


def format_problem(problem: Problem) -> str:
    """Return a problem as the text of a file, without its source."""
    lines = [
        "[[etude]]",
        f'key = "{problem.key}"',
        f'grade = "{problem.grade}"',
        f'contract = "{problem.contract}"',
        *([f'duty = "{problem.duty}"'] if problem.duty is not FollowingDuty.SUIT else []),
        f'declarer = "{PLACE_LETTERS[problem.declarer]}"',
        f'side = "{problem.side}"',
        f'leader = "{PLACE_LETTERS[problem.leader]}"',
        f'hands = "{" ".join(map(format_hand, problem.hands))}"',
        f"tricks = {problem.tricks}",
    ]
    return "\n".join(lines) + "\n"
