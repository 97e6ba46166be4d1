"""Injected request faults, and Discord's rate limits.

A seed draws the faults, so a storm can be repeated.  Some faults carry out the request and then
report a failure: the sender cannot tell.
"""

import time
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Final, NamedTuple

IN_CHANNEL: Final = (5, 5.0)  # messages sent and edited in one channel, in so many seconds
IN_ALL: Final = (50, 1.0)  # requests with the bot's token


class Fault(Enum):
    """One way in which a request goes wrong; ``status`` 0 breaks the connection."""

    INTERNAL = (500, False)
    BAD_GATEWAY = (502, False)
    UNAVAILABLE = (503, False)
    TIMEOUT = (504, False)
    BUSY = (429, False)
    RESET = (0, False)
    LATE = (200, True)
    DONE_BUT_502 = (502, True)
    DONE_BUT_RESET = (0, True)

    def __init__(self, status: int, is_done: bool) -> None:
        self.status, self.is_done = status, is_done


@dataclass
class FaultPlan:
    """Percentage of requests that fail, for a time."""

    chance: Random
    percent: int = 0
    kinds: Sequence[Fault] = tuple(Fault)
    struck: int = 0

    def strikes(self, path: Sequence[str]) -> Fault | None:
        """Only what is written goes wrong: a bot that cannot log in is another matter."""
        is_written = path[-1] == "callback" or "messages" in path or path[0] == "webhooks"
        if not is_written or self.chance.randrange(100) >= self.percent:
            return None
        self.struck += 1
        return self.chance.choice(self.kinds)


class Room(NamedTuple):
    """Rest of a limit: requests left, and seconds until it is full again."""

    left: int
    after: float


@dataclass
class Limits:
    """Rate limits as Discord has them; responses to interactions are exempt."""

    asked: defaultdict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    taken: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def take(self, name: str, most: int, seconds: float) -> Room:
        """One more request; a negative rest if it is one too many."""
        now, times = time.monotonic(), self.asked[name]
        while times and times[0] <= now - seconds:
            times.popleft()
        after = times[0] + seconds - now if times else seconds
        if len(times) >= most:
            self.refused[name] += 1
            return Room(-1, after)
        times.append(now)
        self.taken[name] += 1
        return Room(most - len(times), after)
