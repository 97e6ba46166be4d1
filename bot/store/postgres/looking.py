"""Reads the status of a PostgreSQL from outside, without changing anything."""

from bot.address import DatabaseUrl
from bot.store.looking import STATUS_KEYS, DatabaseStatus
from bot.store.postgres.migrating import check_schema_version, server_migrations
from bot.store.postgres.opening import raising_server_errors, short_session
from bot.store.postgres.session import READER_PARAMETERS

_NOTED = "SELECT key, value FROM setting WHERE key = ANY($1::text[])"


async def read_server_status(address: DatabaseUrl) -> DatabaseStatus:
    """Return the status, even while the bot runs; StoreError if this program would not open it."""
    known = server_migrations()[-1].number
    async with short_session(address, READER_PARAMETERS) as session:
        with raising_server_errors(address):
            version = await check_schema_version(session, address, known)
            rows = await session.fetch(_NOTED, list(STATUS_KEYS)) if version else []
    return DatabaseStatus.from_settings(version, known, {row["key"]: row["value"] for row in rows})
