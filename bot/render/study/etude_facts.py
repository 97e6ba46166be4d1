"""The data that problem screens show beside the cards."""

from dataclasses import dataclass

from bot.analysis.etudes.course import CardLine
from bot.analysis.etudes.etude import Problem
from bot.deeds.etudes import ProblemRef


@dataclass(frozen=True, slots=True)
class ProblemProgress:
    """One player's progress in one problem; times are unix seconds."""

    problem: Problem
    ref: ProblemRef  # identifies the problem in its buttons
    line: CardLine
    tricks_after_mistake: int = (
        -1
    )  # the declarer's tricks after a mistake at the end of the line; -1: none
    tries: int = 1
    is_solved: bool = False  # in this try or an earlier one
    helped: bool = False  # the player saw the solution before solving it
    day_at: int = 0  # start of its day; 0 unless it is a problem of the day


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A row of the day's table; ``name`` is escaped, ``days`` is the streak of solved days."""

    rank: int
    name: str
    tries: int
    solved_at: int
    days: int


@dataclass(frozen=True, slots=True)
class DailyProblem:
    """The problem of the day on one server, with the asking player's progress."""

    own: ProblemProgress
    has_begun: bool
    rows: tuple[SolverRow, ...]  # the top of the table
    solvers: int  # number of solvers in all
    own_row: SolverRow | None  # the asking player's row
    can_share: bool
    next_at: int  # time of the next problem
