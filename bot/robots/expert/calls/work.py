"""Budget of work for one decision, counted in steps and not by a clock.

A step is about a microsecond on an ordinary machine; the costs were measured, and only their sum
matters.  The same decision always stops at the same place.
"""

from typing import Final

from bot.engine.deal import Stage

WORK_STEPS: Final = 350_000
NODE_COST: Final = 7  # of the solver
MOST_NODES: Final = 15_000  # for one contract in one world
SOLVE_COST: Final = 200  # overhead of a solved position
CARD_COST: Final = 80  # played by the plain robot
SCORE_COST: Final = 120  # a finished deal
_CALL_COSTS: Final = {Stage.AUCTION: 1100, Stage.EXCHANGE: 1100, Stage.AFTER_BUY: 1100}
_OTHER_CALL_COST: Final = 80  # any other call of the plain robot


class WorkBudget:
    """The steps left for a decision."""

    def __init__(self, steps: int = WORK_STEPS, times: int = 1) -> None:
        self.left = times * steps

    @property
    def is_done(self) -> bool:
        return self.left <= 0

    def spend_call(self, stage: Stage, labour: int) -> None:
        """Spend the cost of a plain robot's call; ``labour`` is the family's factor."""
        self.left -= _CALL_COSTS.get(stage, _OTHER_CALL_COST) * labour

    def spend(self, steps: int) -> None:
        self.left -= steps
