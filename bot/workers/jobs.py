"""What is thought about in a worker process for the tables."""

from random import Random

from bot.analysis.advice import Advice
from bot.engine.actions import Action
from bot.engine.view import View
from bot.robots import ROBOTS
from bot.robots.expert import Expert
from bot.robots.offering import offer


def choose(level: str, view: View, seed: int) -> Action:
    """The move of a robot of this level: one of ``view.legal``, the same for the same seed."""
    return ROBOTS[level].choose(view, Random(seed))


def offer_or_choose(level: str, view: View, seed: int) -> Action:
    """The same, but what is certain of the tricks left is offered."""
    return offer(view, Random(seed)) or choose(level, view, seed)


def advise(view: View, seed: int) -> Advice:
    """What the strongest robot would do in this seat, and why; the same for the same seed."""
    return Expert().advise(view, Random(seed))
