"""All SQL of the bot. Keeps lines of text and knows no rules; imports only the common terms.

``Store`` is the way in, ``rows`` are the records it takes and gives, ``errors`` what it says no
with (design sections 4 and 5).
"""

from bot.store.errors import (
    FileFault,
    GameDamaged,
    StaleVersion,
    StatementFault,
    StorageTrouble,
    StoreError,
    Trouble,
    WriteFault,
    WriteRefused,
)
from bot.store.looking import Look
from bot.store.patience import one_request
from bot.store.sqlite.looking import look
from bot.store.sqlite.migrating import backup
from bot.store.sqlite.restoring import restore
from bot.store.sqlite.surroundings import tell_of_sqlite
from bot.store.store import Store, open_store

__all__ = [
    "FileFault",
    "GameDamaged",
    "Look",
    "StaleVersion",
    "StatementFault",
    "StorageTrouble",
    "Store",
    "StoreError",
    "Trouble",
    "WriteFault",
    "WriteRefused",
    "backup",
    "look",
    "one_request",
    "open_store",
    "restore",
    "tell_of_sqlite",
]
