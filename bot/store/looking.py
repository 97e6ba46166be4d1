"""The status of a database, read from outside without changing it."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from bot.store.wishes import ALIVE, CONNECTIONS

FACTS: Final = (ALIVE, CONNECTIONS)  # the settings that are read


class Look(NamedTuple):
    """The status: ``known`` is this program's schema version; ``last_alive`` in unix seconds.

    ``connections`` are since when connections to Discord are counted, and how many there were.
    """

    version: int
    known: int
    last_alive: int | None
    connections: tuple[int, int] | None

    @classmethod
    def of(cls, version: int, known: int, facts: Mapping[str, str]) -> Self:
        """Build the status; ``facts`` are the stored settings by key, among those of ``FACTS``."""
        alive, counted = (facts.get(key) for key in FACTS)
        since, _, count = (counted or "0 0").partition(" ")
        connections = (int(since), int(count)) if counted else None
        return cls(version, known, int(alive) if alive else None, connections)
