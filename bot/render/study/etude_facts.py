"""The data that problem screens show beside the cards."""

from dataclasses import dataclass

from bot.analysis.etudes.course import Line
from bot.analysis.etudes.etude import Etude
from bot.deeds.etudes import EtudeRef


@dataclass(frozen=True, slots=True)
class EtudeFacts:
    """One player's progress in one problem; times are unix seconds."""

    etude: Etude
    ref: EtudeRef  # identifies the problem in its buttons
    line: Line
    lost: int = -1  # the declarer's tricks after a mistake at the end of the line; -1: none
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
class DayFacts:
    """The problem of the day on one server, with the asking player's progress."""

    own: EtudeFacts
    has_begun: bool
    rows: tuple[SolverRow, ...]  # the top of the table
    solvers: int  # number of solvers in all
    rank: SolverRow | None  # the asking player's row
    may_share: bool
    next_at: int  # time of the next problem
