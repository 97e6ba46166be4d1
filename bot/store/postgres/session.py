"""Opens PostgreSQL sessions and sets their parameters.

A session that is cut off must not hold its locks: the server probes the connection every few
seconds and terminates a transaction that stays idle.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, TypeAlias

import asyncpg

from bot.address import Address, leading, told
from bot.store.patience import PATIENCE
from bot.store.postgres.errors import FAILED

Session: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

SCHEMA: Final = "preferans"
_REACHED: Final = 5.0  # seconds to connect
_DEAD: Final = 0.2  # seconds beyond the statement timeout after which the server counts as dead
_STATEMENTS: Final = 500  # prepared statements to cache: all there are
_NAME: Final = {"application_name": "preferans"}  # unless the address has another one
_ALWAYS: Final = {
    "search_path": SCHEMA,
    "default_transaction_isolation": "read committed",
    "client_min_messages": "warning",
    "jit": "off",  # queries are short
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
# Milliseconds.  The writer retries by itself and lets reads run in between; every outcome is known
# before Discord stops waiting.
WRITES: Final = {
    "lock_timeout": "100",
    "statement_timeout": str(int(PATIENCE * 1000)),
    "idle_in_transaction_session_timeout": "10000",
}
READS: Final = {"default_transaction_read_only": "on", "statement_timeout": "30000"}
UNHURRIED: Final[Mapping[str, str]] = {}  # migrations, audits, moves

# A confirmed write has to be on one disk; the host may configure more.
_CAREFUL: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)


async def connected(address: Address, manners: Mapping[str, str]) -> Session:
    """Open a session with these settings. Hopeless, or one of ``FAILED``."""
    most = manners.get("statement_timeout")
    timeout = int(most) / 1000 + _DEAD if most else None
    named = {} if "application_name=" in address.url else _NAME
    settings = told({**named, **_ALWAYS, **manners})
    with leading(address.url):
        session = await asyncpg.connect(
            address.url,
            timeout=_REACHED,
            command_timeout=timeout,
            statement_cache_size=_STATEMENTS,
        )
    try:
        await session.set_type_codec(
            "numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text"
        )
        await session.execute(f"{settings}; {_CAREFUL}")
    except BaseException:
        session.terminate()
        raise
    return session


async def disconnected(session: Session) -> None:
    """Close a session in order, or else at once."""
    try:
        with suppress(*FAILED):
            await session.close(timeout=2)
    finally:
        session.terminate()


def _number(said: str) -> int | float:
    """Convert a sum, which is an integer, or an average, which may be a fraction."""
    return float(said) if "." in said else int(said)
