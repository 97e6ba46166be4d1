"""Run the bot on Discord: as a single process, or as one of a fleet."""

from bot.app.discord_session import build_bot, run_on_discord, serve_monitoring_if_configured
from bot.app.overrides import BotOverrides, discord_time
from bot.background.file_verification import file_check_running
from bot.config.settings import Settings
from bot.features import features_running
from bot.monitoring.health import MonitoringEndpoint
from bot.store import Store, log_sqlite_version


async def run_bot(settings: Settings) -> None:
    """Run on Discord until cancelled.

    Raises SettingsError, StoreError, DiscordRefused, DiscordUnavailable.
    """
    token = settings.token()
    if settings.database_url is not None:
        from bot.app.fleet_member import run_fleet_member  # the PostgreSQL driver is an extra

        await run_fleet_member(settings, settings.database_url.get_secret_value())
        return
    log_sqlite_version()
    around = BotOverrides(robot_pace=settings.robot_pace_seconds)
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
