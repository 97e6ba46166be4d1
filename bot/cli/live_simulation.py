"""A simulated Discord that runs with the wall clock: the only module with private names of simcord.

As shipped it advances only with clicks of its user; a table advances by itself (robots, clocks), so
seven things are replaced here: simulated time runs with the wall clock, a click waits for its
response instead of for all work, the page is published again whenever a message changed, a click on
an unchanged button never counts as stale, images are decoded here, the parsers of texts are kept,
and a card is no torn picture until it has arrived. The names belong to simcord 3.2.1, which is
pinned; ``tests/test_library_internals.py`` checks them.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, Literal

import simcord
from aiohttp import web
from simcord._clock import Clock
from simcord._settlement import _run_due_virtual_callbacks
from simcord.env import Env
from simcord.preview import _markdown, _media, _server
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._pages import _Page

_RESPONSE_SECONDS = 3.0
_WEEK = 7 * 24 * 3600.0

_Reason = Literal[
    "initial", "refresh", "snapshot", "navigation", "query", "presentation", "action", "capture"
]


class WallClock(Clock):
    """Simulated time that follows the wall clock; perf_counter, as simcord patches monotonic."""

    def __init__(self) -> None:
        self._start, self._epoch = time.perf_counter(), datetime.now(UTC)

    @property
    def elapsed(self) -> float:  # type: ignore[override]
        return time.perf_counter() - self._start

    def advance(self, seconds: float) -> None:
        """Do nothing: only the wall clock moves it."""


def settle_after_responses(env: Env) -> None:
    """Let ``env`` wait for the response to a click, not for the end of all work."""

    async def settle(*, dispatch: str | None = None, **_: object) -> None:
        _run_due_virtual_callbacks(env._settlement_state(), asyncio.get_running_loop().time() + 1)
        await asyncio.sleep(0)
        if dispatch != "INTERACTION_CREATE":
            return
        record = max(env.backend.interactions.values(), key=lambda record: record.id)
        deadline = time.perf_counter() + _RESPONSE_SECONDS
        # the simulator has no event for a response, so poll
        while not record.responded and time.perf_counter() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.02)

    env._settle_internal = settle  # type: ignore[method-assign]


def decode_images_here() -> None:
    """Decode the images of a page in a thread: all are the bot's own, and each card brings two.

    As shipped each image starts a process, and those beyond eight in the queue are not shown.  A
    photograph of a page is refused where no limit of memory held for an image; ours need none.
    """

    async def decode(
        self: _media.MediaWorker, key: str, blob: bytes, media_time: float | None
    ) -> _media.MediaInfo:
        info = await asyncio.to_thread(_media._process_media, blob, media_time)
        return replace(info, memory_limited=True)

    _media.MediaWorker._decode = decode  # type: ignore[method-assign]


def keep_parsers() -> None:
    """Make one parser for each kind of text: that took a third of every page.

    As shipped each text makes its own, which compiles the patterns of links. What a text may name,
    such as members and commands, is put in before each.
    """
    make = _markdown._markdown_parser
    kept: dict[int, tuple[Any, dict[str, Any]]] = {}  # by the policy, all of which are constants

    def markdown_parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
        if id(policy) not in kept:
            named: dict[str, Any] = {}
            kept[id(policy)] = make(policy, named), named
        parser, named = kept[id(policy)]
        named.clear()
        named.update(context)
        return parser

    _markdown._markdown_parser = markdown_parser


# An image without a source is a torn one with its name, ten times as wide as a tile.
_WAITING_IMAGES: Final = """
img:not([src]) { display: inline-block; overflow: hidden; visibility: hidden; }
"""


def keep_room_for_images() -> None:
    """Let the page leave the place of an image empty until the image has arrived."""
    as_shipped = _server.PreviewServer._static

    async def static(self: _server.PreviewServer, request: web.Request) -> web.Response:
        response: web.Response = await as_shipped(self, request)
        if request.path == "/preview.css":
            response.text = (response.text or "") + _WAITING_IMAGES
        return response

    _server.PreviewServer._static = static  # type: ignore[method-assign]


def _controls(preview: simcord.Preview) -> dict[str, str]:
    """Return all enabled controls of the channel: position in a message -> custom id."""
    found = {}
    for message in preview.env.backend.messages.get(preview.channel.id, {}).values():
        for at, root in enumerate(message.components):
            for path, component in _component_paths(root, str(at)):
                key = _component_key(component, path, message.id)
                if key and not component.get("disabled"):
                    found[key] = str(component.get("custom_id"))
    return found


class LivePage:
    """Keeps the page up to date and serialises clicks with its refreshes."""

    def __init__(self, preview: simcord.Preview) -> None:
        self.preview = preview
        self._lock = asyncio.Lock()
        self._changed = True
        self._private_messages: tuple[tuple[int, str | None], ...] = ()
        self._controls_of_page: dict[tuple[str, int], dict[str, str]] = {}
        self._act, self._publish = preview._action, preview._publish
        preview._action = self._action  # type: ignore[method-assign, assignment]
        preview._publish = self._publish_page  # type: ignore[method-assign]
        type(preview)._PAGE_LEASE_SECONDS = _WEEK
        preview.capability = "play"  # a fixed URL
        preview.env.backend.subscribers.append(self._on_event)

    def _on_event(self, name: str, payload: object) -> None:
        self._changed |= name.startswith(("MESSAGE_", "THREAD_", "CHANNEL_"))

    def _detect_private_changes(self) -> None:
        """Detect changed private messages: they change without an event."""
        there = self.preview.env.backend.messages.get(self.preview.channel.id, {}).values()
        found = tuple((one.id, one.edited_timestamp) for one in there if one.is_ephemeral)
        self._changed |= found != self._private_messages
        self._private_messages = found

    def _publish_page(self, page: _Page, *, reason: _Reason = "action") -> None:
        self._publish(page, reason=reason)
        self._controls_of_page[page.id, page.revision] = _controls(self.preview)
        self._controls_of_page.pop((page.id, page.revision - 20), None)

    async def _action(self, context_id: str, body: Mapping[str, object]) -> object:
        async with self._lock:
            return await self._act(context_id, self._on_newest_page(context_id, body))

    def _on_newest_page(self, context_id: str, body: Mapping[str, object]) -> Mapping[str, object]:
        """Move the click to the newest page if the pressed control is unchanged."""
        page = self.preview._pages.get(context_id)
        if page is None or "published_revision" not in body:
            return body
        key = str(body.get("control_key"))
        before = self._controls_of_page.get((page.id, int(str(body["published_revision"]))), {})
        if before.get(key) != _controls(self.preview).get(key):
            return body
        return {**body, "published_revision": page.revision}

    async def run(self) -> None:
        """Publish changes and run due timers ten times a second."""
        while True:
            await asyncio.sleep(0.1)
            async with self._lock:
                self._detect_private_changes()
                if self._changed:
                    self._changed = False
                    await self.preview.refresh()
                else:
                    await self.preview.env.settle()
