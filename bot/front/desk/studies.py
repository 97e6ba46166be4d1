"""Cache of recent post-mortems, so that a step costs nothing.

It is optional: every button carries enough to compute its deal again.
"""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.analysis.postmortem import DoubleDummyRow, PostMortem
from bot.engine.rules import Rules
from bot.render.study.taken_back import TakeBackRecord
from bot.store.rows import SeatHolder

_MAX_POST_MORTEMS: Final = 64


@dataclass(frozen=True, slots=True)
class ComputedDeal:
    """A computed post-mortem; ``version`` is the game's version just after the deal."""

    rules: Rules
    version: int
    sittings: tuple[SeatHolder, ...]
    found: PostMortem
    makeable: tuple[DoubleDummyRow, ...] | None  # None: the time ran out
    taken_back: tuple[TakeBackRecord, ...]


class PostMortemCache:
    """The newest post-mortems, by game and deal."""

    def __init__(self) -> None:
        self._computed: OrderedDict[tuple[int, int], ComputedDeal] = OrderedDict()

    def get(self, game_id: int, deal: int) -> ComputedDeal | None:
        return self._computed.get((game_id, deal))

    def put(self, game_id: int, deal: int, worked: ComputedDeal) -> None:
        self._computed[game_id, deal] = worked
        self._computed.move_to_end((game_id, deal))
        if len(self._computed) > _MAX_POST_MORTEMS:
            self._computed.popitem(last=False)

    def forget(self, game_ids: Collection[int]) -> None:
        """Drop the post-mortems of games with erased users."""
        for key in [key for key in self._computed if key[0] in game_ids]:
            del self._computed[key]
