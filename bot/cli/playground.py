"""The real bot in a simulated Discord, with a page in the browser; no token needed.

simcord simulates Discord inside this process; ``live_simulation`` keeps it running while nobody
clicks.
"""

import asyncio
import math
import time
from pathlib import Path

import discord
import simcord
from simcord.backend.cdn import CDN_BASE
from simcord.env import Env

from bot.app import BotOverrides, PreferansBot
from bot.cli import live_simulation
from bot.config.settings import Settings
from bot.discord_ui.app_setup import tile_file
from bot.model.enums import OPEN_STATUSES, Clock
from bot.render.paper.drawing_jobs import warm_up_drawing
from bot.store import open_store
from bot.tables import changes

PLAYERS = ("Ana", "Boris", "Vera")
PLAYGROUND_DATABASE = Path("var/playground.db")
_GUILD = 900000000000000001


async def run_playground(settings: Settings, *, reset: bool, port: int) -> None:
    """Serve the playground until it is stopped. Raises StoreError."""
    place = PLAYGROUND_DATABASE if settings.database_url is None else settings.games_location()
    if reset:
        for path in PLAYGROUND_DATABASE.parent.glob(PLAYGROUND_DATABASE.name + "*"):
            path.unlink()
    around = BotOverrides(
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
        env.backend.clock = live_simulation.WallClock()
        await env.start()
        live_simulation.settle_after_responses(env)
        live_simulation.decode_images_here()
        try:
            with env.time_context():
                await bot.parts.workers.warm(warm_up_drawing)
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
        clock=Clock.NORMAL,
    )
    await table.change(changes.add_robot, host.id)
    await table.change(changes.add_robot, host.id)


async def repaint_open_tables(bot: PreferansBot, channel_id: int) -> bool:
    """Repaint open tables, whose messages are lost; return True if there are any."""
    rows = await bot.parts.store.game_queries.games_in_place(channel_id, OPEN_STATUSES)
    for row in rows:
        table = await bot.parts.tables.get(row.game_id)
        await table.request_repaint()
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
    live_simulation.keep_room_for_images()
    live_simulation.keep_parsers()
    async with env.preview(
        channel, viewers=people, layout="channel", assets=assets, port=port
    ) as preview:
        live = asyncio.create_task(live_simulation.LivePage(preview).run())
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
