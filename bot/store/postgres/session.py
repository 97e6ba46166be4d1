"""A session with PostgreSQL: how it is opened, and what it is told about itself.

A session that is cut off must not hold what it has locked: the server looks every few seconds
whether the other end is still there, and hangs up on a transaction that nobody goes on with.
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
_REACHED: Final = 5.0  # seconds to connect in
_DEAD: Final = 0.2  # seconds after which a server that has not given up a statement is not there
_STATEMENTS: Final = 500  # kept prepared: all there are
_NAME: Final = {"application_name": "preferans"}  # unless the address has another one
_ALWAYS: Final = {
    "search_path": SCHEMA,
    "default_transaction_isolation": "read committed",
    "client_min_messages": "warning",
    "jit": "off",  # questions are short
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
# Milliseconds.  Who writes tries again by himself, and lets reads through in between; all of it
# is told before Discord stops waiting.
WRITES: Final = {
    "lock_timeout": "100",
    "statement_timeout": str(int(PATIENCE * 1000)),
    "idle_in_transaction_session_timeout": "10000",
}
READS: Final = {"default_transaction_read_only": "on", "statement_timeout": "30000"}
UNHURRIED: Final[Mapping[str, str]] = {}  # migrations, audits, moves

# What was confirmed has to be on a disk; who wants it on two says so himself.
_CAREFUL: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)


async def connected(address: Address, manners: Mapping[str, str]) -> Session:
    """A session with these settings.  Hopeless, or one of ``FAILED``."""
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
    """Closed in order, or else at once."""
    try:
        with suppress(*FAILED):
            await session.close(timeout=2)
    finally:
        session.terminate()


def _number(said: str) -> int | float:
    """A sum of many numbers is one; only an average is between them."""
    return float(said) if "." in said else int(said)
