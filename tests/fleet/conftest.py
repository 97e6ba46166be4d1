"""A database of its own for every test of the fleet."""

from collections.abc import AsyncIterator

import pytest

from tests.support.postgres import database


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with database() as made:
        yield made
