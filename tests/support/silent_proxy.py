"""A proxy to PostgreSQL that can go silent: no byte arrives any more, and nobody hangs up.

Bytes in flight at that moment never arrive, even once the proxy accepts connections again, as
behind a router that has forgotten its connections.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import parse_qs, urlsplit

_MOST: Final = 1 << 16


class SilentProxy:
    """A proxy from a loopback port to the socket of the server; ``url`` is its address."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._name = parts.path
        self._is_silent = False
        self._last: bytes | None = None
        self._silenced: set[asyncio.StreamWriter] = set()
        self._open: set[asyncio.StreamWriter] = set()
        self.port = 0

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}{self._name}?sslmode=disable"

    def silence(self) -> None:
        """Silence all open and all new connections."""
        self._is_silent = True
        self._silenced |= self._open

    def silence_at(self, word: bytes) -> None:
        """Silence them when either side sends these bytes."""
        self._last = word

    def resume(self) -> None:
        """Forward new connections again."""
        self._is_silent = False

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection in both directions."""
        far_reader, far_writer = await asyncio.open_unix_connection(self._socket)
        self._open |= {writer, far_writer}
        if self._is_silent:
            self._silenced |= {writer, far_writer}
        try:
            await asyncio.gather(
                self._forward_one_way(reader, far_writer), self._forward_one_way(far_reader, writer)
            )
        finally:
            self._open -= {writer, far_writer}
            for end in (writer, far_writer):
                end.transport.abort()

    async def _forward_one_way(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forward one direction; once silenced, an end that hangs up is as silent as the rest."""
        with suppress(ConnectionError):
            while said := await reader.read(_MOST):
                if self._last is not None and self._last in said:
                    self.silence()
                if writer not in self._silenced:
                    writer.write(said)
                    await writer.drain()
        if writer in self._silenced:
            await asyncio.Event().wait()
        writer.close()


@asynccontextmanager
async def silent_proxy_to(url: str) -> AsyncIterator[SilentProxy]:
    """Yield a proxy to the server at ``url``."""
    proxy, tasks, ends = SilentProxy(url), set[asyncio.Task[None]](), list[asyncio.StreamWriter]()

    def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends.append(writer)  # a task that is cancelled before it begins closes nothing
        task = asyncio.create_task(proxy.forward(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(taken, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            end.transport.abort()
        await asyncio.sleep(0)  # lets the aborted transports close
