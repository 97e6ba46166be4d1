"""One process of a fleet: it stands by until it holds its shards, then hosts their servers.

After losing the lease it sends and stores nothing more, shuts the bot down and stands by again.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from bot.app.discord_session import (
    build_bot,
    metrics_if_served,
    run_on_discord,
    serve_monitoring_if_configured,
)
from bot.app.overrides import BotOverrides
from bot.config import database_url, settings
from bot.features import features_running
from bot.fleet import leases, schema
from bot.monitoring import Metrics, MonitoringEndpoint
from bot.render.words import load_catalogue
from bot.store import FileFault, StorageTrouble, Store, StoreError, Trouble

T = TypeVar("T")
log = logging.getLogger(__name__)


async def run_fleet_member(settings: settings.Settings, url: str) -> None:
    """Run on Discord until cancelled.

    Raises SettingsError, StoreError, DiscordRefused, DiscordUnavailable.
    """
    settings.token()
    load_catalogue()  # load it before the wait, so that a takeover is fast
    window, metrics, goes_on = MonitoringEndpoint(), metrics_if_served(settings), True
    async with serve_monitoring_if_configured(settings, window):
        while goes_on:
            try:
                async with leases.hold_lease(url, settings.owned_shards()) as lease:
                    goes_on = await _host_while_leased(settings, lease, window, metrics)
            except leases.UNRECOVERABLE_ERRORS as error:
                said = str(error.args[0]).rstrip(".")
                raise StoreError(
                    FileFault.ASTRAY, path=str(database_url.DatabaseUrl(url)), detail=said
                ) from None


async def _host_while_leased(
    settings: settings.Settings, lease: leases.Lease, endpoint: MonitoringEndpoint, metrics: Metrics
) -> bool:
    """Host from acquiring the shards to losing them; False when the bot ended by itself."""
    around = BotOverrides(robot_pace=settings.robot_pace_seconds, metrics=metrics, fleet=lease)
    watch = guard_commits(lease, metrics.measure_commit)
    try:
        opening = Store.connect(
            lease.database_url, watch, owned=lease.owned, on_permanent_loss=lease.give_up
        )
        store = await _run_until_lost(lease, opening)
        if store is None:
            return True
        try:
            bot = build_bot(settings, store, around)
            endpoint.monitored = bot.monitored()
            async with features_running(store, lease.owned), bot:
                await _run_until_lost(lease, run_on_discord(bot, settings.token()))
                return not lease.may_act()
        finally:
            await store.close()
    except Exception as trouble:
        if lease.may_act() and not _is_temporary(trouble):
            raise
        log.warning("it was lost on the way: %s", type(trouble).__name__)
        return True
    finally:
        endpoint.monitored = None


def _is_temporary(trouble: Exception) -> bool:
    """Return True for a temporary database failure: a standby process may still reach it."""
    if isinstance(trouble, StoreError):
        return trouble.reason is FileFault.UNREACHABLE
    return isinstance(trouble, (StorageTrouble, *schema.CONNECTION_ERRORS)) and not isinstance(
        trouble, leases.UNRECOVERABLE_ERRORS
    )


def guard_commits(
    lease: leases.Lease, measure_commit: Callable[[], AbstractContextManager[object]]
) -> Callable[[], AbstractContextManager[None]]:
    """Reject transactions after the lease is lost; open ones end with their connection."""

    @contextmanager
    def committing() -> Iterator[None]:
        if not lease.may_act():
            raise StorageTrouble(Trouble.CLOSED)
        with measure_commit():
            yield

    return committing


async def _run_until_lost(lease: leases.Lease, work: Coroutine[object, object, T]) -> T | None:
    """Return the result of the work; cancel it and return None if the lease is lost."""
    running, parted = asyncio.create_task(work), asyncio.create_task(lease.wait_until_lost())
    try:
        await asyncio.wait((running, parted), return_when=asyncio.FIRST_COMPLETED)
        return running.result() if running.done() else None
    finally:
        for task in (running, parted):
            task.cancel()
        await asyncio.gather(running, parted, return_exceptions=True)
