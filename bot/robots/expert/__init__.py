"""The strong robot: it looks at what the unseen cards may be, and at what each choice settles."""

from random import Random

from bot.analysis.advice import Advice
from bot.engine.actions import Action
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.robots.expert import calls, cards, claims


class Expert:
    """A pure function of a view and a source of chance; as deep as a budget of nodes allows."""

    name = "expert"

    def advise(self, view: View, rng: Random) -> Advice:
        """The choice of the seat that is asked, with what speaks for it."""
        if view.stage is Stage.PLAY:
            return calls.remark(view, rng) or cards.advise(view, rng)
        if view.stage is Stage.CLAIM:
            found = claims.advise(view, rng, cards.EXPERT.layouts, cards.EXPERT.nodes)
            return found or Advice(cards.PLAIN.choose(view, rng), (), 0)
        return calls.advise(view, rng)

    def choose(self, view: View, rng: Random) -> Action:
        """One of ``view.legal``."""
        return self.advise(view, rng).action
