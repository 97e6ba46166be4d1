"""A game out of the store, in whatever state it is there.

One that cannot be read, or that the store finds damaged, is frozen and named in the log, once and
without a word of what is in it.
Its outline, all of it numbers, is enough to say so in its channel and to let a manager close it.
"""

import logging
from typing import Final

from bot.store import GameDamaged, StorageTrouble, Store
from bot.store.rows import Entry, StoredGame
from bot.terms import Status

log = logging.getLogger(__name__)

_SECRET: Final = ("deck", "discard", "seal")


async def read_game(store: Store, game_id: int) -> StoredGame | None:
    """As ``Lists.load``; of a game that cannot be read the outline alone."""
    is_damaged = False
    try:
        return await store.lists.load(game_id)
    except StorageTrouble:
        raise
    except GameDamaged:  # the store has said in the log where
        is_damaged = True
        await store.games.set_aside(game_id, Status.FROZEN)
    except Exception as error:  # whatever is wrong, it is wrong with this game only
        if await store.games.set_aside(game_id, Status.FROZEN):
            log_frozen(game_id, error)
    row = await store.lists.outline(game_id)
    return None if row is None else StoredGame(row, (), (), None, None, (), None, is_damaged)


def log_frozen(game_id: int, error: BaseException) -> None:
    """What an error says may name cards, so it is left out."""
    log.error("game %s does not replay and is frozen: %s", game_id, type(error).__name__)


def log_line(game_id: int, entry: Entry) -> None:
    """Decks, discards and sealed choices are secrets and stay out of the log file."""
    line = entry.line
    word = line.text.partition(" ")[0]
    shown = word if word in _SECRET else line.text
    log.info("game %s line %s seat %s %s", game_id, line.version, line.seat, shown)
