"""Difficulty of a problem, measured on the decisions along the line of best play."""

from collections.abc import Callable
from math import log2
from typing import Final, NamedTuple

from bot.analysis.problems.opponent import ProblemSolver, solve_problem
from bot.analysis.problems.problem import (
    CardLine,
    Grade,
    LineStatus,
    Problem,
    ProblemState,
    line_status,
    replay_line,
)
from bot.engine.cards import Card

# the choice of a naive player: any legal card
NaivePlayer = Callable[[Problem, ProblemState], Card]


class ProblemTraits(NamedTuple):
    """The traits that make a problem hard."""

    tricks: int
    decisions: int  # turns with a choice, equivalent cards counted once
    only_moves: int  # decisions with a single right card
    bits: float  # improbability of guessing all right cards, in bits
    depth: int  # tricks finished before the last only move
    naive_solves: bool  # the naive player solves it


# bits below which a problem belongs to a grade; a failing naive player adds two
_LIMITS: Final = ((3.5, Grade.EASY), (6.0, Grade.MEDIUM), (8.5, Grade.HARD))
_TRAP_BITS: Final = 2.0


def measure_traits(problem: Problem, naive: NaivePlayer) -> ProblemTraits:
    """Return the traits along the line of best play."""
    line = solve_problem(problem, ()).line
    player = ProblemSolver(problem)
    decisions, only, bits, depth = 0, 0, 0.0, 0
    for number in range(len(line)):
        state = replay_line(problem, line[:number])
        if not problem.plays(state.turn):
            continue
        choice = player.choice(state.cards, state.tricks_of(problem.declarer))
        decisions += len(choice.groups) > 1
        bits += log2(len(choice.groups) / len(choice.right))
        if len(choice.right) == 1 < len(choice.groups):
            only, depth = only + 1, len(state.tricks)
    return ProblemTraits(
        problem.all_tricks, decisions, only, bits, depth, naive_solves(problem, naive)
    )


def naive_solves(problem: Problem, naive: NaivePlayer) -> bool:
    """True if the naive player keeps the value against best defence."""
    player = ProblemSolver(problem)
    line: CardLine = player.extend_line(())
    while True:
        state = replay_line(problem, line)
        if line_status(problem, state) is LineStatus.REACHED:
            return True
        card = naive(problem, state)
        if card not in player.right_cards(state.cards, state.tricks_of(problem.declarer)):
            return False
        line = player.extend_line((*line, card))


def grade_of(found: ProblemTraits) -> Grade | None:
    """Return the grade; None without an only move, or with fewer than two decisions."""
    if not found.only_moves or found.decisions < 2:
        return None
    weight = found.bits + (0 if found.naive_solves else _TRAP_BITS)
    return next((grade for limit, grade in _LIMITS if weight < limit), Grade.MASTER)
