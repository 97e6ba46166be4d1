"""How long clicks wait in the bot, in seconds of the processor its event loop has had, and by the
clock.

Set going in the process of the bot, so that how late the people of the test hear of it is in no
figure.  By the processor neither are other programs, nor what the loop does while a click waits for
the disk: what counts is its own steps and, before each, all that the loop did since the round
before the last, for it was ready at some time in them.  By the clock it is all from hearing the
click to sending the answer.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, ContextVar
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, thread_time
from typing import TYPE_CHECKING, NamedTuple

from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter

if TYPE_CHECKING:
    from discord.types.gateway import InteractionCreateEvent

_ROUNDS = 3  # a result of another thread takes one to be heard, and the next to be used
_CLICK: ContextVar[int] = ContextVar("_CLICK")


@dataclass(slots=True)
class Click:
    """One that waits for its answer: when it was heard of, and the processor it has had."""

    heard: float
    waited: float = 0.0
    until: float = 0.0


class Stopwatch:
    """One for the process; ``check_file`` has a line for each answer: its number, and the seconds
    of the processor and of the clock.

    A click is forgotten once it is answered: what a process keeps of its clicks is measured, too.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._rounds = deque([0.0] * _ROUNDS, maxlen=_ROUNDS)
        self._waiting: dict[int, Click] = {}

    def round(self) -> None:
        """The loop looks for what is ready."""
        self._rounds.append(thread_time())

    def step(self, number: int, since: float) -> None:
        """A click has come as far as this; of what was counted already only the rest."""
        if (click := self._waiting.get(number)) is None:
            return
        now = thread_time()
        click.waited += now - max(since, click.until)
        click.until = now

    def heard(self, number: int) -> None:
        """The loop has read it."""
        self._waiting.setdefault(number, Click(monotonic()))

    @property
    def ready(self) -> float:
        """Since when what runs now may have been ready."""
        return self._rounds[0]

    def answered(self, number: int) -> None:
        self.step(number, self.ready)
        if (click := self._waiting.pop(number, None)) is None:
            return  # the same answer, sent once more
        with suppress(OSError), self._file.open("a") as book:  # a disk may be full on purpose
            book.write(f"{number} {click.waited:.6f} {monotonic() - click.heard:.6f}\n")


def watch(file: Path) -> None:
    """From now on, for every interaction."""
    found = Stopwatch(file)
    _before(asyncio.BaseEventLoop, "_run_once", lambda loop: found.round())
    _before(
        AsyncWebhookAdapter, "create_interaction_response", lambda _, n, *rest: found.answered(n)
    )
    _hear(found)
    _follow(found)


def _before(kind: type[object], name: str, note: Callable[..., None]) -> None:
    method: Callable[..., object] = getattr(kind, name)

    def noted(*args: object, **named: object) -> object:
        note(*args)
        return method(*args, **named)

    setattr(kind, name, noted)


def _hear(found: Stopwatch) -> None:
    """What is begun when a click is heard of belongs to it."""
    parse = ConnectionState.parse_interaction_create

    def heard(state: ConnectionState, data: "InteractionCreateEvent") -> None:
        token = _CLICK.set(int(data["id"]))
        found.heard(int(data["id"]))
        parse(state, data)
        _CLICK.reset(token)
        found.step(int(data["id"]), found.ready)

    setattr(ConnectionState, "parse_interaction_create", heard)  # noqa: B010


def _follow(found: Stopwatch) -> None:
    """Every step of a task that a click has begun."""
    run: Callable[[asyncio.Handle], None] = getattr(asyncio.Handle, "_run")  # noqa: B009

    def followed(handle: asyncio.Handle) -> None:
        context: Context = getattr(handle, "_context")  # noqa: B009
        click, ready = context.get(_CLICK), found.ready
        run(handle)
        if click is not None:
            found.step(click, ready)

    setattr(asyncio.Handle, "_run", followed)  # noqa: B010


class Wait(NamedTuple):
    """Of one answer, in seconds."""

    processor: float
    clock: float


def waits(file: Path) -> list[Wait]:
    """In the order of the answers; nothing of a bot that was never asked anything."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [Wait(*map(float, line.split()[1:])) for line in lines]
