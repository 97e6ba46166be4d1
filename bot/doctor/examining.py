"""The order of the checks, from the first to the last."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.doctor import account, fleet, machine, parts, server
from bot.doctor.verdict import CheckResult, fail, ok
from bot.settings import Settings, SettingsError
from bot.store import DatabaseStatus


async def run_checks(settings: Settings, permissions: int) -> AsyncIterator[CheckResult]:
    """Yield every verdict as soon as it is known; ``permissions`` are those the bot needs."""
    looks: list[DatabaseStatus | None] = []
    async for verdict, seen in _check_games(settings.games_location()):
        looks.append(seen)
        yield verdict
    found = looks[-1]
    yield machine.check_connections(found, time.time())
    if settings.database_url is not None or settings.shards is not None:
        yield await fleet.check_shards(settings)
    for check in (
        parts.check_presets,
        parts.check_languages,
        parts.check_tiles,
        parts.check_search,
    ):
        yield check(settings)
    yield await parts.check_workers(settings)
    if settings.thinkers is not None:
        yield await parts.check_remote_workers(settings)
    for verdict in parts.check_deals():
        yield verdict
    server_clock = None
    try:
        token = settings.token()
    except SettingsError as error:
        yield fail("token", str(error))
    else:
        yield ok("token", "It has the right shape.")
        visit = await account.check_discord(token, permissions)
        server_clock = visit.clock_ahead
        for verdict in visit.results:
            yield verdict
    yield machine.check_clock(time.time(), found.last_alive if found else None, server_clock)


async def _check_games(
    place: Path | str,
) -> AsyncIterator[tuple[CheckResult, DatabaseStatus | None]]:
    """Check the database or file of games; the last item carries its metadata."""
    if isinstance(place, str):
        yield await server.check_database(place)
        return
    yield machine.check_disk(place), None
    yield machine.check_sqlite(), None
    yield machine.check_file(place)
