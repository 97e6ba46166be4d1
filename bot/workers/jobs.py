"""Jobs that worker processes run for the tables."""

from random import Random

from bot.analysis.advice import Advice
from bot.engine import actions, view
from bot.robots import ROBOTS, claim_policy, expert


def choose_move(level: str, view: view.SeatView, seed: int) -> actions.Action:
    """Return a robot's move, one of ``view.legal``; the same seed gives the same move."""
    return ROBOTS[level].choose(view, Random(seed))


def offer_or_choose(level: str, view: view.SeatView, seed: int) -> actions.Action:
    """Offer the remaining tricks if they are certain, else choose a move."""
    return claim_policy.propose_claim(view, Random(seed)) or choose_move(level, view, seed)


def advise_player(view: view.SeatView, seed: int) -> Advice:
    """Return the strongest robot's move in this seat, with reasons; deterministic by seed."""
    return expert.Expert().advise(view, Random(seed))
