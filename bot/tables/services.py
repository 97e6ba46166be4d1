"""Services that all tables share: store, presets, clock, and change callbacks."""

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
    """Return a deck seed from the system's random source."""
    return token_bytes(SEED_BYTES)


@dataclass(frozen=True, slots=True)
class Decks:
    """The source of decks: ``seed`` draws one, ``dealing`` makes a deck of it and the words."""

    seed: Callable[[], bytes] = fresh_seed
    dealing: Dealing = deck_of


@dataclass(frozen=True, slots=True)
class Services:
    """``now`` gives unix seconds; ``changed`` is called with a game id after every commit.

    ``owned`` are the shards whose tables this process alone moves. ``levels`` are the robot levels,
    weakest first; ``level`` is the default.
    """

    store: Store
    presets: Presets
    now: Callable[[], int]
    changed: Callable[[int], None]
    lobby_seconds: int = 1800
    levels: tuple[str, ...] = ("beginner",)
    level: str = "beginner"
    acted: Callable[[str], None] = lambda _: None  # gets the actor of a line once it is stored
    decks: Decks = Decks()
    owned: Owned = EVERYWHERE

    def known(self, level: str) -> str:
        """Return a stored level, or the weakest one if it does not exist."""
        return self.moment().known(level)

    def moment(self) -> Moment:
        """Return the context of a change that is made now."""
        return Moment(self.now(), self.levels, self.level, self.decks.seed())


async def whole(work: Coroutine[None, None, T]) -> T:
    """Run to completion even if the caller is cancelled: half a move must not be possible."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_ended_alone)
        raise


def _ended_alone(task: asyncio.Future[T]) -> None:
    """Log the failure of a task nobody awaits any more; a refusal is not a failure."""
    if task.cancelled() or (error := task.exception()) is None:
        return
    if not isinstance(error, Refused | IllegalAction):
        log.error("an act nobody waited for failed", exc_info=error)
