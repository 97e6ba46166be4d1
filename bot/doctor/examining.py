"""The visit from the first check to the last."""

import time
from collections.abc import AsyncIterator

from bot.doctor import account, machine, parts
from bot.doctor.verdict import Verdict, fail, ok
from bot.settings import Settings, SettingsError


async def examine(settings: Settings, permissions: int) -> AsyncIterator[Verdict]:
    """Every verdict as soon as it is known; ``permissions`` are those the bot asks for."""
    yield machine.disk(settings.database_path)
    yield machine.sqlite()
    verdict, found = machine.file(settings.database_path)
    yield verdict
    yield machine.connections(found, time.time())
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
