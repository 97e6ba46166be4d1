"""Words from one process of the bot to the others, through LISTEN and NOTIFY of PostgreSQL.

What is announced in a transaction is heard when it is committed, and never if it is not.  Nothing
is kept for who is away: who was cut off hears of that, and has to forget what he has remembered.
"""

from collections.abc import Callable, Sequence
from typing import Self

from bot.address import Address
from bot.store.database import Database
from bot.store.postgres.line import Line
from bot.store.postgres.opening import reaching
from bot.store.postgres.session import LISTENS, Session, connected

Hear = Callable[[str, str], None]  # the channel and the words


class Announcements:
    """A line of its own on which a process hears the others, and itself."""

    def __init__(self, line: Line) -> None:
        self._line = line

    @classmethod
    async def listen(
        cls, url: str, channels: Sequence[str], hear: Hear, on_return: Callable[[], None]
    ) -> Self:
        """From now on ``hear`` is called for each word of these channels, on the event loop.

        ``on_return``: the line was lost and is back, and nobody knows what was said meanwhile.
        StoreError when the database cannot be reached.
        """
        address = Address(url)

        async def enter() -> Session:
            session = await connected(address, LISTENS)
            try:
                for channel in channels:
                    await session.add_listener(channel, lambda _, __, at, said: hear(at, str(said)))
            except BaseException:
                session.terminate()
                raise
            return session

        with reaching(address):
            line = await Line.open(enter)
        line.on_return.append(on_return)
        return cls(line)

    async def close(self) -> None:
        """Hear nothing more; closing twice is closing once."""
        await self._line.close()


async def announce(db: Database, channel: str, text: str) -> None:
    """Say it to all who listen, when the transaction that ``db`` is in has been committed.

    At most 7,999 bytes.
    """
    await db.fetch("SELECT pg_notify(?, ?)", (channel, text))
