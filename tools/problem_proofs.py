"""Proofs of the problems of the day: one holding card, by the solver and by brute force.

The brute force shares nothing with the solver but the rules of a trick: no bounds, no equal cards.
It tries every card of a whole problem of up to five tricks.  A longer one is first played on by
best play of both sides, after each card of the first decision, until four tricks are left.
"""

from operator import itemgetter
from typing import Final

from bot.analysis.position import Cards, cards_in, legal_cards, play_card, turn_of
from bot.analysis.problems.opponent import ProblemSolver, only_holding_card
from bot.analysis.problems.problem import MISERE_LETTER, Problem, replay_line
from bot.analysis.solver import solve
from bot.engine.cards import Card
from bot.robots.problem_grading import grade_of, measure_traits, plain

_WHOLE: Final = 5  # tricks of a problem that is tried as a whole
_ENDING: Final = 4  # tricks left of one that is not


class BruteForce:
    """Tries every card of one problem; remembers whole tricks only."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.rules = problem.solver_contract
        self._known: dict[Cards, int] = {}

    def tricks(self, cards: Cards) -> int:
        """Return the declarer's further tricks when both sides do their best."""
        if not any(cards.hands):
            return 0
        if cards.trick:
            return self._tried(cards)
        if cards not in self._known:
            self._known[cards] = self._tried(cards)
        return self._known[cards]

    def _tried(self, cards: Cards) -> int:
        values = []
        for card in cards_in(legal_cards(cards, self.rules)):
            after, winner = play_card(cards, self.rules, card)
            values.append(self.tricks(after) + (winner == self.problem.declarer))
        declares = turn_of(cards, self.rules) == self.problem.declarer
        wants_tricks = declares != (self.problem.contract == MISERE_LETTER)
        return max(values) if wants_tricks else min(values)


def faults_of_problem(problem: Problem) -> tuple[str, ...]:
    """Return what is wrong with a problem of the day; nothing for a good one."""
    faults = []
    if solve(problem.cards, problem.solver_contract) != problem.tricks:
        faults.append("another value by the solver")
    key = only_holding_card(problem)
    if key is None:
        faults.append("not one holding card by the solver")
    if (tried := holding_cards(problem)) != [key]:
        faults.append(f"holding cards by brute force: {tried}")
    if grade_of(measure_traits(problem, plain)) is not problem.grade:
        faults.append("another grade")
    return tuple(faults)


def holding_cards(problem: Problem) -> list[int]:
    """Return the cards of the first decision that reach the aim, by brute force of the ending."""
    solver, brute = ProblemSolver(problem), BruteForce(problem)
    course = replay_line(problem, solver.extend_line(()))
    left = _WHOLE if problem.all_tricks <= _WHOLE else _ENDING
    held = []
    for card in cards_in(legal_cards(course.cards, problem.solver_contract)):
        taken = course.tricks_of(problem.declarer)
        cards, winner = play_card(course.cards, problem.solver_contract, card)
        taken += winner == problem.declarer
        while max(hand.bit_count() for hand in cards.hands) > left:
            best = _best_card(solver, cards)
            cards, winner = play_card(cards, problem.solver_contract, best)
            taken += winner == problem.declarer
        if problem.is_aim_met(taken + brute.tricks(cards)):
            held.append(card)
    return held


def _best_card(solver: ProblemSolver, cards: Cards) -> Card:
    declares = turn_of(cards, solver.contract) == solver.contract.declarer
    choose = max if declares != (solver.problem.contract == MISERE_LETTER) else min
    return choose(solver.solver.move_values(cards), key=itemgetter(1))[0]
