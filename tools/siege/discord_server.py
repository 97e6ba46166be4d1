"""A Discord on the loopback with everything that is rude about the real one.

Many servers and channels, shards, sessions that are resumed or forgotten, limits with their
headers, nonces, and faults (``weather``).  The quiet one of the tests of the wire is below it.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, Final

from aiohttp import web

from tests.support.gateway import body_of, is_unasked, message_of
from tools.siege.faults import IN_ALL, IN_CHANNEL, Fault, FaultPlan, Limits
from tools.siege.gateway import Gateway
from tools.siege.shapes import EPHEMERAL, V2, Json, Place, button, interaction

_LATE: Final = (0.2, 4.0)  # seconds of a late answer: some are past the three of an interaction
_PATIENCE: Final = 3.0  # seconds in which Discord takes the answer to an interaction
_TOO_MANY: Final = {"message": "You are being rate limited.", "code": 0}


class Refused(Exception):
    """A request that Discord refuses: status and code."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(status, code)
        self.status, self.code = status, code


@dataclass
class Click:
    """One interaction: what was pressed, and all that its person was shown for it."""

    user: str
    born: float
    source: Json | None
    answer: asyncio.Future[Json]
    place: Place
    shown: list[Json] = field(default_factory=list)
    response: Json | None = None
    event: Json | None = None
    answered: float = float("inf")
    acknowledged: float = float("inf")

    @property
    def waited(self) -> float:
        """Seconds for the answer; without end where none came."""
        return self.answered - self.born

    @property
    def waited_for_ack(self) -> float:
        """Seconds until Discord stopped waiting: for the answer, or for its announcement."""
        return self.acknowledged - self.born


