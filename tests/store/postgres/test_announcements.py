"""What one process says to the others: heard once it is committed, and not what was undone."""

import asyncio
import logging

import pytest

from bot.store.errors import StoreError
from bot.store.postgres.announcements import Announcements, announce
from bot.store.postgres.connection import PostgresDatabase
from tests.support import postgres

pytestmark = pytest.mark.process

END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'preferans listener'"
)


async def said(heard: "asyncio.Queue[tuple[str, str]]") -> tuple[str, str]:
    async with asyncio.timeout(20):
        return await heard.get()


async def test_what_is_committed_is_heard(url: str, db: PostgresDatabase) -> None:
    heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    ears = await Announcements.listen(
        url, ("names", "settings"), lambda *word: heard.put_nowait(word), lambda: None
    )
    await db.begin()
    await announce(db, "names", "undone")
    await db.rollback()
    await db.begin()
    await announce(db, "settings", "77")
    await announce(db, "others", "78")
    await asyncio.sleep(0.05)
    assert heard.empty()
    await announce(db, "names", "ж")
    await db.commit()
    assert [await said(heard), await said(heard)] == [("settings", "77"), ("names", "ж")]
    await ears.close()


async def test_who_was_cut_off_is_told_and_hears_again(
    url: str, db: PostgresDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "bot.store.postgres.line")
    heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    ears = await Announcements.listen(
        url,
        ("names",),
        lambda *word: heard.put_nowait(word),
        lambda: heard.put_nowait(("back", "")),
    )
    await postgres.order(END)
    assert await said(heard) == ("back", "")
    await db.begin()
    await announce(db, "names", "77")
    await db.commit()
    assert await said(heard) == ("names", "77")
    await ears.close()


async def test_nobody_listens_where_nothing_is() -> None:
    with pytest.raises(StoreError, match="cannot be reached"):
        await Announcements.listen(
            postgres.server().url("nowhere"), ("names",), lambda *_: None, lambda: None
        )
