"""A small Discord on the loopback: enough gateway and REST for one unmodified bot process.

It has only the parts that the wire test needs: HELLO, READY, one server and channel,
interactions, messages.  It keeps every request; it knows no rate limits and checks no tokens.
"""

import asyncio
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from aiohttp import WSMsgType, web

APPLICATION, GUILD, CHANNEL, BOT = "800000000000000001", "800000000000000002", "3", "4"
_EPHEMERAL = 64
_ATTACHMENTS = itertools.count(700000000000000000)


class Request(NamedTuple):
    """A request from the bot."""

    method: str
    path: str
    json: Any


@dataclass
class Loopback:
    """State of the simulated Discord, kept while the bot's process stops and starts."""

    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    emojis: list[dict[str, Any]] = field(default_factory=list)
    nonces: dict[tuple[str, str], str] = field(default_factory=dict)
    answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    is_away: bool = False  # refuses connections while true
    port: int = 0
    _ids: Any = field(default_factory=lambda: itertools.count(900000000000000000))
    _socket: web.WebSocketResponse | None = None
    _said: int = 0
    _source: dict[str, dict[str, Any]] = field(default_factory=dict)
    _deferred: dict[str, dict[str, Any]] = field(default_factory=dict)

    # -- the server

    async def start(self) -> web.AppRunner:
        app = web.Application(client_max_size=30 << 20)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        return runner

    def new_id(self) -> str:
        return str(next(self._ids))

    # -- the gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        if self.is_away:
            raise web.HTTPServiceUnavailable
        self._socket = socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 30000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            heard = json.loads(message.data)
            if heard["op"] == 1:
                await socket.send_json({"op": 11})
            elif heard["op"] == 2:
                await self._greet()
        self.connected.clear()
        return socket

    async def hang_up(self, code: int = 1000) -> None:
        """Close the connection; after most codes the bot reconnects by itself."""
        assert self._socket is not None
        await self._socket.close(code=code)

    async def _greet(self) -> None:
        me = {"id": BOT, "username": "Preferans", "discriminator": "0", "bot": True, "avatar": None}
        await self.send_event(
            "READY",
            {
                "v": 10,
                "user": me,
                "guilds": [{"id": GUILD, "unavailable": True}],
                "session_id": "s",
                "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
                "application": {"id": APPLICATION, "flags": 0},
                "shard": [0, 1],
            },
        )
        await self.send_event("GUILD_CREATE", guild_with(me))
        self.connected.set()

    async def send_event(self, name: str, data: Any) -> None:
        """Send a gateway event, well formed or not."""
        assert self._socket is not None
        self._said += 1
        await self._socket.send_json({"op": 0, "t": name, "s": self._said, "d": data})

    # -- actions of people

    async def interact(
        self,
        user: str,
        kind: int,
        data: dict[str, Any],
        message: dict[str, Any] | None = None,
        place: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Send an interaction and return the body of the bot's response.

        ``place`` has what differs from the server of the bot; None stands for a missing field.
        """
        number = self.new_id()
        answer = self.answers[number] = asyncio.get_running_loop().create_future()
        if message is not None:
            self._source[number] = message
        here = {
            "id": number,
            "application_id": APPLICATION,
            "type": kind,
            "token": f"token-{number}",
            "version": 1,
            "data": data,
            "guild_id": GUILD,
            "guild": {"id": GUILD, "locale": "en-US", "features": []},
            "channel_id": CHANNEL,
            "channel": {"id": CHANNEL, "type": 0, "name": "preferans"},
            "member": member_of(user),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": str(1 << 10 | 1 << 11),  # view the channel, send messages
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10 << 20,
            **({"message": message} if message else {}),
            **(place or {}),
        }
        sent = {name: value for name, value in here.items() if value is not None}
        await self.send_event("INTERACTION_CREATE", sent)
        return await asyncio.wait_for(answer, 60)

    async def click(self, user: str, message: dict[str, Any], custom_id: str) -> dict[str, Any]:
        data = {"custom_id": custom_id, "component_type": 2}
        return await self.interact(user, 3, data, message)

    # -- REST

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        body = await body_of(request)
        self.requests.append(Request(request.method, f"/{path}", body))
        answer = json.dumps(self._answer(request.method, path.split("/"), body))
        if is_unasked(request):
            return web.Response(status=204)
        # the library compares the type literally, without a charset
        return web.Response(body=answer.encode(), headers={"Content-Type": "application/json"})

    def _answer(self, method: str, path: list[str], body: Any) -> Any:
        match method, path:
            case "GET", ["users", "@me"]:
                return {"id": BOT, "username": "Preferans", "discriminator": "0", "avatar": None}
            case "GET", ["oauth2", "applications", "@me"]:
                return _application()
            case "GET", ["gateway", "bot"]:
                limit = {"total": 9, "remaining": 9, "reset_after": 0, "max_concurrency": 1}
                url = f"ws://127.0.0.1:{self.port}/gateway"
                return {"url": url, "shards": 1, "session_start_limit": limit}
            case "PUT", ["applications", _, "commands"]:
                kept = {"application_id": APPLICATION, "version": "1", "description": ""}
                self.commands = [{**kept, **one, "id": self.new_id()} for one in body]
                return self.commands
            case "GET", ["applications", _, "emojis"]:
                return {"items": self.emojis}
            case "POST", ["applications", _, "emojis"]:
                emoji = {"id": self.new_id(), "name": body["name"], "animated": False}
                self.emojis.append(emoji)
                return emoji
            case "POST", ["interactions", number, _, "callback"]:
                return self._called_back(number, body)
            case "POST", ["channels", channel, "messages"]:
                return self._posted(channel, body)
            case "GET", ["channels", _, "messages"]:
                return sorted(self.messages.values(), key=lambda one: -int(one["id"]))
            case "PATCH", ["channels", _, "messages", number]:
                self.messages[number].update(body)
                return self.messages[number]
            case "PATCH", ["webhooks", _, token, "messages", "@original"]:
                return self._completed(token.removeprefix("token-"), body)
            case "POST" | "PATCH", ["webhooks", *_]:  # a new message, or one that was not kept
                return message_of(self.new_id(), body)
            case _:
                return {}

    def _posted(self, channel: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post a message; a repeated enforced nonce returns the first message."""
        said = (channel, body["nonce"]) if body.get("enforce_nonce") else None
        if said is not None and said in self.nonces:
            return self.messages[self.nonces[said]]
        message = message_of(self.new_id(), body)
        self.messages[message["id"]] = message
        if said is not None:
            self.nonces[said] = message["id"]
        return message

    def _called_back(self, number: str, body: dict[str, Any]) -> dict[str, Any]:
        data = body.get("data") or {}
        private = bool(data.get("flags", 0) & _EPHEMERAL)
        if body["type"] == 7:
            message = self._source[number]
            flags = message["flags"] | data.get("flags", 0)  # a flag once set stays
            message.update({**data, "flags": flags})
        else:
            message = message_of(self.new_id(), data)
            if body["type"] == 4 and not private:
                self.messages[message["id"]] = message
        source = self._source.get(number)
        is_private_click = source is not None and source["flags"] & _EPHEMERAL
        if body["type"] == 6 and source is not None:
            message = source
        if body["type"] == 5 or (body["type"] == 6 and is_private_click):
            self._deferred[number] = message  # its content follows
        else:
            self.answers[number].set_result({"type": body["type"], "message": message})
        called = {"id": number, "type": 3, "response_message_id": message["id"]}
        return {
            "interaction": {**called, "response_message_ephemeral": private},
            "resource": {"type": body["type"], "message": message},
        }

    def _completed(self, number: str, body: dict[str, Any]) -> dict[str, Any]:
        """Complete a deferred response, or change it once more."""
        message = self._deferred.setdefault(number, message_of(self.new_id(), {}))
        flags = message["flags"] | body.get("flags", 0)
        message.update({**body, "flags": flags})
        if not self.answers[number].done():
            self.answers[number].set_result({"type": 4, "message": message})
        return message


async def body_of(request: web.Request) -> Any:
    """Return the JSON of a request; with attachments it is one part of a form."""
    if not request.can_read_body:
        return None
    if request.content_type != "multipart/form-data":
        return await request.json()
    parts = await request.post()
    body = json.loads(str(parts["payload_json"]))
    said = body.get("data") or body  # the response to an interaction nests its message
    said["attachments"] = [_stored(one, parts) for one in said.get("attachments", ())]
    return body


def _stored(attachment: dict[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return an attachment as Discord would return it; one that is kept comes back as it was."""
    file = parts.get(f"files[{attachment['id']}]")
    if not isinstance(file, web.FileField):
        return attachment
    url = f"https://cdn.discordapp.com/{attachment['filename']}"
    size = len(file.file.read())
    number = str(next(_ATTACHMENTS))
    return {**attachment, "id": number, "size": size, "url": url, "proxy_url": url}


def is_unasked(request: web.Request) -> bool:
    """Return True for a first response whose message the bot does not want to be told."""
    return request.path.endswith("/callback") and "with_response" not in request.query


def message_of(number: str, body: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": number,
        "channel_id": CHANNEL,
        "author": {"id": BOT, "username": "Preferans", "discriminator": "0", "avatar": None},
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
        "flags": 0,
        **{key: value for key, value in body.items() if value is not None},
    }


def _application() -> dict[str, Any]:
    return {
        "id": APPLICATION,
        "name": "Preferans",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "x",
        "flags": 0,
        "owner": {"id": "9", "username": "owner", "discriminator": "0", "avatar": None},
        "team": None,
    }


def member_of(user: str) -> dict[str, Any]:
    return {
        "user": {"id": user, "username": f"user{user}", "discriminator": "0", "avatar": None},
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "permissions": "2147483648",
        "flags": 0,
    }


def foreign_server(user: str) -> dict[str, Any]:
    """Return the place of an interaction on a server that never invited the bot."""
    room = {"id": "998", "type": 0, "name": "elsewhere", "guild_id": "999", "position": 0}
    return {
        "channel_id": "998",
        "channel": {**room, "permissions": "2147483648", "flags": 0, "parent_id": None},
        "guild_id": "999",
        "guild": {"id": "999", "locale": "en-US", "features": []},
        "authorizing_integration_owners": {"1": user},
        "context": 0,
    }


def private_messages(user: str) -> dict[str, Any]:
    """Return the place of an interaction between two people, where the bot is no member."""
    return {
        **dict.fromkeys(("guild_id", "guild", "guild_locale", "member")),
        "user": member_of(user)["user"],
        "channel": {"id": CHANNEL, "type": 1, "recipients": [], "flags": 0},
        "authorizing_integration_owners": {"1": user},
        "context": 2,
    }


def guild_with(me: dict[str, Any]) -> dict[str, Any]:
    everyone = {"id": GUILD, "name": "@everyone", "permissions": "0", "position": 0, "color": 0}
    everyone |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0}
    channel = {"id": CHANNEL, "type": 0, "name": "preferans", "position": 0}
    return {
        "id": GUILD,
        "name": "Club",
        "owner_id": "9",
        "member_count": 2,
        "large": False,
        "roles": [everyone],
        "channels": [{**channel, "permission_overwrites": []}],
        "members": [{**member_of(BOT), "user": me}],
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "joined_at": "2026-01-01T00:00:00+00:00",
        "unavailable": False,
    }
