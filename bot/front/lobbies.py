"""The message of a lobby: the response to a command, whose delivery may be unknown.

It has no nonce, so Discord would not recognise a second post: look for it before posting.
"""

import logging
from typing import Final

from bot.deeds.table import JoinTable
from bot.front.allowance import RateLimiter
from bot.front.components import has_command_button
from bot.front.failures import REQUEST_ERRORS, RETRYABLE, failure_of
from bot.front.places import TableChannels
from bot.keepers.rounds import RetryLater
from bot.tables import Table
from bot.terms import Status

log = logging.getLogger(__name__)

_SEARCHED_MESSAGES: Final = 50  # messages of a channel to search for a lobby


async def find_lobby_message(
    table: Table, channels: TableChannels, rate_limiter: RateLimiter
) -> None:
    """Look for the lobby message of a table that has none recorded, and record it.

    A kill may have come before the record, or the response got lost.  The search covers the
    table's channel: a kill may also have come just before the start in a thread.
    """
    row = table.row
    if row.message_id is not None or row.shows or table.game is not None:
        return
    retry_while_placing(table)
    place = channels.partial_channel(table, row.channel_id)
    if row.place_id not in (None, place.id):
        await table.mark_posted(place.id, None, "")
    await rate_limiter.acquire(is_awaited=True)
    try:
        async for message in place.history(limit=_SEARCHED_MESSAGES):
            if message.author == channels.client.user and has_command_button(
                message, table.id, JoinTable()
            ):
                retry_while_placing(table)
                await table.mark_posted(place.id, message.id, "lobby")
                return
    except REQUEST_ERRORS as error:
        if failure_of(error) in RETRYABLE:
            raise
        log.info("the lobby of game %s is posted anew: %s", table.id, error)


def is_unseen_lobby(table: Table) -> bool:
    """True for a lobby that was annulled before it had a message: nothing needs a notice."""
    row = table.row
    return table.game is None and row.status is Status.VOID and row.message_id is None


def retry_while_placing(table: Table) -> None:
    """Raise TryAgain while a handler decides on the lobby's channel; it pokes afterwards."""
    if table.game is None and table.placement_lock.locked():
        raise RetryLater("its place is being decided")
