"""The least a bot of this library does for a click: one edit of five buttons.  A port is given."""

import sys

import discord
import yarl
from discord import ui

from tools.siege.bot_process import TOKEN


class Bare(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=_five())


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
