"""The bot's side of the thinkers: finds them, shares moves among them, drops bad answers.

All of it runs on the event loop of a ``LoopThread``; other threads only read numbers.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import aiohttp

from bot.engine.actions import Action
from bot.model.codec_fields import ThinkerAddress
from bot.workers.move_messages import (
    LONGEST_ANSWER,
    BadMessage,
    MoveRequest,
    Readiness,
    code_digest,
    read_answer,
    read_readiness,
    request_text,
)
from bot.workers.thinker import MOVE_PATH, READY_PATH, VERSION_HEADER

log = logging.getLogger(__name__)

_CONNECT: Final = 3.0  # seconds to connect and to answer /ready
_PAUSES: Final = (1.0, 60.0)  # seconds between two looks at an address: the first, the longest
_AHEAD: Final = 2  # requests under way for each process: none waits for the network
_ATTEMPTS: Final = 2  # a thinker may die in the middle of a request
_MOST_ADDRESSES: Final = 64


class NoThinker(Exception):
    """No thinker has answered, for whatever reason."""


@dataclass(slots=True)
class _Thinker:
    """One thinker that has answered."""

    url: str
    name: str
    processes: int
    under_way: int = 0

    @property
    def load(self) -> float:
        return self.under_way / self.processes

    @property
    def is_free(self) -> bool:
        return self.under_way < _AHEAD * self.processes


class ThinkerClient:
    """Thinkers at ``addresses``; ``on_bad_answer`` is called for each answer that was dropped."""

    def __init__(
        self,
        addresses: Sequence[ThinkerAddress],
        tls: ssl.SSLContext | None,
        on_bad_answer: Callable[[], None],
    ) -> None:
        self._addresses = tuple(addresses)
        self._tls = tls
        self._on_bad_answer = on_bad_answer
        self._session: aiohttp.ClientSession | None = None
        self._thinkers: dict[str, _Thinker] = {}
        self._looking: list[asyncio.Task[None]] = []
        self._found = asyncio.Event()
        self._lost = {address: asyncio.Event() for address in self._addresses}
        self.moves_made = 0

    @property
    def processes(self) -> int:
        """The number of processes that think."""
        return sum(thinker.processes for thinker in self._thinkers.values())

    async def start(self) -> None:
        """Begin to look for the thinkers."""
        await asyncio.to_thread(code_digest)  # reads all source files, once
        if self._session is not None:  # perhaps opened meanwhile
            return
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=self._tls or True),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,  # nothing grows after it was measured
            timeout=aiohttp.ClientTimeout(total=_CONNECT),
            headers={VERSION_HEADER: code_digest()},
        )
        self._looking = [
            asyncio.create_task(self._keep_looking(address), name=f"thinkers at {address}")
            for address in self._addresses
        ]

    async def first_look(self) -> bool:
        """Begin to look, and wait a moment for an answer; False if there is none."""
        await self.start()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CONNECT):
                await self._found.wait()
        return bool(self._thinkers)

    async def stop(self) -> None:
        """Drop all requests and connections."""
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def move(self, request: MoveRequest, seconds: float) -> Action:
        """Return the move of a thinker, legal for its seat.  Raises NoThinker."""
        for _ in range(_ATTEMPTS):
            free = [thinker for thinker in self._thinkers.values() if thinker.is_free]
            if not free:
                raise NoThinker
            thinker = min(free, key=lambda one: one.load)
            try:
                action = await self._ask(thinker, request, seconds)
            except TimeoutError as error:  # an OSError too; the table has waited long enough
                self._drop(thinker, error)
                raise NoThinker from error
            except (aiohttp.ClientError, OSError, BadMessage) as error:
                self._drop(thinker, error)
                continue
            self.moves_made += 1
            return action
        raise NoThinker

    async def _ask(self, thinker: _Thinker, request: MoveRequest, seconds: float) -> Action:
        """Ask one thinker.  Raises ClientError, OSError, TimeoutError, BadMessage, NoThinker."""
        thinker.under_way += 1
        try:
            text = await self._fetch("POST", thinker, MOVE_PATH, request_text(request), seconds)
        except aiohttp.ClientResponseError as error:
            if error.status == 503:  # busy, and nothing wrong with it
                raise NoThinker from error
            raise
        finally:
            thinker.under_way -= 1
        return read_answer(text, request.view)

    async def _fetch(
        self, method: str, thinker: _Thinker, path: str, body: bytes | None, seconds: float
    ) -> bytes:
        """Return the body of an answer, at most ``LONGEST_ANSWER`` bytes.

        Raises BadMessage for a longer one, ClientResponseError for a refusal.
        """
        assert self._session is not None
        async with (
            asyncio.timeout(seconds),
            self._session.request(
                method,
                thinker.url + path,
                data=body,
                allow_redirects=False,
                server_hostname=thinker.name if self._tls else None,
            ) as response,
        ):
            if response.status != 200:
                raise aiohttp.ClientResponseError(
                    response.request_info, response.history, status=response.status
                )
            text = bytearray()
            async for part in response.content.iter_any():
                text += part
                if len(text) > LONGEST_ANSWER:
                    raise BadMessage
            return bytes(text)

    def _drop(self, thinker: _Thinker, error: Exception) -> None:
        """Ask a thinker nothing more until it has answered /ready again."""
        if isinstance(error, BadMessage):
            self._on_bad_answer()
            log.warning("the thinker at %s has given a bad answer", thinker.url)
        elif self._thinkers.get(thinker.url) is thinker:
            log.warning("the thinker at %s is away: %s", thinker.url, type(error).__name__)
        if self._thinkers.get(thinker.url) is thinker:
            del self._thinkers[thinker.url]
        for lost in self._lost.values():
            lost.set()

    # looking for thinkers -------------------------------------------------------------------

    async def _keep_looking(self, address: ThinkerAddress) -> None:
        """Look for thinkers at an address until cancelled; the pause grows while none is new."""
        pause, lost = _PAUSES[0], self._lost[address]
        while True:
            lost.clear()
            before = len(self._thinkers)
            await self._look(address)
            pause = _PAUSES[0] if len(self._thinkers) > before else min(2 * pause, _PAUSES[1])
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await lost.wait()
                await asyncio.sleep(_PAUSES[0])
                pause = _PAUSES[0]

    async def _look(self, address: ThinkerAddress) -> None:
        found = await _resolved(address)
        new = [url for url in found if url not in self._thinkers]
        await asyncio.gather(*(self._greet(url, address) for url in new))

    async def _greet(self, url: str, address: ThinkerAddress) -> None:
        thinker = _Thinker(url, address.host, 1)
        try:
            text = await self._fetch("GET", thinker, READY_PATH, None, _CONNECT)
            said: Readiness = read_readiness(text)
        except (aiohttp.ClientError, OSError, TimeoutError, BadMessage) as error:
            log.info("no thinker at %s: %s", url, type(error).__name__)
            return
        if said.version != code_digest():
            log.warning("the thinker at %s runs another version", url)
            return
        thinker.processes = said.processes
        self._thinkers[url] = thinker
        self._found.set()
        log.info("%d processes think at %s", said.processes, url)


async def _resolved(address: ThinkerAddress) -> list[str]:
    """Return the URLs of all machines behind an address; none if its name is unknown."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    hosts = dict.fromkeys(str(where[4][0]) for where in found)
    shown = (f"[{host}]" if ":" in host else host for host in hosts)
    return [f"{address.scheme}://{host}:{address.port}" for host in shown][:_MOST_ADDRESSES]
