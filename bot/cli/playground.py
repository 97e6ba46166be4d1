"""The real bot in a simulated Discord, with a page in the browser; no token needed.

simcord simulates Discord inside this process. As shipped it advances only with clicks of its user;
a table advances by itself (robots, clocks), so four things are replaced here: simulated time runs
with the wall clock, a click waits for its response instead of for all work, the page is published
again whenever a message changed, and a click on an unchanged button never counts as stale. The
private names used for that belong to simcord 3.2.1, which is pinned.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import discord
import simcord
from simcord._clock import Clock
from simcord._settlement import _run_due_virtual_callbacks
from simcord.backend.cdn import CDN_BASE
from simcord.env import Env
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._pages import _Page

from bot.app import BotOverrides, PreferansBot
from bot.config.settings import Settings
from bot.discord_ui.app_setup import tile_file
from bot.model.enums import OPEN_STATUSES
from bot.model.enums import Clock as MoveClock
from bot.store import open_store
from bot.tables import changes

PLAYERS = ("Ana", "Boris", "Vera")
PLAYGROUND_DATABASE = Path("var/playground.db")
_RESPONSE_SECONDS = 3.0
_WEEK = 7 * 24 * 3600.0
_GUILD = 900000000000000001

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


def _settle_after_response(env: Env) -> Callable[..., Awaitable[None]]:
    """Return a settle function that waits for the response, not for the end of all work."""

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

    return settle


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


async def run_playground(settings: Settings, *, reset: bool, port: int) -> None:
    """Serve the playground until it is stopped. Raises StoreError."""
    place = PLAYGROUND_DATABASE if settings.database_url is None else settings.games_location()
    if reset:
        for path in PLAYGROUND_DATABASE.parent.glob(PLAYGROUND_DATABASE.name + "*"):
            path.unlink()
    around = BotOverrides(
        now=lambda: int(time.time()),
        robot_pace=settings.robot_pace_seconds,
        always_sync=True,
        shard_count=1,
        requests_per_second=math.inf,  # the simulated Discord has no rate limit
        start_workers_eagerly=False,  # simcord allows five seconds for the start
    )
    async with open_store(place, int(time.time())) as store:
        bot = PreferansBot(settings, store, around)
        env = Env(bot, check_errors=False)
        channel, people = _create_world(env)
        env.backend.clock = WallClock()
        await env.start()
        env._settle_internal = _settle_after_response(env)  # type: ignore[method-assign, assignment]
        try:
            with env.time_context():
                await bot.parts.workers.warm()
                if bot.lifecycle.tile_upload is not None:
                    await bot.lifecycle.tile_upload
                await _open_first_table(bot, channel, people)
                await _serve(env, channel, people, port)
        finally:
            await bot.close()
            await store.preferences.touch_alive(int(time.time()))
            await env.shutdown()


def _create_world(env: Env) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """Create a server, a channel without threads (the page shows one channel), three people.

    The first person manages the server, so that its settings can be tried. The same calls in the
    same order give the same ids in every run, so stored tables resume.
    """
    guild = env.create_guild("Preferans club", id=_GUILD)
    me = simcord.UserHandle(env, env.backend.bot_user)
    denied = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("preferans", overwrites={me: denied})
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYERS]
    manager = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    people = [guild.add_member(user, roles=[manager] if user is users[0] else []) for user in users]
    env.backend.edit_bot_profile("Preferans")
    return channel, people


async def _open_first_table(
    bot: PreferansBot, channel: simcord.ChannelHandle, people: list[simcord.MemberActor]
) -> None:
    """Open a lobby with the first person and two robots, unless tables are open."""
    if await repaint_open_tables(bot, channel.id):
        return
    host = people[0]
    await bot.parts.store.preferences.set_name(host.id, PLAYERS[0])
    rules = bot.parts.tables.services.presets.rules("sochi", pool_target=10)
    table = await bot.parts.tables.open(
        guild_id=_GUILD,
        channel_id=channel.id,
        host_id=host.id,
        rules=rules,
        clock=MoveClock.NORMAL,
    )
    await table.change(changes.add_robot, host.id)
    await table.change(changes.add_robot, host.id)


async def repaint_open_tables(bot: PreferansBot, channel_id: int) -> bool:
    """Repaint open tables, whose messages are lost; return True if there are any."""
    rows = await bot.parts.store.game_queries.games_in_place(channel_id, OPEN_STATUSES)
    for row in rows:
        table = await bot.parts.tables.get(row.game_id)
        await table.mark_painted(-1, -1)
        bot.parts.painter.poke(table.id)
    return bool(rows)


async def _serve(
    env: Env, channel: simcord.ChannelHandle, people: list[simcord.MemberActor], port: int
) -> None:
    assets = {
        f"{CDN_BASE}/emojis/{emoji.id}.{end}": (f"{emoji.name}.png", path.read_bytes())
        for emoji in env.backend.application_emojis.values()
        for end in ("png", "webp")
        if (path := tile_file(emoji.name)) is not None
    }
    async with env.preview(
        channel, viewers=people, layout="channel", assets=assets, port=port
    ) as preview:
        live = asyncio.create_task(LivePage(preview).run())
        print(_WELCOME.format(url=preview.url), flush=True)
        try:
            await preview.wait_closed()
        finally:
            live.cancel()


_WELCOME = """
The playground is open:  {url}

A table waits for you: press Start. "Viewing as" lets you look and play as another
of the three people; type /table open in the box below for a table of your own. Your language:
/pref me for what you alone see, and, as Ana, /pref server for the tables. Tables are kept between
runs (make play ARGS=--reset starts fresh). Stop with Ctrl+C.
"""
