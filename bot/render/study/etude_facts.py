"""What the screens of a set problem show beside its cards."""

from dataclasses import dataclass

from bot.analysis.etudes.course import Line
from bot.analysis.etudes.etude import Etude
from bot.deeds.etudes import EtudeRef


@dataclass(frozen=True, slots=True)
class EtudeFacts:
    """One player's work on one problem; times are unix seconds."""

    etude: Etude
    ref: EtudeRef  # how its buttons name it
    line: Line
    lost: int = -1  # the declarer's tricks after a mistake at the end of the line; -1: none
    tries: int = 1
    is_solved: bool = False  # now or before
    helped: bool = False  # the solution was looked at first
    day_at: int = 0  # when its day began, for the one of a day


@dataclass(frozen=True, slots=True)
class SolverRow:
    """One line of a day's table: the name is safe, ``days`` are solved in a row."""

    rank: int
    name: str
    tries: int
    solved_at: int
    days: int


@dataclass(frozen=True, slots=True)
class DayFacts:
    """The problem of a day on one server, and how the asking player stands."""

    own: EtudeFacts
    has_begun: bool
    rows: tuple[SolverRow, ...]  # the first of the table
    solvers: int  # how many there are
    rank: SolverRow | None  # the asking player's row
    may_share: bool
    next_at: int  # when the next one comes
