"""The bot on Discord, from the token to the last goodbye."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import discord

from bot.app.client import PreferansBot
from bot.app.surroundings import Surroundings, discord_now
from bot.front.failures import FAILED, PASSING, meaning
from bot.health import Window, answering
from bot.keepers.bygone import going_over
from bot.settings import Settings
from bot.store import Store, tell_of_sqlite

_YOUNG: Final = 5_000  # new objects until the youngest are looked at: a millisecond
_YOUNGER: Final = 5  # such looks until one at all that are left of them
_ALL: Final = 200  # of those until one at everything, if that has grown: a tenth of a second


class NoDiscord(Exception):
    """It cannot be reached at the start, or has trouble of its own; ``str()`` says which."""


def quieten_collector() -> None:
    """Words and modules stay: no collection while people click looks at them again.

    What a click leaves behind is gone by counting, or found while it is young; but for the few that
    are under way while the young are looked at, since they refer to themselves (design section 6).
    By the usual measure all tables would be looked at every few seconds, and whoever clicks waits
    for it; by this one after some 40,000 clicks.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _YOUNGER, _ALL)


async def serve(settings: Settings) -> None:
    """Run on Discord until told to stop.

    Raises SettingsError, StoreError, LoginFailure, NoDiscord.
    """
    token = settings.token()
    if settings.database_url is not None:
        from bot.app.sharing import share  # its driver is an extra

        await share(settings, settings.database_url.get_secret_value())
        return
    tell_of_sqlite()
    around = Surroundings(pace=settings.robot_pace_seconds)
    watch = around.metrics.committing
    async with Store.session(settings.database_path, discord_now(), watch) as store:
        bot = built(settings, store, around)
        # watched before Discord: not ready is an answer too
        async with watched(settings, Window(bot.watched())), going_over(store.bygone), bot:
            await on_discord(bot, token)


async def on_discord(bot: PreferansBot, token: str) -> None:
    """From the token to the end.  Raises LoginFailure, NoDiscord.

    Once it is connected the library goes on by itself, whatever Discord does.
    """
    try:
        await bot.start(token)
    except (*FAILED, discord.GatewayNotFound) as error:
        if (said := _passing(error)) is None:  # what Discord does not take of ours is a fault
            raise
        raise NoDiscord(said) from error


def _passing(error: Exception) -> str | None:
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if not isinstance(cause, FAILED) or meaning(cause) not in PASSING:
        return None
    if isinstance(cause, discord.HTTPException):
        return f"Discord answered {cause.status} at the start: it has trouble or too many requests."
    return (
        f"Discord cannot be reached ({type(cause).__name__}): look at this machine's way to "
        "discord.com."
    )


def built(settings: Settings, store: Store, around: Surroundings) -> PreferansBot:
    """Not started yet."""
    bot = PreferansBot(settings, store, around)
    quieten_collector()
    return bot


@asynccontextmanager
async def watched(settings: Settings, window: Window) -> AsyncIterator[None]:
    """Answers on METRICS_PORT, where one is set."""
    if settings.metrics_port is None:
        yield
        return
    async with answering(settings.metrics_port, window):
        yield
