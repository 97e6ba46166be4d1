"""Post-mortems that were looked at last, so that a step costs nothing.

Only a convenience: every button carries what is needed to work its deal out again.
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
    """A deal that was worked out; ``version`` is that of the game just after it."""

    rules: Rules
    version: int
    sittings: tuple[Sitting, ...]
    found: PostMortem
    makes: tuple[Makes, ...] | None  # None: not in time
    taken_back: tuple[TakenBack, ...]


class Studies:
    """The newest ones, by game and deal."""

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
        """Who sat at these games is no longer known."""
        for key in [key for key in self._kept if key[0] in game_ids]:
            del self._kept[key]
