"""Deals outside their match: /pref deal, *Take along* and *Play again* on every past deal.

deal_screens.py       the page of a deal, and the list of a user's own deals
deal_handlers.py      reads codes, texts and files, and a deal in a message: the menu *Replay*
own_deal_handlers.py  keeps deals under names, takes typed ones, gives matches as files
attempts.py           a deal played again against robots, as values
attempt_screens.py    where to begin, the hand as at a table, the comparison
attempt_handlers.py   stores attempts; robots think in a worker
typed_hands.py        hands as people write them
"""

from typing import Final

from discord import Attachment, Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.features.deals import attempt_handlers, deal_handlers, own_deal_handlers
from bot.features.feature import Feature

__all__ = [
    "DEALS",
    "attempt_handlers",
    "deal_handlers",
    "own_deal_handlers",
]


class DealCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("deal", "command.deal"),
        description=localized("Look at a deal: its code, our text, or a file", "command.deal.help"),
    )
    @app_commands.rename(
        code=localized("code", "command.deal.code"), file=localized("file", "command.deal.file")
    )
    @app_commands.describe(
        code=localized("The code or the text of a deal", "command.deal.code.help"),
        file=localized("Text, JSON, PPN, or a collection of deals", "command.deal.file.help"),
    )
    async def deal(
        self, interaction: Interaction, code: str = "", file: Attachment | None = None
    ) -> None:
        await self.handler.run_typed(
            interaction, lambda context: deal_handlers.read_typed_deal(context, code, file)
        )


class OwnDealCog(commands.Cog):
    """/problem deal, which goes with the user."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("deal", "command.deal"),
        description=localized("Look at a deal: its code, our text, or a file", "command.deal.help"),
    )
    @app_commands.rename(
        code=localized("code", "command.deal.code"), file=localized("file", "command.deal.file")
    )
    @app_commands.describe(
        code=localized("The code or the text of a deal", "command.deal.code.help"),
        file=localized("Text, JSON, PPN, or a collection of deals", "command.deal.file.help"),
    )
    async def deal(
        self, interaction: Interaction, code: str = "", file: Attachment | None = None
    ) -> None:
        await self.handler.run_own(
            interaction, lambda context: deal_handlers.read_typed_deal(context, code, file)
        )


DEALS: Final = Feature(pref_parts=(DealCog,), own_parts=(OwnDealCog,))
