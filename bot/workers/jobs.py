"""Jobs that worker processes run for the tables.

The bot only names them: what they need of the robots they import, because the bot starts in less
time and memory without.  ``load_robots`` imports it where workers start.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import process_time
from types import FrameType

from bot.analysis.advice import Advice, JudgedCall
from bot.analysis.position import Aim, SolverContract
from bot.analysis.postmortem import DealRecord
from bot.analysis.problems.posing import WeighedCards, problem_of_deal, weigh_cards
from bot.analysis.problems.problem import Problem
from bot.analysis.solver import Solver
from bot.engine import actions, view
from bot.engine.deal import Deal
from bot.engine.families import FAMILIES
from bot.model.values import replace


def load_robots() -> None:
    """Import all that the jobs import, so that no job waits for it and forks share it."""
    from bot.robots import call_judging, problem_grading, same_deck  # noqa: F401


def load_tables() -> None:
    """Load what every robot and search reads and nobody changes, so that forks share it."""
    from bot.robots.expert.first_guesses import models_of
    from bot.robots.worlds.beliefs import weights_of

    for aim in (Aim.MOST, Aim.LEAST):
        Solver(SolverContract(declarer=0, trump=-1, aim=aim))
    for family in FAMILIES:
        weights_of(family)
        models_of(family)


def choose_move(level: str, view: view.SeatView, seed: int) -> actions.Action:
    """Return a robot's move, one of ``view.legal``; the same seed gives the same move."""
    from bot.robots import EVERY_ROBOT

    return EVERY_ROBOT[level].choose(view, Random(seed))


def offer_or_choose(level: str, view: view.SeatView, seed: int) -> actions.Action:
    """Offer the remaining tricks if they are certain, else choose a move."""
    from bot.robots.claim_policy import propose_claim

    return propose_claim(view, Random(seed)) or choose_move(level, view, seed)


def advise_player(view: view.SeatView, seed: int) -> Advice:
    """Return the strongest robot's move in this seat, with reasons; deterministic by seed."""
    from bot.robots.expert import Expert

    return Expert().explain(view, Random(seed))


def find_calls(record: DealRecord) -> tuple[int, ...]:
    """Return the lines of a record with a choice of calls; raises as the robots' ``open_calls``."""
    from bot.robots.call_judging import open_calls

    return open_calls(record)


def weigh_call(record: DealRecord, line: int) -> JudgedCall:
    """Return what the call in a line of ``find_calls`` was worth to its player."""
    from bot.robots.call_judging import judge_call

    return judge_call(record, line)


def timed_judgement(record: DealRecord, line: int) -> tuple[float, float]:
    """Return what a call gave away by a quick judgement, and the seconds of processor it took."""
    from bot.robots.call_judging import judge_call

    began = process_time()
    return judge_call(record, line, patient=False).given, process_time() - began


def timed_robot_table(record: DealRecord, number: int) -> tuple[tuple[int, ...], float]:
    """Return what each seat earns at one table of robots, and the seconds of processor it took.

    Raises as ``robot_results`` of the robots.
    """
    from bot.robots.same_deck import robot_table

    began = process_time()
    return robot_table(record, number), process_time() - began


def pose_problem(deal: Deal, key: str) -> Problem | WeighedCards | None:
    """Return the position of a contract as a graded problem.

    Returns the cards that hold where they are not one of several, and None where the deal would end
    before its last trick and that matters.
    """
    weighed = weigh_cards(deal)
    if not weighed.is_problem:
        return weighed
    problem = problem_of_deal(deal, weighed, key)
    if problem is None:
        return None
    from bot.robots.problem_grading import measure_traits, plain, weigh_traits

    return replace(problem, grade=weigh_traits(measure_traits(problem, plain)))


# A limit of processor time for one job, where the system can count it.


class OutOfTime(Exception):
    """The job has used its processor time."""


@contextmanager
def processor_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime within the block once it has used that much processor time.

    Only for the main thread, which runs the jobs of a worker process.  Windows cannot count it;
    there the time limit of the pool remains.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
