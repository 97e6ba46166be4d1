"""Jobs that worker processes run for the tables."""

from random import Random

from bot.analysis.advice import Advice
from bot.engine.actions import Action
from bot.engine.view import SeatView
from bot.robots import ROBOTS
from bot.robots.claim_policy import propose_claim
from bot.robots.expert import Expert


def choose_move(level: str, view: SeatView, seed: int) -> Action:
    """Return a robot's move, one of ``view.legal``; the same seed gives the same move."""
    return ROBOTS[level].choose(view, Random(seed))


def offer_or_choose(level: str, view: SeatView, seed: int) -> Action:
    """Offer the remaining tricks if they are certain, else choose a move."""
    return propose_claim(view, Random(seed)) or choose_move(level, view, seed)


def advise_player(view: SeatView, seed: int) -> Advice:
    """Return the strongest robot's move in this seat, with reasons; deterministic by seed."""
    return Expert().advise(view, Random(seed))
