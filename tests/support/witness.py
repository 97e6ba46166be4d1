"""Keeps every request with the person who can see it, and the number of lines of each game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from aiohttp import ServerDisconnectedError

from bot.engine.cards import Card
from tests.support.naming import cards_in, stamps_in
from tests.support.stored import read

_EPHEMERAL = 64
SAID: dict[int, object] = {}  # interaction -> its input: a response may repeat it
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_WEBHOOK = re.compile(r"/webhooks/\d+/([^/]+)(?:/messages/(\d+|@original))?")
_MESSAGE = re.compile(r"/channels/(\d+)/messages/(\d+)")


@dataclass(frozen=True, slots=True)
class SentRequest:
    """One request: its reader (None: everybody), and the number of lines of each game."""

    method: str
    path: str
    json: Any
    viewer: int | None
    versions: Mapping[int, int]
    message: int | None = None
    before: Mapping[int, int] = field(default_factory=dict)  # of an edited message's old text
    said: frozenset[Card] = frozenset()  # cards the reader named: a response may repeat them
    ended: frozenset[int] = frozenset()  # games that were over


@dataclass(slots=True)
class BrokenConnection:
    """Requests whose connections break before Discord sees them; ``times`` of them."""

    method: str
    path: str
    times: int

    def breaks(self, entry: Any) -> bool:
        fits = entry.method == self.method and fnmatch(entry.path, self.path)
        if fits and self.times:
            self.times -= 1
            return True
        return False


class Witness(list[Any]):
    """Replaces simcord's list of requests and keeps the state at each moment."""

    def __init__(self, backend: Any, database: Path) -> None:
        super().__init__()
        self.backend = backend
        self.database = database
        self.kept: list[SentRequest] = []
        self.broken: list[BrokenConnection] = []
        self._private: set[int] = set()

    def append(self, entry: Any) -> None:
        if any(one.breaks(entry) for one in self.broken):
            raise ServerDisconnectedError
        super().append(entry)
        viewer, message = self._seen_by(entry)
        versions, ended = _versions(self.database)
        self.kept.append(
            SentRequest(
                entry.method,
                entry.path,
                entry.json,
                viewer,
                versions,
                message,
                stamps_in(self._components(message)),
                self._said(entry.path),
                ended,
            )
        )

    def _said(self, path: str) -> frozenset[Card]:
        found = _CALLBACK.fullmatch(path)
        return frozenset(cards_in(SAID.get(int(found[1])) if found else None))

    def _components(self, message: int | None) -> Any:
        if message is None:
            return ()
        stored = (place.get(message) for place in self.backend.messages.values())
        return next((one.components for one in stored if one is not None), ())

    def _seen_by(self, entry: Any) -> tuple[int | None, int | None]:
        if found := _CALLBACK.fullmatch(entry.path):
            interaction = self.backend.interactions.get(int(found[1]))
            return (None, None) if interaction is None else self._answer(interaction, entry.json)
        if found := _WEBHOOK.fullmatch(entry.path):
            return self._late_answer(found[1], found[2], entry.json)
        if found := _MESSAGE.fullmatch(entry.path):
            return None, int(found[2])
        return None, None

    def _answer(self, interaction: Any, body: Any) -> tuple[int | None, int | None]:
        clicked = interaction.source_message_id
        match body["type"]:
            case 4 | 5:
                flags = (body.get("data") or {}).get("flags", 0)
                return (interaction.user_id if flags & _EPHEMERAL else None), None
            case 6 | 7:
                private = self._is_private(interaction.channel_id, clicked)
                return (interaction.user_id if private else None), clicked
            case _:  # only the person who typed or clicked sees suggestions and modals
                return interaction.user_id, None

    def _late_answer(
        self, token: str, message: str | None, body: Any
    ) -> tuple[int | None, int | None]:
        owners = [one for one in self.backend.interactions.values() if one.token == token]
        if not owners:
            return None, None
        (interaction,) = owners
        if message is None:
            private = bool(((body or {}).get("flags") or 0) & _EPHEMERAL)
            return (interaction.user_id if private else None), None
        target = interaction.message_id if message == "@original" else int(message)
        private = self._is_private(interaction.channel_id, target) or interaction.ephemeral
        return (interaction.user_id if private else None), target

    def _is_private(self, channel: int, message: int | None) -> bool:
        stored = self.backend.messages.get(channel, {}).get(message)
        if message is not None and stored is not None and stored.flags & _EPHEMERAL:
            self._private.add(message)  # it may be dismissed before the next edit
        return message in self._private


def _versions(database: Path) -> tuple[dict[int, int], frozenset[int]]:
    """Return the number of lines of each game, and the games that are over."""
    rows = read(database, "SELECT game_id, version, status FROM game")
    ended = frozenset(row[0] for row in rows if row[2] in ("over", "void"))
    return {row[0]: row[1] for row in rows}, ended
