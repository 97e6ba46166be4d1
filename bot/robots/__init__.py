"""Players of a seat: each sees a View, never the state (design.md 2)."""

from random import Random
from typing import Final, Protocol

from bot.analysis.advice import Advice
from bot.engine.actions import Action
from bot.engine.view import View
from bot.robots.beginner import Beginner
from bot.robots.club import Club
from bot.robots.expert import Expert


class Robot(Protocol):
    """A pure function of a view and a seeded source of chance."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, rng: Random) -> Action:
        """One of ``view.legal`` for the seat that is asked."""

    def advise(self, view: View, rng: Random) -> Advice:
        """The same choice with what speaks for it, as far as it was weighed."""


ROBOTS: Final[dict[str, Robot]] = {
    robot.name: robot
    for robot in (Beginner(), Club(), Expert())  # the weakest first
}

__all__ = ["ROBOTS", "Robot"]
