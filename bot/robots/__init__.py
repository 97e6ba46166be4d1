"""Robot players: each chooses from a view of its seat, never from the state (design.md 2).

Levels of play, weakest first:
    beginner        plain robot: calls and cards by tables and habits, no search
    Club            calls of the plain robot, cards by a small search (below)
    expert/         calls and cards by search in sampled layouts

Parts of the plain robot, which the other levels use as well:
    inference       cards each seat may still hold, drawn from a view of the play
    evaluation      expected tricks of a hand: tables by suit, discards, probabilities
    contract_play   cards of a declarer and of defenders who want tricks
    misere_play     cards of a misere declarer and of the defenders against a misere
    all_pass_play   cards of a deal in which everybody avoids tricks
    claim_policy    answers to claims, and proved offers of the remaining tricks

Measured by the plain robot:
    problem_grading how hard a problem is

Shared by the levels:
    families/       strategy of each rule family: bidding, defence, valuation
    worlds/         sampled deals that are consistent with a view
"""

from random import Random
from typing import Final, Protocol

from bot.analysis.advice import Advice
from bot.engine import actions, view
from bot.robots.beginner import PLAIN_ROBOT
from bot.robots.expert import Expert, card_play

# The middle level: calls of the plain robot, cards by a small search.


class Club:
    """A robot of club strength."""

    name = "club"

    def advise(self, view: view.SeatView, rng: Random) -> Advice:
        """Return the choice of the seat to act, with the weighed cards."""
        plain = PLAIN_ROBOT.choose(view, rng)
        if isinstance(plain, actions.Play):
            return card_play.advise_card(view, rng, card_play.CLUB_EFFORT)
        return Advice(plain, (), 0)

    def choose(self, view: view.SeatView, rng: Random) -> actions.Action:
        """Return one of ``view.legal``."""
        return self.advise(view, rng).action


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
    for robot in (PLAIN_ROBOT, Club(), Expert())  # the weakest first
}

__all__ = ["ROBOTS", "Robot"]
