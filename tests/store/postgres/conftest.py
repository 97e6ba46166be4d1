"""A database with the newest schema, on a real server."""

from collections.abc import AsyncIterator

import pytest

from bot.config.database_url import DatabaseUrl
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.startup import open_writer
from tests.support import postgres


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with postgres.migrated_database() as made:
        yield made


@pytest.fixture
async def db(url: str) -> AsyncIterator[PostgresDatabase]:
    opened = await open_writer(DatabaseUrl(url))
    yield opened
    await opened.close()
