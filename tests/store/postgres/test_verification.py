"""The verification of all rows during play never calls a sound row damaged."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bot.config.database_url import DatabaseUrl
from bot.store import Store
from bot.store.database import Row, Values
from bot.store.integrity.verification import verify_checksums
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.reconnecting import CommitTracker, ReconnectingSession
from bot.store.postgres.session import NO_TIMEOUTS, open_session
from tests.store.making import GUILD
from tests.store.test_reviews import played, robots_of
from tests.support import postgres

pytestmark = pytest.mark.process


class Interrupted(PostgresDatabase):
    """Lets somebody else store something before one question, once."""

    def __init__(
        self, line: ReconnectingSession, at: str, meanwhile: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(line, CommitTracker())
        self._at, self._meanwhile = at, [meanwhile]

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        if self._at in sql and self._meanwhile:
            await self._meanwhile.pop()()
        return await super().fetch(sql, values)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.connect(url)
    yield opened
    await opened.close()


async def looked_over(url: str, store: Store, at: str) -> None:
    """Verify all rows, with a review of the second deal of game 1 stored in the middle."""

    async def meanwhile() -> None:
        await store.reviews.add_review(1, 2, robots_of(1, 2))

    line = await ReconnectingSession.open(lambda: open_session(DatabaseUrl(url), NO_TIMEOUTS))
    db = Interrupted(line, at, meanwhile)
    try:
        await verify_checksums(db, "the database")
    finally:
        await db.close()


async def deals(store: Store) -> list[int]:
    """Return the deals of robots by level: two of the club sit in each, and one expert."""
    return [one.totals.deals for one in await store.statistics.of_robots(GUILD)]


async def test_a_review_between_the_questions_is_no_fault(
    url: str, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.reviews.add_review(await played(store, 2), 1, robots_of(1, 1))
    await looked_over(url, store, "FROM play_sum WHERE deals > 0")
    assert caplog.text == ""
    assert await deals(store) == [4, 2]


async def test_sums_that_are_reckoned_anew_have_what_came_meanwhile(
    url: str, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.reviews.add_review(await played(store, 2), 1, robots_of(1, 1))
    await postgres.order("UPDATE preferans.play_sum SET deals = 77", url=url)
    await looked_over(url, store, "DELETE FROM play_sum")
    assert "reckoned anew" in caplog.text
    assert await deals(store) == [4, 2]
