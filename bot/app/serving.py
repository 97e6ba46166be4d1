"""The bot on Discord, from the token to the last goodbye."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.app.client import PreferansBot
from bot.app.surroundings import Surroundings, discord_now
from bot.health import Window, answering
from bot.keepers.bygone import going_over
from bot.settings import Settings
from bot.store import Store, tell_of_sqlite

_YOUNG: Final = 5_000  # new objects until the youngest are looked at: a millisecond
_YOUNGER: Final = 5  # such looks until one at all that are left of them
_ALL: Final = 2_000  # of those until one at everything, which takes a tenth of a second


def quieten_collector() -> None:
    """Words and modules stay: no collection while people click looks at them again.

    What a click leaves behind is gone by counting, or found while it is young.  By the usual
    measure all tables would be looked at every few seconds, and whoever clicks waits for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _YOUNGER, _ALL)


async def serve(settings: Settings) -> None:
    """Run on Discord until told to stop.  Raises SettingsError, StoreError, LoginFailure."""
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
            await bot.start(token)


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
