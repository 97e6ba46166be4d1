"""The least a bot of this library does for a click.  A port is given.

The custom id of the button, ``bare:<edits>:<bytes>:<uploads>:<bytes>``, orders the requests: so
many edits with a body of so many bytes, and uploads with a file of so many more.  One of them is
the answer, the others go at the same time to the private message of the click before.
"""

import asyncio
import io
import sys
from collections.abc import Awaitable
from typing import Final

import discord
import yarl
from discord import ui

from tools.siege.bot_process import TOKEN


def _screen(text: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row = ui.ActionRow[ui.LayoutView](
        *(ui.Button(label=f"Button {n}", custom_id=f"bare:{n}") for n in range(5))
    )
    view.add_item(ui.Container(ui.TextDisplay(text), row))
    view.stop()
    return view


_OVERHEAD: Final = 560  # bytes of a screen without its text


class Bare(discord.Client):
    before: discord.Interaction | None = None

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        order = str(dict(interaction.data or {})["custom_id"]).split(":")[1:]
        edits, size, uploads, file_size = map(int, order)
        text = "x" * max(size - _OVERHEAD, 1)
        answer, *others = [0] * edits + [file_size] * uploads  # bytes of the file of each request
        before, self.before = self.before, interaction
        requests: list[Awaitable[object]] = [
            interaction.response.edit_message(view=_screen(text), attachments=_files(answer))
        ]
        if before is not None and before.message is not None:
            number, webhook = before.message.id, before.followup
            requests += [
                webhook.edit_message(number, view=_screen(text), attachments=_files(file))
                for file in others
            ]
        await asyncio.gather(*requests)


def _files(size: int) -> list[discord.File]:
    return [discord.File(io.BytesIO(bytes(size)), "file.png")] if size else []


if __name__ == "__main__":
    port = sys.argv[1]
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    Bare(intents=discord.Intents(guilds=True)).run(TOKEN)
