"""``python -m bot`` as it is, speaking to a Discord on the loopback: its port, then the command.

With STOPWATCH it writes how long its clicks wait to that file of the folder it runs in, and at
every SIGUSR1 how many tasks there are to ``tasks``.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.__main__ import main
from bot.cli.main import importing_for_good

with importing_for_good():  # as the command does, too late to give it another Discord
    import discord
    import yarl

    import bot.app  # noqa: F401

port, *command = sys.argv[1:]
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
if stopwatch := os.environ.get("STOPWATCH"):
    from tests.support.stopwatch import watch

    watch(Path(stopwatch))
signal.signal(signal.SIGUSR1, lambda *_: Path("tasks").write_text(str(len(asyncio.all_tasks()))))
sys.exit(main(command))
