"""Unreachable tables: their channel was deleted, or the bot was removed from their server.

Such a table pauses, and ends after a day by its rule (``placeless.lose_place``); a lobby closes.
The store lists the affected tables, so a repeated event, also after a restart, has no effect.
"""

import logging
from collections.abc import Iterable

from bot.keepers.breath import one_by_one
from bot.refusals import Refused
from bot.store import WriteRefused
from bot.store.rows import Game
from bot.tables import Tables, placeless
from bot.terms import OPEN

log = logging.getLogger(__name__)


async def channel_is_gone(tables: Tables, channel_id: int) -> None:
    """Pause the tables of a deleted channel and of its threads."""
    await _gone(tables, await tables.services.store.lists.games_in_channel(channel_id, OPEN))


async def server_is_gone(tables: Tables, guild_id: int) -> None:
    """Pause the tables of a server that removed the bot."""
    await _gone(tables, await tables.services.store.lists.games_of_guild(guild_id, OPEN))


async def _gone(tables: Tables, rows: Iterable[Game]) -> None:
    async for game_id in one_by_one([row.game_id for row in rows]):
        try:
            table = await tables.get(game_id)
            await table.change(placeless.lose_place, is_gone=True)
        except (Refused, WriteRefused) as refused:
            log.info("game %s stays as it was where it was: %s", game_id, refused)
