"""The bot on Discord, from the token to the last goodbye."""

import gc
from contextlib import AsyncExitStack

from bot.app.client import PreferansBot
from bot.app.surroundings import Surroundings, discord_now
from bot.health import answering
from bot.settings import Settings
from bot.store import Store, tell_of_sqlite


async def serve(settings: Settings) -> None:
    """Run on Discord until told to stop.  Raises SettingsError, StoreError, LoginFailure."""
    token = settings.token()
    tell_of_sqlite()
    around = Surroundings(pace=settings.robot_pace_seconds)
    watch = around.metrics.committing
    async with Store.session(settings.database_path, discord_now(), watch) as store:
        bot = PreferansBot(settings, store, around)
        gc.collect()
        gc.freeze()  # words and modules stay: no collection while people click looks at them again
        async with AsyncExitStack() as stack:
            if settings.metrics_port is not None:  # before Discord: not ready is an answer too
                await stack.enter_async_context(answering(settings.metrics_port, bot.watched()))
            await stack.enter_async_context(bot)
            await bot.start(token)
