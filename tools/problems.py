"""``make etudes``: the generated problems of data/etudes once more, the same for the same seed.

Random cards of several kinds are solved; what has a moment with a single right play is graded and
kept until every kind and grade has its share.  Takes some minutes a grade; ``ARGS=easy`` makes one.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import log2
from random import Random

from bot.analysis.problems.collection import PROBLEM_FOLDER, format_problem
from bot.analysis.problems.opponent import ProblemSolver
from bot.analysis.problems.problem import (
    MISERE_LETTER,
    FollowingDuty,
    Grade,
    Problem,
    ProblemSide,
    ProblemState,
    legal_next_cards,
)
from bot.analysis.solver import makes, solve
from bot.engine.cards import PACK, Card, Hand
from bot.engine.trick_rules import winning_index
from bot.robots import contract_play, misere_play
from bot.robots.inference import PlayInference
from tools.grading import grade_of, measure_traits
from tools.parallel import add_processes, shared

SEED = 5
SOUTH = 1
_TOGETHER = 16  # draws: most of them are found wanting at once
HEAD = """# Made by `make etudes`: do not edit.

source = ""
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
SIZES = {
    Grade.EASY: (4, 5),
    Grade.MEDIUM: (5, 6, 7),
    Grade.HARD: (6, 7, 8),
    Grade.MASTER: (8, 9, 10),
}
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
    order = [(cards.leader + step) % 3 for step in range(3)]
    return PlayInference(
        seat=place,
        hand=cards.hands[place],
        legal=int(Hand.of(may)),
        trump=etude.trump,
        led=cards.trick[0] >> 3 if cards.trick else -1,
        best=-1 if best is None else cards.trick[best],
        holder=-1 if best is None else order[best],
        later=tuple(order[len(cards.trick) + 1 :]),
        others=((place + 1) % 3, (place + 2) % 3),
        may=cards.hands,
        known=7,
        declarer=etude.declarer,
        level=etude.tricks,
        won=tuple(course.tricks_of(seat) for seat in range(3)),
        left=course.tricks_left,
        led_by=tuple((trick.leader, trick.cards[0] >> 3) for trick in course.tricks),
    )


def found(kind: Kind, grade: Grade, seed: int, processes: int = 1) -> Iterator[Problem]:
    """Problems of one kind and grade, in the order in which the seed brings them."""
    job = partial(problem, kind, grade, seed)
    return filter(None, shared(job, count(1), processes, chunk=_TOGETHER))


def problem(kind: Kind, grade: Grade, seed: int, number: int) -> Problem | None:
    """Draw candidate `number`; None if it is no problem of the kind and grade."""
    rng = Random(f"{seed} {kind} {grade} {number}")
    drawn = valued(candidate(kind, rng.choice(SIZES[grade]), rng))
    if drawn is None or not _is_near(drawn, grade):
        return None
    return replace(drawn, grade=grade) if grade_of(measure_traits(drawn, plain)) is grade else None


def _is_near(etude: Problem, grade: Grade) -> bool:
    """A quick look before the careful one."""
    halvings = -log2(ProblemSolver(etude).chance(etude.cards, 0))
    return halvings >= _LEAST[grade]


def make(grade: Grade, seed: int, processes: int) -> None:
    """The file of one grade; problems are numbered through all grades."""
    number = list(Grade).index(grade) * sum(kind.each for kind in KINDS)
    lines = [HEAD]
    for kind in KINDS:
        problems = found(kind, grade, seed, processes)
        for _ in range(kind.each):
            number += 1
            lines.append(format_problem(replace(next(problems), key=str(number))))
        print(grade, kind.contract, kind.side, kind.duty, number, flush=True)
    (PROBLEM_FOLDER / f"{grade}.toml").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("grades", nargs="*", default=list(Grade), type=Grade)
    parser.add_argument("--seed", type=int, default=SEED)
    add_processes(parser)
    wished = parser.parse_args()
    for one in wished.grades:
        make(one, wished.seed, wished.processes)
