"""Run the bot on Discord: as a single process, or as one of a fleet."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app.discord_session import (
    build_bot,
    metrics_if_served,
    run_on_discord,
    serve_monitoring_if_configured,
    share_memory_between_threads,
)
from bot.app.overrides import BotOverrides, discord_time
from bot.background.table_tasks import when_idle
from bot.config.settings import Settings
from bot.features import features_running
from bot.monitoring import MonitoringEndpoint
from bot.store import StorageTrouble, Store, log_sqlite_version
from bot.store.writer import FileVerification

log = logging.getLogger(__name__)


async def run_bot(settings: Settings) -> None:
    """Run on Discord until cancelled.

    Raises SettingsError, StoreError, DiscordRefused, DiscordUnavailable.
    """
    token = settings.token()
    share_memory_between_threads()
    if settings.database_url is not None:
        from bot.app.fleet_member import run_fleet_member  # the PostgreSQL driver is an extra

        await run_fleet_member(settings, settings.database_url.get_secret_value())
        return
    log_sqlite_version()
    around = BotOverrides(
        robot_pace=settings.robot_pace_seconds, metrics=metrics_if_served(settings)
    )
    watch = around.metrics.measure_commit
    async with Store.session(settings.database_path, int(discord_time()), watch) as store:
        bot = build_bot(settings, store, around)
        # monitoring starts before Discord: "not ready" is a useful response
        async with (
            serve_monitoring_if_configured(settings, MonitoringEndpoint(bot.monitored())),
            file_check_running(store.file_check),
            features_running(store),
            bot,
        ):
            await run_on_discord(bot, token)


# Verification in the background of a file that was not closed in order.


@asynccontextmanager
async def file_check_running(check: FileVerification | None) -> AsyncIterator[None]:
    """Verify the rest of the file during the block; None: nothing is left.

    Damage that belongs to no game ends the block with a StoreError, as it ends a start.
    """
    if check is None:
        yield
        return
    try:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(_verify_and_log(check))
            yield
            task.cancel()
    except BaseExceptionGroup as failed:  # the first: the block may fail once it is cancelled
        raise failed.exceptions[0] from failed


async def _verify_and_log(check: FileVerification) -> None:
    try:
        await check.verify(when_idle)
    except StorageTrouble as trouble:  # the next start begins again
        log.warning("not all of the file was verified: %s", trouble)
