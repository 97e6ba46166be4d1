"""A proxy to PostgreSQL that restricts a session as PgBouncer does.

It refuses a session that is opened with a setting it does not know.  In transaction pooling the
server's connection changes after each transaction, and notifications reach no listener.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import parse_qs, urlsplit

_KNOWN: Final = {"user", "database", "client_encoding", "application_name"}
_ANNOUNCED: Final = b"A"  # <https://www.postgresql.org/docs/current/protocol-message-formats.html>


@asynccontextmanager
async def pooling_proxy_to(url: str, *, sessions: bool) -> AsyncIterator[str]:
    """Yield the address of a proxy that pools ``sessions``, or else transactions."""
    parts = urlsplit(url)
    socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
    tasks = set[asyncio.Task[None]]()

    def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.create_task(_carry(socket, reader, writer, not sessions)))

    server = await asyncio.start_server(taken, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}{parts.path}?sslmode=disable"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _carry(
    socket: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_deaf: bool
) -> None:
    wish = await reader.readexactly(4)
    wish += await reader.readexactly(int.from_bytes(wish) - 4)
    if not set(wish[8:].decode().split("\0")[:-2:2]) <= _KNOWN:
        writer.close()
        return
    far_reader, far_writer = await asyncio.open_unix_connection(socket)
    far_writer.write(wish)
    asking = asyncio.create_task(_ask(reader, far_writer))
    try:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await far_reader.readexactly(5)
                body = await far_reader.readexactly(int.from_bytes(head[1:]) - 4)
                if head[:1] != _ANNOUNCED or not is_deaf:
                    writer.write(head + body)
    finally:
        asking.cancel()
        for end in (writer, far_writer):
            end.transport.abort()


async def _ask(reader: asyncio.StreamReader, far_writer: asyncio.StreamWriter) -> None:
    while said := await reader.read(1 << 16):
        far_writer.write(said)
    far_writer.close()
