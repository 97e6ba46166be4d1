"""The order of the checks, from the first to the last."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.doctor import account, fleet, machine, parts, server
from bot.doctor.verdict import Verdict, fail, ok
from bot.settings import Settings, SettingsError
from bot.store import Look


async def examine(settings: Settings, permissions: int) -> AsyncIterator[Verdict]:
    """Yield every verdict as soon as it is known; ``permissions`` are those the bot needs."""
    looks: list[Look | None] = []
    async for verdict, seen in _games(settings.games()):
        looks.append(seen)
        yield verdict
    found = looks[-1]
    yield machine.connections(found, time.time())
    if settings.database_url is not None or settings.shards is not None:
        yield await fleet.shards(settings)
    for check in (parts.presets, parts.words, parts.tiles, parts.search):
        yield check(settings)
    yield await parts.workers(settings)
    if settings.thinkers is not None:
        yield await parts.thinkers(settings)
    for verdict in parts.deals():
        yield verdict
    server_clock = None
    try:
        token = settings.token()
    except SettingsError as error:
        yield fail("token", str(error))
    else:
        yield ok("token", "It has the right shape.")
        visit = await account.ask(token, permissions)
        server_clock = visit.ahead
        for verdict in visit.verdicts:
            yield verdict
    yield machine.clock(time.time(), found.last_alive if found else None, server_clock)


async def _games(place: Path | str) -> AsyncIterator[tuple[Verdict, Look | None]]:
    """Check the database or file of games; the last item carries its metadata."""
    if isinstance(place, str):
        yield await server.database(place)
        return
    yield machine.disk(place), None
    yield machine.sqlite(), None
    yield machine.file(place)
