"""Latency of clicks in the bot, in CPU seconds of its event loop and by the clock.

It runs in the process of the bot, so that a delay in the test itself is in no figure.  CPU time
leaves out other programs, and the loop's other work while a click waits for the disk: it counts
the click's own steps and, before each, all work of the loop since the iteration before the last,
for the step became ready at some moment in it.  Clock time is all from receiving the click to
sending the response.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, ContextVar
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, thread_time
from typing import TYPE_CHECKING, NamedTuple

from discord.http import Route
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter

if TYPE_CHECKING:
    from discord.types.gateway import InteractionCreateEvent

_ROUNDS = 3  # one iteration to receive a thread's result, and the next to use it
_CLICK: ContextVar[int] = ContextVar("_CLICK")


@dataclass(slots=True)
class Click:
    """A click that waits for its response: when it was received, and the CPU time of it."""

    heard: float
    waited: float = 0.0
    until: float = 0.0


class Stopwatch:
    """Measures the clicks of one process; ``check_file`` gets a line for each response.

    The line has its number, and the seconds by CPU and by the clock.  A click is forgotten once it
    is answered: the memory that a process keeps for its clicks is measured, too.
    """

    def __init__(self, file: Path) -> None:
        # open as long as the process: opening it for each click took a tenth of the click
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._rounds = deque([0.0] * _ROUNDS, maxlen=_ROUNDS)
        self._waiting: dict[int, Click] = {}

    def round(self) -> None:
        """Note that the loop looks for ready callbacks."""
        self._rounds.append(thread_time())

    def step(self, number: int, since: float) -> None:
        """Note that a click has come to a step; count only the time that was not counted before."""
        if (click := self._waiting.get(number)) is None:
            return
        now = thread_time()
        click.waited += now - max(since, click.until)
        click.until = now

    def heard(self, number: int) -> None:
        """Note that the loop has received the click."""
        self._waiting.setdefault(number, Click(monotonic()))

    @property
    def ready(self) -> float:
        """Return the earliest moment at which the running callback may have become ready."""
        return self._rounds[0]

    def answered(self, number: int) -> None:
        self.step(number, self.ready)
        if (click := self._waiting.pop(number, None)) is None:
            return  # the same response, sent again
        line = f"{number} {click.waited:.6f} {monotonic() - click.heard:.6f}\n"
        with suppress(OSError):  # the disk may be full on purpose
            os.write(self._file, line.encode())


def watch(file: Path) -> None:
    """Measure every interaction from now on."""
    found = Stopwatch(file)
    _before(asyncio.BaseEventLoop, "_run_once", lambda loop: found.round())
    _before(AsyncWebhookAdapter, "request", lambda _, route, *rest: _sent(found, route))
    _hear(found)
    _follow(found)


def _sent(found: Stopwatch, route: Route) -> None:
    """Note a response; the library sends each by this request, and the bot sends edits by it."""
    if route.path.endswith("/callback") and route.webhook_id is not None:
        found.answered(int(route.webhook_id))


def _before(kind: type[object], name: str, note: Callable[..., None]) -> None:
    method: Callable[..., object] = getattr(kind, name)

    def noted(*args: object, **named: object) -> object:
        note(*args)
        return method(*args, **named)

    setattr(kind, name, noted)


def _hear(found: Stopwatch) -> None:
    """Assign all tasks that start with a click to it."""
    parse = ConnectionState.parse_interaction_create

    def heard(state: ConnectionState, data: "InteractionCreateEvent") -> None:
        token = _CLICK.set(int(data["id"]))
        found.heard(int(data["id"]))
        parse(state, data)
        _CLICK.reset(token)
        found.step(int(data["id"]), found.ready)

    setattr(ConnectionState, "parse_interaction_create", heard)  # noqa: B010


def _follow(found: Stopwatch) -> None:
    """Note every step of a task that a click has started."""
    run: Callable[[asyncio.Handle], None] = getattr(asyncio.Handle, "_run")  # noqa: B009

    def followed(handle: asyncio.Handle) -> None:
        context: Context = getattr(handle, "_context")  # noqa: B009
        click, ready = context.get(_CLICK), found.ready
        run(handle)
        if click is not None:
            found.step(click, ready)

    setattr(asyncio.Handle, "_run", followed)  # noqa: B010


class Wait(NamedTuple):
    """Latency of one response, in seconds."""

    processor: float
    clock: float


def waits(file: Path) -> list[Wait]:
    """Return the latencies in the order of the responses; empty without a file."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [Wait(*map(float, line.split()[1:])) for line in lines]
