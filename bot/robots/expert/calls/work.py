"""How much thinking one decision may cost, counted in steps and not by a clock.

A step is about a microsecond of a plain machine; the prices were measured, and only their sum
matters.  The same decision always stops at the same place.
"""

from typing import Final

from bot.engine.deal import Stage

BUDGET: Final = 350_000
NODE: Final = 7  # of the solver
MOST_NODES: Final = 15_000  # for the plays of one contract in one world
SOLVED: Final = 200  # beside the nodes
CARD: Final = 80  # played by the plain robot
SCORE: Final = 120  # a finished deal
_SAID: Final = {Stage.AUCTION: 1100, Stage.EXCHANGE: 1100, Stage.AFTER_BUY: 1100}
_WORD: Final = 80  # any other answer of the plain robot


class Work:
    """Steps left of a decision."""

    def __init__(self, steps: int = BUDGET, times: int = 1) -> None:
        self.left = times * steps

    @property
    def is_done(self) -> bool:
        return self.left <= 0

    def said(self, stage: Stage, labour: int) -> None:
        """A plain answer outside the cards; ``labour`` is the family's."""
        self.left -= _SAID.get(stage, _WORD) * labour

    def spent(self, steps: int) -> None:
        self.left -= steps
