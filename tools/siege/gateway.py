"""The gateway of the rude Discord: shards, and sessions that are resumed, forgotten or cut."""

import asyncio
import json
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from aiohttp import WSMsgType, web

from tests.support.gateway import APPLICATION, BOT, Loopback
from tools.siege.shapes import CHANNELS, Json, Place, server

_EPOCH: Final = 1_420_070_400_000
_KEPT: Final = 200  # events a session can be resumed with


@dataclass
class Session:
    """One shard's connection; it outlives its socket."""

    shard: int
    socket: web.WebSocketResponse | None
    said: int = 0
    kept: deque[Json] = field(default_factory=lambda: deque(maxlen=_KEPT))


@dataclass
class Gateway(Loopback):
    """One bot, on so many servers, heard through so many shards."""

    guilds: int = 2
    channels: int = CHANNELS  # of each; more than usual for one server alone
    members: int = 2
    shards: int = 1
    sessions: dict[str, Session] = field(default_factory=dict)
    identified: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)  # seconds a line was open before that
    resumed: int = 0
    is_away: bool = False  # it takes nobody, and does not say so
    _serial: int = 0

    def stays_away(self) -> bool:
        """Asked again and again, for another answer."""
        return self.is_away

    def new_id(self) -> str:
        """A snowflake of this moment: the library reads the time off it."""
        self._serial += 1
        return str((int(time.time() * 1000) - _EPOCH) << 22 | self._serial & 0x3FFFFF)

    def shard_of(self, place: Place) -> int:
        return (int(place.guild_id) >> 22) % self.shards

    def session(self, shard: int) -> Session | None:
        """The session through which a shard hears now."""
        live = [one for one in self.sessions.values() if one.shard == shard and one.socket]
        return live[-1] if live else None

    def forget(self, session: Session) -> None:
        """It cannot be resumed any more."""
        self.sessions = {key: one for key, one in self.sessions.items() if one is not session}

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if self.is_away:
            while self.stays_away():  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0.1)
            await socket.close(code=1001)
            return socket
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 30000}})
        greeted = time.monotonic()
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._heard(socket, json.loads(message.data), greeted)
        for session in self.sessions.values():
            if session.socket is socket:
                session.socket = None
        self.connected.clear()
        return socket

    async def _heard(self, socket: web.WebSocketResponse, heard: Json, greeted: float) -> None:
        match heard["op"]:
            case 1:
                await socket.send_json({"op": 11})
            case 2:
                self.identified.append(time.monotonic())
                self.waited.append(time.monotonic() - greeted)
                shard = (heard["d"].get("shard") or [0, 1])[0]
                await self._welcome(Session(shard, socket))
            case 6:
                await self._resume(socket, heard["d"])

    async def _resume(self, socket: web.WebSocketResponse, wish: Json) -> None:
        session = self.sessions.get(wish["session_id"])
        if session is None:
            await socket.send_json({"op": 9, "d": False})
            return
        session.socket = socket
        self.resumed += 1
        for event in [one for one in session.kept if one["s"] > wish["seq"]]:
            await socket.send_json(event)
        await self._say(session, "RESUMED", {})
        self._look_around()

    async def _welcome(self, session: Session) -> None:
        name = self.new_id()
        self.sessions = {
            key: one for key, one in self.sessions.items() if one.shard != session.shard
        }
        self.sessions[name] = session
        me = {"id": BOT, "username": "Preferans", "discriminator": "0", "bot": True, "avatar": None}
        places = [Place(guild, 0) for guild in range(self.guilds)]
        mine = [place for place in places if self.shard_of(place) == session.shard]
        ready = {
            "v": 10,
            "user": me,
            "guilds": [{"id": place.guild_id, "unavailable": True} for place in mine],
            "session_id": name,
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": APPLICATION, "flags": 0},
            "shard": [session.shard, self.shards],
        }
        await self._say(session, "READY", ready)
        for place in mine:
            await self._say(session, "GUILD_CREATE", server(place, me, self.channels, self.members))
        self._look_around()

    def _look_around(self) -> None:
        if all(self.session(shard) is not None for shard in range(self.shards)):
            self.connected.set()

    async def _say(self, session: Session, name: str, data: Json) -> None:
        session.said += 1
        event = {"op": 0, "t": name, "s": session.said, "d": data}
        session.kept.append(event)
        if session.socket is not None and not session.socket.closed:
            with suppress(ConnectionError):  # then it is heard after a resume, or never
                await session.socket.send_json(event)

    async def deliver(self, place: Place, event: Json) -> None:
        """Or lose it, as Discord does, where nobody listens."""
        session = self.session(self.shard_of(place))
        if session is not None:
            await self._say(session, "INTERACTION_CREATE", event)
