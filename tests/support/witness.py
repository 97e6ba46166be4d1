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
    followed: frozenset[tuple[int, int]] = frozenset()  # (game, seat): hands shown to the reader


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
                _followed(self.database, viewer),
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


# One player's consent to a kibitzer; a "no" to this one goes before a "yes" to everybody.
_SAID = "SELECT 1 FROM kibitz AS said WHERE said.game_id = asked.game_id"
_CONSENTS = (
    f"EXISTS ({_SAID} AND said.player_id = sitting.user_id AND said.user_id IN (0, asked.user_id)"
    f" AND said.kind IN ('one', 'all')) AND NOT EXISTS ({_SAID} AND said.kind = 'no'"
    " AND said.player_id = sitting.user_id AND said.user_id = asked.user_id)"
)
_SITS = "sitting.game_id = asked.game_id AND sitting.until IS NULL"
_ASKED = "asked.kind = 'asks' AND asked.user_id = ? AND game.status IN ('playing', 'paused')"
_ONE_HAND = (
    "SELECT asked.game_id, sitting.seat FROM kibitz AS asked JOIN game USING (game_id)"  # noqa: S608
    f" JOIN sitting ON {_SITS} AND sitting.user_id = asked.player_id"
    f" WHERE {_ASKED} AND host_id <> -1 AND {_CONSENTS}"
)
_ALL_HANDS = (
    "SELECT asked.game_id, seats.seat FROM kibitz AS asked JOIN game USING (game_id)"  # noqa: S608
    " JOIN sitting AS seats ON seats.game_id = asked.game_id AND seats.until IS NULL"
    f" WHERE {_ASKED} AND asked.player_id = 0 AND host_id <> -1 AND NOT EXISTS"
    f" (SELECT 1 FROM sitting WHERE {_SITS} AND sitting.user_id IS NOT NULL AND NOT"
    " (" + _CONSENTS.replace("('one', 'all')", "('all')") + "))"
)


def _followed(database: Path, viewer: int | None) -> frozenset[tuple[int, int]]:
    """Return the hands whose players show them to this reader, from the stored notes alone."""
    if viewer is None or not read(database, "SELECT 1 FROM kibitz WHERE user_id = ?", viewer):
        return frozenset()
    found = (*read(database, _ONE_HAND, viewer), *read(database, _ALL_HANDS, viewer))
    return frozenset((game, seat) for game, seat in found)
