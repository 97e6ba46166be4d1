"""Run the bot on Discord as a single process, from the token to the shutdown."""

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

_YOUNG: Final = 5_000  # new objects per collection of generation 0: a millisecond
_YOUNGER: Final = 5  # generation 0 collections per collection of generation 1
_ALL: Final = 200  # generation 1 collections per full one: a tenth of a second


class NoDiscord(Exception):
    """Discord was unreachable or failing at startup; ``str()`` says which."""


def quieten_collector() -> None:
    """Freeze long-lived objects and make garbage collections rare.

    The garbage of an interaction is freed by reference counting or in generation 0, apart from the
    few interactions in progress during a collection, since their objects refer to themselves
    (design section 6). With the default thresholds a full collection over all tables runs every few
    seconds and delays interactions; with these, one runs after some 40,000 interactions.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _YOUNGER, _ALL)


async def serve(settings: Settings) -> None:
    """Run on Discord until cancelled.

    Raises SettingsError, StoreError, LoginFailure, NoDiscord.
    """
    token = settings.token()
    if settings.database_url is not None:
        from bot.app.sharing import share  # the PostgreSQL driver is an extra

        await share(settings, settings.database_url.get_secret_value())
        return
    tell_of_sqlite()
    around = Surroundings(pace=settings.robot_pace_seconds)
    watch = around.metrics.committing
    async with Store.session(settings.database_path, discord_now(), watch) as store:
        bot = built(settings, store, around)
        # monitoring starts before Discord: "not ready" is a useful response
        async with watched(settings, Window(bot.watched())), going_over(store.bygone), bot:
            await on_discord(bot, token)


async def on_discord(bot: PreferansBot, token: str) -> None:
    """Run the client until it ends. Raises LoginFailure, NoDiscord.

    After the first connection the library reconnects by itself.
    """
    try:
        await bot.start(token)
    except (*FAILED, discord.GatewayNotFound) as error:
        if (said := _passing(error)) is None:  # a rejected request is a bug of ours
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
    """Build the client without starting it."""
    bot = PreferansBot(settings, store, around)
    quieten_collector()
    return bot


@asynccontextmanager
async def watched(settings: Settings, window: Window) -> AsyncIterator[None]:
    """Serve the monitoring endpoint on METRICS_PORT, if that is set."""
    if settings.metrics_port is None:
        yield
        return
    async with answering(settings.metrics_port, window):
        yield
