"""One process of a fleet: it stands by until it holds its shards, then hosts their servers.

After losing the lease it sends and stores nothing more, shuts the bot down and stands by again.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from bot.address import Address
from bot.app.serving import built, on_discord, watched
from bot.app.surroundings import Surroundings
from bot.fleet.ground import CUT
from bot.fleet.leases import Lease, held
from bot.fleet.taking import HOPELESS
from bot.health import Window
from bot.keepers.bygone import going_over
from bot.metrics import Metrics
from bot.render.words import load_catalogue
from bot.settings import Settings
from bot.store import FileFault, StorageTrouble, Store, StoreError, Trouble

T = TypeVar("T")
log = logging.getLogger(__name__)


async def share(settings: Settings, url: str) -> None:
    """Run on Discord until cancelled.

    Raises SettingsError, StoreError, LoginFailure, NoDiscord.
    """
    settings.token()
    load_catalogue()  # load it before the wait, so that a takeover is fast
    window, metrics, goes_on = Window(), Metrics(), True
    async with watched(settings, window):
        while goes_on:
            try:
                async with held(url, settings.owned()) as lease:
                    goes_on = await _turn(settings, lease, window, metrics)
            except HOPELESS as error:
                said = str(error.args[0]).rstrip(".")
                raise StoreError(FileFault.ASTRAY, path=str(Address(url)), detail=said) from None


async def _turn(settings: Settings, lease: Lease, window: Window, metrics: Metrics) -> bool:
    """Host from acquiring the shards to losing them; False when the bot ended by itself."""
    around = Surroundings(pace=settings.robot_pace_seconds, metrics=metrics, fleet=lease)
    watch = while_held(lease, metrics.committing)
    try:
        opening = Store.reach(lease.address, watch, owned=lease.owned, hopeless=lease.give_up)
        store = await _unless_parted(lease, opening)
        if store is None:
            return True
        try:
            bot = built(settings, store, around)
            window.watched = bot.watched()
            async with going_over(store.bygone, lease.owned), bot:
                await _unless_parted(lease, on_discord(bot, settings.token()))
                return not lease.may_act()
        finally:
            await store.close()
    except Exception as trouble:
        if lease.may_act() and not _is_away(trouble):
            raise
        log.warning("it was lost on the way: %s", type(trouble).__name__)
        return True
    finally:
        window.watched = None


def _is_away(trouble: Exception) -> bool:
    """Return True for a temporary database failure: a standby process may still reach it."""
    if isinstance(trouble, StoreError):
        return trouble.reason is FileFault.UNREACHABLE
    return isinstance(trouble, (StorageTrouble, *CUT)) and not isinstance(trouble, HOPELESS)


def while_held(
    lease: Lease, watch: Callable[[], AbstractContextManager[object]]
) -> Callable[[], AbstractContextManager[None]]:
    """Reject transactions after the lease is lost; open ones end with their connection."""

    @contextmanager
    def committing() -> Iterator[None]:
        if not lease.may_act():
            raise StorageTrouble(Trouble.CLOSED)
        with watch():
            yield

    return committing


async def _unless_parted(lease: Lease, work: Coroutine[object, object, T]) -> T | None:
    """Return the result of the work; cancel it and return None if the lease is lost."""
    running, parted = asyncio.create_task(work), asyncio.create_task(lease.parted())
    try:
        await asyncio.wait((running, parted), return_when=asyncio.FIRST_COMPLETED)
        return running.result() if running.done() else None
    finally:
        for task in (running, parted):
            task.cancel()
        await asyncio.gather(running, parted, return_exceptions=True)
