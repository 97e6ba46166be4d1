"""Shapes of Discord's messages and events, and readers for them."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tests.support.gateway import APPLICATION, guild_with, member_of
from tests.support.referee import walk

EPHEMERAL, V2 = 1 << 6, 1 << 15
CHANNELS: Final = 20  # of every server
_LARGE: Final = 250  # members; Discord sends no list of more

Json = dict[str, Any]


class Place(NamedTuple):
    """Location of a player: server and channel."""

    guild: int  # counted from 0
    channel: int

    @property
    def guild_id(self) -> str:
        return str((200_000_000_000 + self.guild) << 22)

    @property
    def channel_id(self) -> str:
        return str((300_000_000_000 + self.guild * CHANNELS + self.channel) << 22)


def stamps(message: Mapping[str, Any]) -> dict[int, int]:
    """Game -> the newest version its buttons speak of."""
    found: dict[int, int] = {}
    for part in walk(message.get("components") or ()):
        _, _, game, version, *_ = (part.get("custom_id", "") + "::::").split(":")
        if game.isdecimal() and int(game):
            found[int(game)] = max(found.get(int(game), 0), int(version))
    return found


def words_of(message: Mapping[str, Any]) -> str:
    """All that can be read on a message."""
    parts = walk(message.get("components") or ())
    texts = [part["content"] for part in parts if part["type"] == 10]
    return "\n".join([str(message.get("content") or ""), *texts])


def button(custom_id: str) -> Json:
    return {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}


def interaction(number: str, user: str, place: Place, kind: int, data: Json) -> Json:
    return {
        "id": number,
        "application_id": APPLICATION,
        "type": kind,
        "token": f"token-{number}",
        "version": 1,
        "data": data,
        "guild_id": place.guild_id,
        "guild": {"id": place.guild_id, "locale": "en-US", "features": []},
        "channel_id": place.channel_id,
        "channel": {
            "id": place.channel_id,
            "type": 0,
            "name": f"channel{place.channel}",
            "position": 0,  # a client that has not heard of its server yet needs all of it
        },
        "member": member_of(user),
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": str(1 << 10 | 1 << 11),  # view the channel, send messages
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "attachment_size_limit": 10 << 20,
    }


def server(place: Place, me: Json, channels: int = CHANNELS, members: int = 2) -> Json:
    known = guild_with(me)
    everyone = {**known["roles"][0], "id": place.guild_id}
    channel = known["channels"][0]
    return {
        **known,
        "id": place.guild_id,
        "member_count": members,
        "large": members > _LARGE,
        "roles": [everyone],
        "channels": [
            {**channel, "id": Place(place.guild, n).channel_id, "name": f"channel{n}"}
            for n in range(channels)
        ],
    }
