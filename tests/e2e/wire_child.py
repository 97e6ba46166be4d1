"""The bot as a process of its own, connected to a Discord on the loopback.

Arguments: the port, the file, and the address for monitoring. It writes the waits of its clicks to
a file beside the database.
"""

import asyncio
import base64
import logging
import sys
from pathlib import Path

import discord
import yarl
from pydantic import SecretStr

from bot.app import run_bot
from bot.config.settings import Settings
from tests.support.stopwatch import watch

port, database, metrics_port = sys.argv[1:]
watch(Path(database).with_suffix(".waits"))
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
token = base64.b64encode(b"800000000000000001").decode().rstrip("=") + ".x.y"
settings = Settings(
    discord_token=SecretStr(token),
    database_path=Path(database),
    robot_pace_seconds=0,
    robot_level="club",
    metrics_port=int(metrics_port),
)
logging.basicConfig(level=logging.INFO)
asyncio.run(run_bot(settings))
