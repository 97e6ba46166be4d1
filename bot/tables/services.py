"""What every table shares: the store, the presets, the clock, and who is told of changes."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from secrets import token_bytes
from typing import TypeVar

from bot.engine.fairness import SEED_BYTES, Dealing, deck_of
from bot.engine.refusal import IllegalAction
from bot.presets import Presets
from bot.refusals import Refused
from bot.store import Store
from bot.tables.state import Moment
from bot.terms import EVERYWHERE, Owned

log = logging.getLogger(__name__)

T = TypeVar("T")


def fresh_seed() -> bytes:
    """The seed of a deck from the system's randomness."""
    return token_bytes(SEED_BYTES)


@dataclass(frozen=True, slots=True)
class Decks:
    """Where decks come from: ``seed`` draws one, ``dealing`` makes a pack of it and the words."""

    seed: Callable[[], bytes] = fresh_seed
    dealing: Dealing = deck_of


@dataclass(frozen=True, slots=True)
class Services:
    """``now`` gives unix seconds; ``changed`` is called with a game id after every commit.

    ``owned`` are the servers whose tables this process moves, and no other does.
    ``levels`` are the robots there are, the weakest first; ``level`` is one nobody chose.
    """

    store: Store
    presets: Presets
    now: Callable[[], int]
    changed: Callable[[int], None]
    lobby_seconds: int = 1800
    levels: tuple[str, ...] = ("beginner",)
    level: str = "beginner"
    acted: Callable[[str], None] = lambda _: None  # who caused a line, once it is stored
    decks: Decks = Decks()
    owned: Owned = EVERYWHERE

    def known(self, level: str) -> str:
        """How a stored level plays."""
        return self.moment().known(level)

    def moment(self) -> Moment:
        """What a change that is made now may ask for."""
        return Moment(self.now(), self.levels, self.level, self.decks.seed())


async def whole(work: Coroutine[None, None, T]) -> T:
    """Run to its end even if the caller vanishes: a cancelled click cannot half-play a card."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_ended_alone)
        raise


def _ended_alone(task: asyncio.Future[T]) -> None:
    """Nobody waits for this act any more: a refusal is of no interest, a fault is."""
    if task.cancelled() or (error := task.exception()) is None:
        return
    if not isinstance(error, Refused | IllegalAction):
        log.error("an act nobody waited for failed", exc_info=error)
