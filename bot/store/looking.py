"""The status of a database, read from outside without changing it."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from bot.store.wishes import ALIVE_KEY, CONNECTIONS_KEY

STATUS_KEYS: Final = (ALIVE_KEY, CONNECTIONS_KEY)  # the settings that are read


class DatabaseStatus(NamedTuple):
    """The status: ``known`` is this program's schema version; ``last_alive`` in unix seconds.

    ``connections`` are since when connections to Discord are counted, and how many there were.
    """

    version: int
    known: int
    last_alive: int | None
    connections: tuple[int, int] | None

    @classmethod
    def from_settings(cls, version: int, known: int, facts: Mapping[str, str]) -> Self:
        """Build the status; ``facts`` are the stored settings by key, among those of
        ``STATUS_KEYS``.
        """
        alive, counted = (facts.get(key) for key in STATUS_KEYS)
        since, _, count = (counted or "0 0").partition(" ")
        connections = (int(since), int(count)) if counted else None
        return cls(version, known, int(alive) if alive else None, connections)
