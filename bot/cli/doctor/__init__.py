"""``python -m bot doctor``: checks for the host, before a start or while the bot runs.

It prints one line per check, with advice where something is wrong. It changes nothing: the file of
games is opened read-only, Discord gets read requests only.

checks: verdicts, and the checks of machine, database, fleet, installation and Discord.
The order of the checks is here.
"""

import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.cli.doctor import checks
from bot.cli.doctor.checks import CheckResult, Severity, fail, ok
from bot.config.settings import Settings, SettingsError
from bot.store import DatabaseStatus

__all__ = ["CheckResult", "Severity", "run_checks"]


async def run_checks(settings: Settings, permissions: int) -> AsyncIterator[CheckResult]:
    """Yield every verdict as soon as it is known; ``permissions`` are those the bot needs."""
    looks: list[DatabaseStatus | None] = []
    async for verdict, seen in _check_games(settings.games_location()):
        looks.append(seen)
        yield verdict
    found = looks[-1]
    if settings.database_url is None:
        yield checks.check_backup(settings, time.time())
    yield checks.check_connections(found, time.time())
    async for verdict in _check_installation(settings):
        yield verdict
    clocks: list[float | None] = []
    async for verdict, clock in _check_discord(settings, permissions):
        clocks.append(clock)
        yield verdict
    yield checks.check_clock(time.time(), found.last_alive if found else None, clocks[-1])


async def _check_installation(settings: Settings) -> AsyncIterator[CheckResult]:
    """Check shards, rules, languages, tiles, search and workers, then play deals."""
    if settings.database_url is not None or settings.shards is not None:
        yield await checks.check_shards(settings)
    for check in (
        checks.check_presets,
        checks.check_languages,
        checks.check_tiles,
        checks.check_search,
    ):
        yield check(settings)
    yield await checks.check_workers(settings)
    if settings.thinkers is not None:
        yield await checks.check_remote_workers(settings)
    for verdict in checks.check_deals():
        yield verdict


async def _check_discord(
    settings: Settings, permissions: int
) -> AsyncIterator[tuple[CheckResult, float | None]]:
    """Check the token, then Discord; with each verdict, how far Discord's clock is ahead."""
    try:
        token = settings.token()
    except SettingsError as error:
        yield fail("token", str(error)), None
        return
    yield ok("token", "It has the right shape."), None
    check = await checks.check_discord(token, permissions)
    for verdict in check.results:
        yield verdict, check.clock_ahead


async def _check_games(
    place: Path | str,
) -> AsyncIterator[tuple[CheckResult, DatabaseStatus | None]]:
    """Check the database or file of games; the last item carries its metadata."""
    if isinstance(place, str):
        yield await checks.check_database(place)
        return
    yield checks.check_disk(place), None
    yield checks.check_sync(place), None
    yield checks.check_sqlite(), None
    yield checks.check_file(place)
