"""``python -m bot`` as it is, speaking to a Discord on the loopback: its port, then the command.

How long its clicks wait is written to ``waits`` in the folder it runs in.
"""

import sys
from pathlib import Path

import discord
import yarl

from bot.__main__ import main
from tests.support.stopwatch import watch

port, *command = sys.argv[1:]
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
watch(Path("waits"))
sys.exit(main(command))
