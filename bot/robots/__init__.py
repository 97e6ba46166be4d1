"""Robot players: each chooses from a view of its seat, never from the state (design.md 2).

Levels of play, weakest first:
    characters      beginner: the plain robot with people's errors; club: its calls, and cards by a
                    small search; styles to practise against: club with a temper
    expert/         calls and cards by search in sampled layouts

The plain robot, by tables and habits, and its parts, which all levels use:
    plain_robot     its calls and cards; modest moves for people whose clock ran out
    inference       cards each seat may still hold, drawn from a view of the play
    simulated_play  its card, and a deal played to its end on integers
    evaluation      expected tricks of a hand: tables by suit, discards, probabilities
    contract_play   cards of a declarer and of defenders who want tricks
    misere_play     cards of a misere declarer and of the defenders against a misere, and of a deal
                    in which everybody avoids tricks
    claim_policy    answers to claims, and proved offers of the remaining tricks
    contract_choice the best contract and discard for a hand

Measured by the plain robot:
    problem_grading how hard a problem is

Shared by the levels:
    compiled_modules  import of what ``make fast`` compiled of all this
    families/       strategy of each rule family: bidding, defence, valuation
    worlds/         sampled deals that are consistent with a view
"""

from random import Random
from typing import Final, Protocol

from bot.analysis.advice import Advice
from bot.engine import actions, view
from bot.model.enums import ROBOT_LEVELS
from bot.robots import compiled_modules  # first: it finds what of the others was compiled
from bot.robots.characters import CLUB, STYLES, Beginner
from bot.robots.expert import Expert


class Robot(Protocol):
    """A player that is a pure function of a view and a seeded random generator."""

    @property
    def name(self) -> str: ...

    def choose(self, view: view.SeatView, rng: Random) -> actions.Action:
        """Return one of ``view.legal`` for the seat to act."""

    def advise(self, view: view.SeatView, rng: Random) -> Advice:
        """Return the same choice with the weighed options and the reasons, if there are any."""


ROBOTS: Final[dict[str, Robot]] = {
    robot.name: robot
    for robot in (Beginner(), CLUB, Expert())  # the weakest first
}
_STYLES_BY_NAME: Final = {robot.name: robot for robot in STYLES}
EVERY_ROBOT: Final[dict[str, Robot]] = {
    name: ROBOTS.get(name) or _STYLES_BY_NAME[name] for name in ROBOT_LEVELS
}

ARE_COMPILED: Final = bool(compiled_modules.compiled_files())

__all__ = ["ARE_COMPILED", "EVERY_ROBOT", "ROBOTS", "Robot"]
