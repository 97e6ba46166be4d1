"""Errors of the store; the str() of each is one English sentence.

``StoreError``: the database cannot be opened. ``StorageTrouble``: the disk, the server or the
connection fails while the store is open. ``StaleVersion`` and ``WriteRefused``: a write does not
fit the stored state. ``GameDamaged``: a game fails verification.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path


class FileFault(StrEnum):
    """Reasons why a database, file or server, is not opened."""

    NEWER_FILE = "newer_file"
    PRE_RELEASE_FILE = "pre_release_file"
    FOREIGN_FILE = "foreign_file"
    UNWRITABLE = "unwritable"
    IN_USE = "in_use"
    DAMAGED = "damaged"
    MISSING = "missing"
    EXCHANGED = "exchanged"
    UNREACHABLE = "unreachable"
    ASTRAY = "astray"
    TOO_OLD = "too_old"
    NO_DRIVER = "no_driver"
    NOT_EMPTY = "not_empty"
    NOTHING = "nothing"


class Trouble(StrEnum):
    """Reasons why an open store cannot read or write at the moment."""

    FULL = "full"
    LOCKED = "locked"
    IO = "io"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    GONE = "gone"
    UNREACHABLE = "unreachable"
    DOUBTFUL = "doubtful"
    CLOSED = "closed"


class WriteFault(StrEnum):
    """Reasons why a write does not fit the stored state."""

    NO_SUCH_GAME = "no_such_game"
    GAME_ENDED = "game_ended"
    CHANGED = "changed"
    TOO_MANY_HERE = "too_many_here"
    TOO_MANY_OF_USER = "too_many_of_user"
    FOLLOWED = "followed"
    OPENED = "opened"
    TOO_MANY_WEEKLY = "too_many_weekly"
    STILL_SEATED = "still_seated"
    NAME_TAKEN = "name_taken"
    TOO_MANY_NAMES = "too_many_names"
    TOO_MANY_LEAGUES = "too_many_leagues"
    EVENT_FULL = "event_full"
    SECOND_TABLE = "second_table"


_REASONS = {
    FileFault.NEWER_FILE: (
        "{path} was written by a newer version of this bot (layout {found}, this one knows "
        "{known}): install that version, or restore the backup made before the upgrade."
    ),
    FileFault.PRE_RELEASE_FILE: (
        "{path} was made before version 1.0.0, and no version since then can read it: choose "
        "another file for this bot, or finish the games in it with the program that made it."
    ),
    FileFault.FOREIGN_FILE: (
        "{path} is a database of another program: choose another file for this bot."
    ),
    FileFault.UNWRITABLE: (
        "{path} cannot be opened for writing ({detail}): check that the folder exists, that this "
        "user may write there, and that the disk is not full."
    ),
    FileFault.IN_USE: (
        "{path} is in use by another running copy of this bot or another program: "
        "stop that one first."
    ),
    FileFault.DAMAGED: (
        "{path} is damaged or is no SQLite database ({detail}): restore the newest backup, "
        "or choose another file."
    ),
    FileFault.MISSING: (
        "{path} is gone or empty, though games were kept in it: put it back, restore a backup with "
        "'python -m bot restore', or remove {path}.lock to begin without them."
    ),
    FileFault.EXCHANGED: (
        "{path} is not the database that was used here last ({detail}): put a copy in its place "
        "with 'python -m bot restore', or remove {path}.lock if this is the one that is meant."
    ),
    FileFault.NOT_EMPTY: "{path} is there already: name a file that is not, and nothing is lost.",
    FileFault.NOTHING: "There is nothing to move: there is no file {path}.",
}

# For a database server; ``path`` is its address without the password.
_SERVER_REASONS = {
    FileFault.NEWER_FILE: (
        "{path} was written by a newer version of this bot (layout {found}, this one knows "
        "{known}): install that version, or restore the dump made before the upgrade with "
        "pg_restore."
    ),
    FileFault.PRE_RELEASE_FILE: (
        "{path} was made before version 1.0.0, and no version since then can read it: choose "
        "another database for this bot, or finish the games in it with the program that made it."
    ),
    FileFault.FOREIGN_FILE: (
        "{path} has a schema 'preferans' of another program: choose another database for this bot."
    ),
    FileFault.UNWRITABLE: (
        "{path} cannot be written to ({detail}): give this user the right to create in the "
        "database, and look whether the server is a standby or its disk is full."
    ),
    FileFault.IN_USE: (
        "{path} is in use by another process of this bot, and this can only be done alone: stop "
        "all of them first."
    ),
    FileFault.DAMAGED: (
        "{path} is damaged ({detail}): restore the newest dump with pg_restore, or choose another "
        "database."
    ),
    FileFault.UNREACHABLE: (
        "{path} cannot be reached ({detail}): look at DATABASE_URL, whether the server runs, and "
        "whether it lets this user in."
    ),
    FileFault.ASTRAY: (
        "{path} cannot be reached like this ({detail}): put its address right, or what the address "
        "names."
    ),
    FileFault.TOO_OLD: (
        "{path} is served by PostgreSQL {found}, and this bot needs {known} or newer: choose a "
        "newer server."
    ),
    FileFault.NOT_EMPTY: (
        "{path} has games in it already: choose an empty database, so that nothing is mixed."
    ),
    FileFault.NO_DRIVER: (
        "A database of PostgreSQL needs the package asyncpg: install 'preferans-bot[fleet]', or "
        "leave DATABASE_URL out and play on a file."
    ),
}

_TROUBLES = {
    Trouble.FULL: "The disk is full: nothing was saved; free some space and try again.",
    Trouble.LOCKED: "Another program is holding the database: nothing was saved; try again.",
    Trouble.IO: "The disk reported an error: nothing was saved; check the disk and try again.",
    Trouble.READ_ONLY: "The database has become read-only: nothing was saved; check its rights.",
    Trouble.DAMAGED: "The database is damaged: stop the bot and restore the newest backup.",
    Trouble.GONE: (
        "The file of the database was removed or replaced: nothing was saved; stop the bot, put "
        "the file back or restore a backup, and start again."
    ),
    Trouble.UNREACHABLE: "The database cannot be reached: nothing was saved; try again soon.",
    Trouble.DOUBTFUL: (
        "The database was lost while this was being saved, and nobody knows yet whether it was: "
        "look before you repeat it."
    ),
    Trouble.CLOSED: "The database is closed: the bot is stopping.",
}

_REFUSALS = {
    WriteFault.NO_SUCH_GAME: "There is no such game.",
    WriteFault.GAME_ENDED: "This game has ended.",
    WriteFault.CHANGED: "This table is no longer the one that was to be changed.",
    WriteFault.TOO_MANY_HERE: "This server has as many open tables as it allows.",
    WriteFault.TOO_MANY_OF_USER: "This player sits at as many tables as this server allows.",
    WriteFault.FOLLOWED: "This game already has a rematch.",
    WriteFault.STILL_SEATED: "This player sits at an open table: it has to end first.",
    WriteFault.OPENED: "This weekly table, or table of a league, has been opened already.",
    WriteFault.TOO_MANY_WEEKLY: "This server has as many weekly tables as it may have.",
    WriteFault.NAME_TAKEN: "Something else has that name already.",
    WriteFault.TOO_MANY_NAMES: "There are as many names as there may be.",
    WriteFault.TOO_MANY_LEAGUES: "This server has as many leagues as it may have.",
    WriteFault.EVENT_FULL: "This event has all its tables.",
    WriteFault.SECOND_TABLE: "They have sat at another table of this event.",
}


class StoreError(Exception):
    """The database cannot be used; ``facts`` fill the sentence and always include the ``path``."""

    def __init__(self, reason: FileFault, **facts: str | int) -> None:
        is_file = "://" not in str(facts["path"])
        sentences = _REASONS if is_file else _SERVER_REASONS
        super().__init__(sentences[reason].format(**facts))
        self.reason = reason
        self.facts = facts


@contextmanager
def naming_original(path: Path) -> Iterator[None]:
    """Let a StoreError about a copy name the file ``path`` that was copied."""
    try:
        yield
    except StoreError as error:
        raise StoreError(error.reason, **{**error.facts, "path": str(path)}) from error


class StorageTrouble(Exception):
    """The disk, the server or the connection failed; a retry may succeed.

    Nothing of this write was stored, except that after DOUBTFUL the outcome is not yet known.
    """

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(_TROUBLES[trouble])
        self.trouble = trouble


class StatementFault(Exception):
    """The database rejects a statement, or cannot decode what it reads: not a disk failure.

    The cause is a mistake in the SQL, a value that violates a constraint, or an invalid text.
    """


class GameDamaged(Exception):
    """The stored game fails verification; none of it may be shown."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"Game {game_id} is damaged and frozen: restore a backup to go on.")
        self.game_id = game_id


class WriteRefused(Exception):
    """The write does not fit the stored state; raised before anything was changed.

    ``limit`` is the allowed number of tables, where that is the reason.
    """

    def __init__(self, refusal: WriteFault, limit: int = 0) -> None:
        super().__init__(_REFUSALS[refusal])
        self.refusal = refusal
        self.limit = limit


class StaleVersion(Exception):
    """The line's version is not the next one: another writer was faster or the caller is behind."""

    def __init__(self, game_id: int, given: int, expected: int) -> None:
        super().__init__(f"Game {game_id} expects line {expected}, not line {given}.")
        self.game_id = game_id
        self.given = given
        self.expected = expected


def trouble_of(error: Exception) -> Trouble | None:
    """Return the trouble behind this error; None when the statement itself is at fault."""
    return error.trouble if isinstance(error, StorageTrouble) else None
