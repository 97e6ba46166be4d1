"""The least a bot of this library does for a click: one edit of five buttons.  A port is given.

With FILE_BYTES each edit uploads a file of that size.
"""

import io
import os
import sys

import discord
import yarl
from discord import ui

from tools.siege.bot_process import TOKEN

_SIZE = int(os.environ.get("FILE_BYTES", "0"))


class Bare(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        files = [discord.File(io.BytesIO(bytes(_SIZE)), "file.png")] if _SIZE else []
        await interaction.response.edit_message(view=_five(), attachments=files)


def _five() -> ui.View:
    view = ui.View(timeout=None)
    for n in range(5):
        view.add_item(ui.Button[ui.View](label=f"Button {n}", custom_id=f"bare:{n}"))
    view.stop()
    return view


if __name__ == "__main__":
    port = sys.argv[1]
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    Bare(intents=discord.Intents(guilds=True)).run(TOKEN)
