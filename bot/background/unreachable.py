"""Unreachable tables: their channel was deleted, or the bot was removed from their server.

Such a table pauses, and ends after a day by its rule (``pause_without_channel``); a lobby closes.
The store lists the affected tables, so a repeated event, also after a restart, has no effect.
"""

import logging
from collections.abc import Iterable

from bot.background.priority import when_idle
from bot.model.enums import OPEN_STATUSES
from bot.model.refusals import Refused
from bot.store import WriteRefused
from bot.store.records import GameRow
from bot.tables import TableRegistry, changes

log = logging.getLogger(__name__)


async def pause_channel_tables(tables: TableRegistry, channel_id: int) -> None:
    """Pause the tables of a deleted channel and of its threads."""
    await _pause_tables(
        tables, await tables.services.store.game_queries.games_in_channel(channel_id, OPEN_STATUSES)
    )


async def pause_server_tables(tables: TableRegistry, guild_id: int) -> None:
    """Pause the tables of a server that removed the bot."""
    await _pause_tables(
        tables, await tables.services.store.game_queries.games_of_guild(guild_id, OPEN_STATUSES)
    )


async def _pause_tables(tables: TableRegistry, rows: Iterable[GameRow]) -> None:
    async for game_id in when_idle([row.game_id for row in rows]):
        try:
            table = await tables.get(game_id)
            await table.change(changes.pause_without_channel, is_gone=True)
        except (Refused, WriteRefused) as refused:
            log.info("game %s was not paused without its channel: %s", game_id, refused)
