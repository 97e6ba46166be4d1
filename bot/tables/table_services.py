"""Services that all tables share: store, presets, clock, and change callbacks."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from secrets import token_bytes
from typing import TypeVar

from bot.engine import rule_errors, shuffle
from bot.model import enums, refusals
from bot.presets import Presets
from bot.store import Store
from bot.tables.state import ChangeContext

log = logging.getLogger(__name__)

T = TypeVar("T")


def fresh_seed() -> bytes:
    """Return a deck seed from the system's random source."""
    return token_bytes(shuffle.SEED_BYTES)


@dataclass(frozen=True, slots=True)
class DeckSource:
    """The source of decks: ``new_seed`` draws one, ``dealing`` makes a deck of it and the words."""

    new_seed: Callable[[], bytes] = fresh_seed
    dealing: shuffle.ShuffleFunction = shuffle.shuffled_deck


class TableListeners:
    """Calls every subscriber after each commit of a table; the store has saved it before."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[int], None]] = []

    def subscribe(self, listener: Callable[[int], None]) -> None:
        self._listeners.append(listener)

    def notify(self, game_id: int) -> None:
        for listener in self._listeners:
            listener(game_id)


@dataclass(frozen=True, slots=True)
class TableServices:
    """``now`` gives unix seconds; ``on_change`` is called with a game id after every commit.

    ``owned`` are the shards whose tables this process alone moves. ``levels`` are the robot levels,
    weakest first; ``default_level`` is the default.
    """

    store: Store
    presets: Presets
    now: Callable[[], int]
    on_change: Callable[[int], None]
    lobby_seconds: int = 1800
    levels: tuple[str, ...] = ("beginner",)
    default_level: str = "beginner"
    on_action: Callable[[str], None] = lambda _: None  # gets the actor of a line once it is stored
    decks: DeckSource = DeckSource()
    owned: enums.ShardRange = enums.ALL_SHARDS

    def known_level(self, level: str) -> str:
        """Return a stored level, or the weakest one if it does not exist."""
        return self.change_context().known_level(level)

    def change_context(self) -> ChangeContext:
        """Return the context of a change that is made now."""
        return ChangeContext(self.now(), self.levels, self.default_level, self.decks.new_seed())


async def run_shielded(work: Coroutine[None, None, T]) -> T:
    """Run to completion even if the caller is cancelled: half a move must not be possible."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_abandoned_failure)
        raise


def _log_abandoned_failure(task: asyncio.Future[T]) -> None:
    """Log the failure of a task nobody awaits any more; a refusal is not a failure."""
    if task.cancelled() or (error := task.exception()) is None:
        return
    if not isinstance(error, refusals.Refused | rule_errors.IllegalAction):
        log.error("an act nobody waited for failed", exc_info=error)
