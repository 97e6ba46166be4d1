"""Storage: all SQL of the bot, for SQLite files and PostgreSQL.

It stores log lines as text, knows no rules of the game, and imports only the shared terms (design
sections 4 and 5).

``store``: the facade, opening and closing a database.
``records``: frozen records the store reads and writes.
``errors``: every error it raises, with its English sentence.
``database``: the connection interface, dialects, restriction to owned servers.
``writer``: the single writer task, its queue and its deadlines; committed reads, the base of every
query class; the handles of an open store.
``saving``: the hot path, from one table snapshot to the next.
``games``: all other writes on a game: opening, seating, message ids, clocks.
``packing``: the compressed form of a game's lines.
``migrations``: numbered migrations of the schema, for both databases.
``integrity``: hash chain, row checksums, verification.
``queries``: reads and writes by subject.
``admin``: archive, transfer, privacy, retention, status.
``sqlite``, ``postgres``: the two backends.
"""

from bot.store.admin.status import DatabaseStatus, read_file_status
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
from bot.store.sqlite.migration import backup
from bot.store.sqlite.restoring import restore_file
from bot.store.sqlite.startup import log_sqlite_version
from bot.store.store import Store, open_store
from bot.store.writer import request_deadline

__all__ = [
    "DatabaseStatus",
    "FileFault",
    "GameDamaged",
    "StaleVersion",
    "StatementFault",
    "StorageTrouble",
    "Store",
    "StoreError",
    "Trouble",
    "WriteFault",
    "WriteRefused",
    "backup",
    "log_sqlite_version",
    "open_store",
    "read_file_status",
    "request_deadline",
    "restore_file",
]
