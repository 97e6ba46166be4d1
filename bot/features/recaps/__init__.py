"""The recap of a season or a year, /pref recap: a server's, or a member's own there.

recap.py            a recap as values, and the book that keeps the records of large servers
recap_screens.py    the private page, the post, and the picture of both
recap_handlers.py   the pages, the dearest card (in a worker), posts at a season's end
"""

from typing import Final

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.registry import handled_in
from bot.features.feature import Feature
from bot.features.recaps.recap import count_in_background
from bot.ui_commands.server_commands import OpenRecapDeal, OpenRecapMatch, ShareRecap, ShowRecap

__all__ = ["RECAPS"]

handled_in(
    "bot.features.recaps.recap_handlers",
    *(ShowRecap, OpenRecapDeal, OpenRecapMatch, ShareRecap),
)

_SERVER, _OWN = "server", "own"


class RecapCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("recap", "command.recap"),
        description=localized("A season or a year as a picture", "command.recap.help"),
    )
    @app_commands.rename(whose=localized("whose", "command.recap.whose"))
    @app_commands.describe(
        whose=localized("Yours unless you choose the server's", "command.recap.whose.help")
    )
    @app_commands.choices(
        whose=[
            app_commands.Choice(name=localized(name, f"recap.whose.{value}"), value=value)
            for name, value in (("mine", _OWN), ("the server's", _SERVER))
        ]
    )
    async def recap(self, interaction: Interaction, whose: str = _OWN) -> None:
        await self.handler.run_command(interaction, ShowRecap(of_server=whose == _SERVER))


async def post_recaps_where_named(services: Services, client: discord.Client) -> None:
    """Post what is due on servers that named a channel for it.  Raises StorageTrouble."""
    if await services.store.preferences.guilds_with_recap():
        from bot.features.recaps import recap_handlers  # few servers have named one

        await recap_handlers.post_season_recaps(services, client)


RECAPS: Final = Feature(
    pref_parts=(RecapCog,),
    hourly=post_recaps_where_named,
    start=count_in_background,
)
