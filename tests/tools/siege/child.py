"""``python -m bot`` as it is, speaking to a Discord on the loopback: its port, then the command."""

import sys

import discord
import yarl

from bot.__main__ import main

port, *command = sys.argv[1:]
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
sys.exit(main(command))