@dataclass
class SimulatedDiscord(Gateway):
    """Keeps what was posted, and counts."""

    weather: FaultPlan = field(default_factory=lambda: FaultPlan(Random(0)))
    limits: Limits = field(default_factory=Limits)
    clicks: dict[str, Click] = field(default_factory=dict)
    by_nonce: dict[tuple[str, str], str] = field(default_factory=dict)
    posted: list[Json] = field(default_factory=list)  # as it was first sent
    calm: asyncio.Event = field(default_factory=asyncio.Event)  # unset: edits are not answered
    hanging: int = 0

    def __post_init__(self) -> None:
        self.calm.set()

    # -- what people do

    async def press(
        self, user: str, place: Place, custom_id: str, patience: float = 10, times: int = 1
    ) -> list[Click]:
        """The same button of a private message at once so many times; answered or not."""
        row = {"type": 1, "components": [button(custom_id)]}
        body = {"flags": EPHEMERAL | V2, "components": [row]}
        message = {**message_of(self.private_of(user), body), "channel_id": place.channel_id}
        data = {"custom_id": custom_id, "component_type": 2}
        made = [await self.send(user, place, 3, data, dict(message)) for _ in range(times)]
        await asyncio.wait([click.answer for click in made], timeout=patience)
        return made

    def private_of(self, user: str) -> str:
        """Return the id of the private message pressed on: another one with every press."""
        return self.new_id()

    async def command(
        self,
        user: str,
        place: Place,
        name: str,
        wish: Mapping[str, str | int] = MappingProxyType({}),
        patience: float = 10,
    ) -> Click:
        """``/table <name>`` with its options."""
        given = [
            {"name": key, "value": value, "type": 4 if isinstance(value, int) else 3}
            for key, value in wish.items()
        ]
        said = {"name": name, "type": 1, "options": given}
        data = {"id": "1", "name": "table", "type": 1, "options": [said]}
        click = await self.send(user, place, 2, data, None)
        await asyncio.wait([click.answer], timeout=patience)
        return click

    async def again(self, click: Click) -> None:
        """The same interaction once more, as it was."""
        assert click.event is not None
        await self.deliver(click.place, click.event)

    async def send(
        self,
        user: str,
        place: Place,
        kind: int,
        data: Json,
        message: Json | None,
        permissions: str | None = None,
    ) -> Click:
        """An interaction; its answer is awaited by whoever wants it."""
        number = self.new_id()
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        click = Click(user, time.monotonic(), message, answer, place)
        self.clicks[number] = click
        event = interaction(number, user, place, kind, data)
        if permissions is not None:
            event["member"] = {**event["member"], "permissions": permissions}
        click.event = {**event, **({"message": message} if message else {})}
        await self.deliver(place, click.event)
        return click

    # -- REST

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"].split("/")
        body = await body_of(request)
        if not self.calm.is_set() and request.method == "PATCH":
            self.hanging += 1
            await self.calm.wait()
        headers, wait = self._limited(request.method, path)
        if wait:
            return _busy(wait, headers)
        fault = self.weather.strikes(path)
        if fault is Fault.LATE:
            await asyncio.sleep(self.weather.chance.uniform(*_LATE))
        try:
            answer = self._answer(request.method, path, body) if _is_done(fault) else None
        except Refused as refused:
            return _json({"code": refused.code, "message": "no"}, refused.status, headers)
        if fault is None or fault is Fault.LATE:
            return web.Response(status=204) if is_unasked(request) else _json(answer, 200, headers)
        if fault is Fault.BUSY:
            return _busy(0.2, {})
        if not fault.status and request.transport is not None:
            request.transport.close()
        return web.Response(status=fault.status or 500, text="no")

    def _limited(self, method: str, path: Sequence[str]) -> tuple[dict[str, str], float]:
        """The headers of the channel's limit, and the seconds to wait."""
        if path[0] in ("interactions", "webhooks"):
            return {}, 0
        room = self.limits.take("all", *IN_ALL)
        if room.left < 0:
            return {"X-RateLimit-Global": "true"}, room.after
        if path[0] != "channels" or "messages" not in path:
            return {}, 0
        most, seconds = IN_CHANNEL
        room = self.limits.take(f"{method} {path[1]}", most, seconds)
        headers = {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(room.left, 0)),
            "X-RateLimit-Reset": str(time.time() + room.after),
            "X-RateLimit-Reset-After": str(room.after),
            "X-RateLimit-Bucket": f"{method} messages",
        }
        return headers, room.after if room.left < 0 else 0

    def _answer(self, method: str, path: list[str], body: Any) -> Any:
        match method, path:
            case "GET", ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
                url = f"ws://127.0.0.1:{self.port}/gateway"
                return {"url": url, "shards": self.shards, "session_start_limit": limit}
            case "POST", ["interactions", number, _, "callback"]:
                return self._called(number, body)
            case "POST", ["channels", channel, "messages"]:
                return self._sent(channel, body)
            case "PATCH", ["channels", _, "messages", number]:
                if number not in self.messages:
                    raise Refused(404, 10008)
                self.messages[number].update(body)
                return self.messages[number]
            case _, ["webhooks", _, token, *_]:
                return self._followed(method, token.removeprefix("token-"), body)
            case _:
                return super()._answer(method, path, body)

    def _sent(self, channel: str, body: Json) -> Json:
        """A nonce that is to be enforced is posted once; then its message comes back as it is."""
        nonce = (channel, str(body.get("nonce"))) if body.get("enforce_nonce") else None
        if nonce in self.by_nonce:
            return self.messages[self.by_nonce[nonce]]
        message = {**message_of(self.new_id(), body), "channel_id": channel}
        self.messages[message["id"]] = message
        self.posted.append(dict(message))
        if nonce is not None:
            self.by_nonce[nonce] = message["id"]
        return message

    def _called(self, number: str, body: Json) -> Json:
        click = self.clicks[number]
        if click.response is not None:
            raise Refused(400, 40060)
        if time.monotonic() > click.born + _PATIENCE:
            raise Refused(404, 10062)
        click.acknowledged = time.monotonic()
        data = body.get("data") or {}
        is_private = bool(data.get("flags", 0) & EPHEMERAL)
        if body["type"] in (6, 7) and click.source is not None:
            flags = click.source["flags"] | data.get("flags", 0)
            click.source.update({**data, "flags": flags})
            click.response = click.source
        else:
            click.response = {
                **message_of(self.new_id(), data),
                "channel_id": click.place.channel_id,
            }
            if body["type"] == 4 and not is_private:
                self.messages[click.response["id"]] = click.response
                self.posted.append(dict(click.response))
        if body["type"] in (4, 7):
            self._shown(click, data)
        called = {"id": number, "type": 3, "response_message_id": click.response["id"]}
        return {
            "interaction": {**called, "response_message_ephemeral": is_private},
            "resource": {"type": body["type"], "message": click.response},
        }

    def _followed(self, method: str, number: str, body: Any) -> Json:
        """A message behind the answer, or the answer again."""
        click = self.clicks.get(number)
        if click is None or click.response is None:
            raise Refused(404, 10015)
        if method == "POST":
            self._shown(click, body)
            return {**message_of(self.new_id(), body), "channel_id": click.place.channel_id}
        if method == "PATCH":
            click.response.update(body)
            self._shown(click, body)
        return click.response

    def _shown(self, click: Click, body: Json) -> None:
        click.shown.append({"components": [], **body})
        if not click.answer.done():
            click.answered = time.monotonic()
            click.answer.set_result(click.shown[0])


def _is_done(fault: Fault | None) -> bool:
    return fault is None or fault.is_done


def _json(answer: Any, status: int, headers: Mapping[str, str]) -> web.Response:
    # the library compares the type as it stands, without a charset behind it
    kind = {"Content-Type": "application/json"}
    return web.Response(
        body=json.dumps(answer).encode(), status=status, headers={**kind, **headers}
    )


def _busy(wait: float, headers: Mapping[str, str]) -> web.Response:
    """Respond 429 with a `Via` header; without it the library takes the response for a ban."""
    is_global = "X-RateLimit-Global" in headers
    body = {**_TOO_MANY, "retry_after": round(wait, 3), "global": is_global}
    return _json(body, 429, {"Via": "1.1 siege", **headers})
