"""What is thought about in a worker process for the tables."""

from random import Random

from bot.analysis.advice import Advice
from bot.engine.actions import Action
from bot.engine.view import View
from bot.robots import ROBOTS
from bot.robots.expert import Expert


def choose(level: str, view: View, seed: int) -> Action:
    """The move of a robot of this level: one of ``view.legal``, the same for the same seed."""
    return ROBOTS[level].choose(view, Random(seed))


def advise(view: View, seed: int) -> Advice:
    """What the strongest robot would do in this seat, and why; the same for the same seed."""
    return Expert().advise(view, Random(seed))
