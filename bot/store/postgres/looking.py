"""Reads the status of a PostgreSQL from outside, without changing anything."""

from bot.address import Address
from bot.store.looking import FACTS, Look
from bot.store.postgres.migrating import check_layout_number, shipped
from bot.store.postgres.opening import reaching, visited
from bot.store.postgres.session import READS

_NOTED = "SELECT key, value FROM setting WHERE key = ANY($1::text[])"


async def look_at(address: Address) -> Look:
    """Return the status, even while the bot runs; StoreError if this program would not open it."""
    known = shipped()[-1].number
    async with visited(address, READS) as session:
        with reaching(address):
            version = await check_layout_number(session, address, known)
            rows = await session.fetch(_NOTED, list(FACTS)) if version else []
    return Look.of(version, known, {row["key"]: row["value"] for row in rows})
