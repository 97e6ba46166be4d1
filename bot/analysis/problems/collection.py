"""All problems of data/etudes, and the daily problem of each server."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.analysis.problems.problem import (
    PLACE_LETTERS,
    FollowingDuty,
    Grade,
    Problem,
    ProblemSide,
    format_hand,
    parse_hand,
    parse_place,
)

PROBLEM_FOLDER: Final = Path(__file__).resolve().parents[3] / "data" / "etudes"

# by weekday, Monday first: easy, medium and hard twice a week, the hardest on Sunday
_WEEK: Final = (
    Grade.EASY,
    Grade.EASY,
    Grade.MEDIUM,
    Grade.MEDIUM,
    Grade.HARD,
    Grade.HARD,
    Grade.MASTER,
)
_MONDAY: Final = 4  # the first Monday, in days since 1970-01-01


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


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    etude: tuple[_Entry, ...]


@dataclass(frozen=True, slots=True)
class ProblemCollection:
    """The problems by key, in the order of the files."""

    problems: dict[str, Problem]

    def get(self, key: str) -> Problem | None:
        return self.problems.get(key)

    def of_grade(self, grade: Grade | None) -> tuple[Problem, ...]:
        """Return the problems of a grade, or all."""
        return tuple(e for e in self.problems.values() if grade is None or e.grade is grade)

    def daily(self, guild_id: int, day: int) -> Problem:
        """Return a server's problem for a day since 1970-01-01; none repeats before all came.

        Each grade is cycled separately, in a random order that is fixed for the server.
        """
        week, weekday = divmod(day - _MONDAY, len(_WEEK))
        grade = _WEEK[weekday]
        turns = [n for n, wanted in enumerate(_WEEK) if wanted is grade]
        pool = list(self.of_grade(grade) or self.of_grade(None))
        Random(f"{guild_id} {grade}").shuffle(pool)
        return pool[(week * len(turns) + turns.index(weekday)) % len(pool)]


@cache
def shipped_problems() -> ProblemCollection:
    """Return the problems that ship with the bot."""
    return load_problems(PROBLEM_FOLDER)


def load_problems(folder: Path) -> ProblemCollection:
    """Return every problem of a folder.  Raises ValueError for an unreadable one."""
    etudes: dict[str, Problem] = {}
    for path in sorted(folder.glob("*.toml")):
        file = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        for entry in file.etude:
            if entry.key in etudes:
                raise ValueError(f"{path.name}: {entry.key} twice")
            etudes[entry.key] = _parse_entry(entry, file.source)
    return ProblemCollection(etudes)


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
