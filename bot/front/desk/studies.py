"""Cache of recent post-mortems, so that a step costs nothing.

It is optional: every button carries enough to compute its deal again.
"""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.analysis.postmortem import Makes, PostMortem
from bot.engine.rules import Rules
from bot.render.study.taken_back import TakenBack
from bot.store.rows import Sitting

_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Worked:
    """A computed post-mortem; ``version`` is the game's version just after the deal."""

    rules: Rules
    version: int
    sittings: tuple[Sitting, ...]
    found: PostMortem
    makes: tuple[Makes, ...] | None  # None: the time ran out
    taken_back: tuple[TakenBack, ...]


class Studies:
    """The newest post-mortems, by game and deal."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], Worked] = OrderedDict()

    def get(self, game_id: int, deal: int) -> Worked | None:
        return self._kept.get((game_id, deal))

    def keep(self, game_id: int, deal: int, worked: Worked) -> None:
        self._kept[game_id, deal] = worked
        self._kept.move_to_end((game_id, deal))
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def forget(self, game_ids: Collection[int]) -> None:
        """Drop the post-mortems of games with erased users."""
        for key in [key for key in self._kept if key[0] in game_ids]:
            del self._kept[key]
