"""The middle level: calls of the plain robot, cards by a small search."""

from random import Random
from typing import Final

from bot.analysis.advice import Advice
from bot.engine.actions import Action, Play
from bot.engine.view import SeatView
from bot.robots.beginner import Beginner
from bot.robots.expert import card_play

_PLAIN: Final = Beginner()


class Club:
    """A robot of club strength."""

    name = "club"

    def advise(self, view: SeatView, rng: Random) -> Advice:
        """Return the choice of the seat to act, with the weighed cards."""
        plain = _PLAIN.choose(view, rng)
        if isinstance(plain, Play):
            return card_play.advise_card(view, rng, card_play.CLUB_EFFORT)
        return Advice(plain, (), 0)

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return one of ``view.legal``."""
        return self.advise(view, rng).action
