"""All SQL of the bot. Keeps lines of text and knows no rules; imports only the common terms.

``Store`` is the way in, ``rows`` are the records it takes and gives, ``errors`` what it says no
with (design sections 4 and 5).
"""

from bot.store.errors import (
    FileFault,
    StaleVersion,
    StorageTrouble,
    StoreError,
    Trouble,
    WriteFault,
    WriteRefused,
)
from bot.store.looking import look
from bot.store.migrating import backup
from bot.store.patience import one_request
from bot.store.store import Store

__all__ = [
    "FileFault",
    "StaleVersion",
    "StorageTrouble",
    "Store",
    "StoreError",
    "Trouble",
    "WriteFault",
    "WriteRefused",
    "backup",
    "look",
    "one_request",
]
