"""The pause before a robot's move: longer where people think, and never twice the same.

It follows from what everybody at the table sees, not from the robot's cards or its doubts: whoever
timed a robot would otherwise learn that it had a single card of the suit, or a hard choice.
"""

from random import Random
from typing import Final

from bot.engine.deal import Stage
from bot.engine.view import DealView, SpectatorView

_BY_STAGE: Final = {
    Stage.AUCTION: 1.1,
    Stage.EXCHANGE: 2.0,
    Stage.DECLARE: 1.3,
    Stage.DEFENCE: 1.4,
}
_USUAL: Final = 1.0
_OPENING_LEAD: Final = 1.7
_LEAD: Final = 1.3
_FOLLOWING: Final = 0.8
_MISERE: Final = 1.2  # factor: every card of it counts
_FORCED: Final = 0.4  # nothing is left to choose, as all can see
_LEAST, _MOST = 0.8, 1.25  # bounds of the chance factor


def pause_before_move(view: SpectatorView, seed: str, pace: float) -> float:
    """Return the seconds of a move; ``pace`` is the usual pause, equal seeds give equal pauses."""
    return pace * difficulty_of(view) * Random(seed).uniform(_LEAST, _MOST)


def difficulty_of(view: SpectatorView) -> float:
    """Return how long people think about such a move, as a factor of the usual pause."""
    if view.stage is not Stage.PLAY or view.table is None:
        return _BY_STAGE.get(view.stage, _USUAL)
    return _difficulty_of_card(view.table)


def _difficulty_of_card(table: DealView) -> float:
    if max(table.counts) <= 1:
        return _FORCED
    is_misere = table.contract is not None and table.contract.is_misere
    factor = _MISERE if is_misere else 1.0
    if table.trick:
        return factor * _FOLLOWING
    return factor * (_LEAD if table.tricks else _OPENING_LEAD)
