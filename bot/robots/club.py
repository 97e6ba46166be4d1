"""The robot of a club evening: it calls as the plain one does and thinks a little about a card."""

from random import Random
from typing import Final

from bot.analysis.advice import Advice
from bot.engine.actions import Action, Play
from bot.engine.view import View
from bot.robots.beginner import Beginner
from bot.robots.expert import cards

_PLAIN: Final = Beginner()


class Club:
    """A pure function of a view and a source of chance."""

    name = "club"

    def advise(self, view: View, rng: Random) -> Advice:
        """The choice of the seat that is asked."""
        plain = _PLAIN.choose(view, rng)
        if isinstance(plain, Play):
            return cards.advise(view, rng, cards.CLUB)
        return Advice(plain, (), 0)

    def choose(self, view: View, rng: Random) -> Action:
        """One of ``view.legal``."""
        return self.advise(view, rng).action
