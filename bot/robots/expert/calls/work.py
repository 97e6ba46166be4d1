"""Budget of work for one decision, counted in steps and not by a clock.

A step is about a microsecond on an ordinary machine; the costs were measured, and only their sum
matters.  The same decision always stops at the same place.
"""

from typing import Final

from bot.engine.deal import Stage

BUDGET: Final = 350_000
NODE: Final = 7  # of the solver
MOST_NODES: Final = 15_000  # for one contract in one world
SOLVED: Final = 200  # overhead of a solved position
CARD: Final = 80  # played by the plain robot
SCORE: Final = 120  # a finished deal
_SAID: Final = {Stage.AUCTION: 1100, Stage.EXCHANGE: 1100, Stage.AFTER_BUY: 1100}
_WORD: Final = 80  # any other call of the plain robot


class Work:
    """The steps left for a decision."""

    def __init__(self, steps: int = BUDGET, times: int = 1) -> None:
        self.left = times * steps

    @property
    def is_done(self) -> bool:
        return self.left <= 0

    def said(self, stage: Stage, labour: int) -> None:
        """Spend the cost of a plain robot's call; ``labour`` is the family's factor."""
        self.left -= _SAID.get(stage, _WORD) * labour

    def spent(self, steps: int) -> None:
        self.left -= steps
