"""The message of a lobby: the response to a command, whose delivery may be unknown.

It has no nonce, so Discord would not recognise a second post: look for it before posting.
"""

import logging
from typing import Final

from bot.deeds.table import Join
from bot.front.allowance import Allowance
from bot.front.components import offers
from bot.front.failures import FAILED, PASSING, meaning
from bot.front.places import Places
from bot.keepers.rounds import TryAgain
from bot.tables import Table
from bot.terms import Status

log = logging.getLogger(__name__)

_LAST: Final = 50  # messages of a channel to search for a lobby


async def find(table: Table, places: Places, allowance: Allowance) -> None:
    """Look for the lobby message of a table that has none recorded, and record it.

    A kill may have come before the record, or the response got lost.  The search covers the
    table's channel: a kill may also have come just before the start in a thread.
    """
    row = table.row
    if row.message_id is not None or row.shows or table.game is not None:
        return
    wait_for_place(table)
    place = places.there(table, row.channel_id)
    if row.place_id not in (None, place.id):
        await table.moved_to(place.id, None, "")
    await allowance.turn(is_awaited=True)
    try:
        async for message in place.history(limit=_LAST):
            if message.author == places.client.user and offers(message, table.id, Join()):
                wait_for_place(table)
                await table.moved_to(place.id, message.id, "lobby")
                return
    except FAILED as error:
        if meaning(error) in PASSING:
            raise
        log.info("the lobby of game %s is posted anew: %s", table.id, error)


def was_never_seen(table: Table) -> bool:
    """True for a lobby that was annulled before it had a message: nothing needs a notice."""
    row = table.row
    return table.game is None and row.status is Status.VOID and row.message_id is None


def wait_for_place(table: Table) -> None:
    """Raise TryAgain while a handler decides on the lobby's channel; it pokes afterwards."""
    if table.game is None and table.placing.locked():
        raise TryAgain("its place is being decided")
