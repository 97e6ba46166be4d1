"""Difficulty of a problem, measured on the decisions along the line of best play."""

from collections.abc import Callable
from math import log2
from random import Random
from typing import Final, NamedTuple

from bot.analysis.position import next_place
from bot.analysis.problems.opponent import ProblemSolver, solve_problem
from bot.analysis.problems.problem import (
    MISERE_LETTER,
    CardLine,
    Grade,
    LineStatus,
    Problem,
    ProblemState,
    legal_next_cards,
    line_status,
    replay_line,
)
from bot.engine.cards import Card, Hand, winning_index
from bot.robots import contract_play, misere_play
from bot.robots.inference import PlayInference

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
    line = solve_problem(problem, problem.opening).line
    player = ProblemSolver(problem)
    decisions, only, bits, depth = 0, 0, 0.0, 0
    for number in range(len(problem.opening), len(line)):
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
    line: CardLine = player.extend_line(problem.opening)
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
    return weigh_traits(found) if found.only_moves and found.decisions > 1 else None


def weigh_traits(found: ProblemTraits) -> Grade:
    """Return the grade of a problem, also of one with a single decision."""
    weight = found.bits + (0 if found.naive_solves else _TRAP_BITS)
    return next((grade for limit, grade in _LIMITS if weight < limit), Grade.MASTER)


# The naive player: a plain robot that sees all hands.


def plain(etude: Problem, course: ProblemState) -> Card:
    """The card of the plain robot, that sees all hands here."""
    may = legal_next_cards(etude, course)
    if len(may) == 1:
        return may[0]
    sight, declares = sight_of(etude, course, may), course.turn == etude.declarer
    if etude.contract == MISERE_LETTER:
        return (
            misere_play.play_as_misere_declarer(sight)
            if declares
            else misere_play.defend_open_misere(sight)
        )
    return (
        contract_play.play_as_declarer(sight)
        if declares
        else contract_play.play_as_defender(sight, Random(1))
    )


def sight_of(etude: Problem, course: ProblemState, may: list[Card]) -> PlayInference:
    cards, place = course.cards, course.turn
    best = winning_index(cards.trick, cards.trick[0] >> 3, etude.trump) if cards.trick else None
    order = [cards.leader]
    while len(order) < (3 if etude.out < 0 else 2):
        order.append(next_place(order[-1], etude.out))

    def turned(other: int) -> int:
        return (other - place) % 3

    led = {1 << 4 * turned(trick.leader) + (trick.cards[0] >> 3) for trick in course.tricks}
    return PlayInference(
        hand=cards.hands[place],
        legal=int(Hand.of(may)),
        trump=etude.trump,
        led=cards.trick[0] >> 3 if cards.trick else -1,
        best=-1 if best is None else cards.trick[best],
        holder=-1 if best is None else turned(order[best]),
        declarer=turned(etude.declarer),
        level=etude.tricks,
        won=course.tricks_of(place),
        left=course.tricks_left,
        first=cards.hands[(place + 1) % 3],
        second=cards.hands[(place + 2) % 3],
        later=sum(1 << turned(other) for other in order[len(cards.trick) + 1 :]),
        known=7,
        led_before=sum(led),
    )
