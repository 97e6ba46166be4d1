"""What every table shares: the store, the presets, the clock, and who is told of changes."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TypeVar

from bot.presets import Presets
from bot.store import Store

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Services:
    """``now`` gives unix seconds; ``changed`` is called with a game id after every commit."""

    store: Store
    presets: Presets
    now: Callable[[], int]
    changed: Callable[[int], None]
    lobby_seconds: int = 1800


async def whole(work: Coroutine[None, None, T]) -> T:
    """Run to its end even if the caller vanishes: a cancelled click cannot half-play a card."""
    return await asyncio.shield(asyncio.ensure_future(work))
